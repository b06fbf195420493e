//! The kinds of payload of a tree of named tags (NBT), by their numbers.

/// The kinds of payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    End,
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    Text,
    List,
    Compound,
    Ints,
    Longs,
}

/// The kinds by their numbers.
pub(super) const TAGS: [Tag; 13] = [
    Tag::End,
    Tag::Byte,
    Tag::Short,
    Tag::Int,
    Tag::Long,
    Tag::Float,
    Tag::Double,
    Tag::Bytes,
    Tag::Text,
    Tag::List,
    Tag::Compound,
    Tag::Ints,
    Tag::Longs,
];

impl Tag {
    /// Bytes of a payload that always has as many.
    pub(super) fn size(self) -> Option<u64> {
        match self {
            Self::End => Some(0),
            Self::Byte => Some(1),
            Self::Short => Some(2),
            Self::Int | Self::Float => Some(4),
            Self::Long | Self::Double => Some(8),
            _ => None,
        }
    }

    /// Bytes of an element of an array.
    pub(super) fn element(self) -> Option<u64> {
        match self {
            Self::Bytes => Some(1),
            Self::Ints => Some(4),
            Self::Longs => Some(8),
            _ => None,
        }
    }
}
