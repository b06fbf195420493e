//! The drawing: a title, what happened in words, the picture, a legend.
//!
//! Invariant: well-formed XML whatever the scene is called, and nothing outside the file: fonts are the reader's own.

use std::fmt::Write;

use glam::DVec2;

use super::Trace;
use super::draw::{arrow, dot, line, outline, path, rhombus, shapes};
use super::frame::{Frame, Rect};
use super::labels::Places;
use super::legend::Entry;
use super::picture::Picture;
use super::shapes::{Kind, Label};

const STYLE: &str = include_str!("picture.css");

/// Room at the edges of the paper.
const MARGIN: f64 = 24.0;
/// The least size at which the words still leave room for a picture; a smaller drawing is a smaller scale.
const LEAST: [f64; 2] = [760.0, 560.0];
/// The width of a letter, as a part of the size of the font, plain and bold: those of wide fonts.
const LETTER: f64 = 0.54;
const BOLD: f64 = 0.6;
/// Sizes of fonts: the title, the story, labels, numbers.
const FONTS: [f64; 4] = [19.0, 14.5, 13.0, 11.5];
/// Lines are so many times as high as their font.
const LEADING: f64 = 1.35;

impl Trace {
    /// The drawing of this width and height in pixels.
    pub fn to_svg(&self, size: [usize; 2]) -> String {
        Drawing::new(&Picture::new(self), size).svg()
    }
}

/// A picture on paper.
struct Drawing<'a> {
    picture: &'a Picture,
    size: [usize; 2],
    /// The paper, in its own units.
    paper: DVec2,
    svg: String,
}

impl<'a> Drawing<'a> {
    #[allow(clippy::cast_precision_loss, reason = "sizes of pictures")]
    fn new(picture: &'a Picture, size: [usize; 2]) -> Self {
        let pixels = DVec2::from(size.map(|side| side.max(1) as f64));
        let scale = (DVec2::from(LEAST) / pixels).max_element().max(1.0);
        Self { picture, size, paper: pixels * scale, svg: String::new() }
    }

    fn svg(mut self) -> String {
        let ([width, height], paper) = (self.size, self.paper);
        let _ = writeln!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {:.1} {:.1}\" class=\"trace\" role=\"img\">",
            paper.x, paper.y
        );
        let _ = writeln!(self.svg, "<title>{}</title>", escaped(&self.picture.title));
        let _ = writeln!(self.svg, "<desc>{}</desc>", escaped(&self.picture.story.join(" ")));
        let _ = writeln!(self.svg, "<style>\n{STYLE}</style>");
        self.svg += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
        let top = self.words();
        let bottom = self.foot();
        self.picture_between(top, bottom);
        self.svg += "</svg>\n";
        self.svg
    }

    /// The title and the story; gives where they end.
    fn words(&mut self) -> f64 {
        let mut y = MARGIN + FONTS[0];
        let title = self.picture.title.clone();
        self.text("title", [MARGIN, y], &title);
        y += FONTS[0] * 0.4;
        let room = self.paper.x - 2.0 * MARGIN;
        for (index, sentence) in self.picture.story.iter().enumerate() {
            let class = if index == 0 { "story first" } else { "story" };
            for line in wrapped(sentence, room / (FONTS[1] * LETTER)) {
                y += FONTS[1] * LEADING;
                self.text(class, [MARGIN, y], &line);
            }
        }
        y + 12.0
    }

    /// The legend on the left and the slab test on the right, at the foot; gives where they begin.
    fn foot(&mut self) -> f64 {
        let line = FONTS[2] * 1.55;
        let slab = &self.picture.slab;
        let widest = slab.iter().map(|text| width(text, FONTS[3])).fold(0.0, f64::max);
        let room = (self.paper.x - widest - 3.0 * MARGIN).max(self.paper.x * 0.4);
        let (mut at, mut places) = (DVec2::ZERO, Vec::new());
        for entry in &self.picture.legend {
            let needed = 34.0 + width(entry.text, FONTS[2]) + 16.0;
            if at.x > 0.0 && at.x + needed > room {
                at = DVec2::new(0.0, at.y + line);
            }
            places.push(at);
            at.x += needed;
        }
        let lines = FONTS[3] * LEADING * f64::from(u32::try_from(slab.len()).unwrap_or(0) + 1);
        let top = self.paper.y - MARGIN - (at.y + line).max(lines);
        for (entry, place) in self.picture.legend.iter().zip(places) {
            self.legend_entry(entry, DVec2::new(MARGIN, top + line / 2.0) + place);
        }
        let left = self.paper.x - MARGIN - widest;
        let mut y = top + FONTS[3];
        self.text("small strong", [left, y], "Planes of the box");
        for text in slab {
            y += FONTS[3] * LEADING;
            self.text("small", [left, y], text);
        }
        top - 12.0
    }

    fn legend_entry(&mut self, entry: &Entry, at: DVec2) {
        let place = |x: f64, y: f64| at + DVec2::new(x, y);
        let square = [place(5.0, -6.5), place(19.0, -6.5), place(19.0, 6.5), place(5.0, 6.5)];
        let class = entry.class;
        self.svg += &match entry.kind {
            Kind::Solid | Kind::Block => path(&format!("{class} top"), &outline(&square)),
            Kind::Wire | Kind::Area => path(class, &outline(&square)),
            Kind::Line => path(class, &line(&[place(0.0, 0.0), place(25.0, 0.0)])),
            Kind::Arrow => arrow(class, place(0.0, 0.0), place(25.0, 0.0)),
            Kind::Dot => dot(class, place(12.0, 0.0)),
            Kind::Rhombus => path(class, &rhombus(place(12.0, 0.0))),
        };
        self.text("legend", place(32.0, FONTS[2] * 0.35).to_array(), entry.text);
    }

    fn picture_between(&mut self, top: f64, bottom: f64) {
        let paper =
            Rect::new(MARGIN / 2.0, top, self.paper.x - MARGIN / 2.0, bottom.max(top + 40.0));
        let sight =
            Rect { min: paper.min + DVec2::splat(26.0), max: paper.max - DVec2::splat(26.0) };
        let frame = Frame::fit(self.picture.view.axes(), &self.picture.frame, &sight);
        let size = paper.size();
        let _ = writeln!(
            self.svg,
            "<clipPath id=\"sight\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/></clipPath>",
            paper.min.x, paper.min.y, size.x, size.y
        );
        self.svg += "<g clip-path=\"url(#sight)\">\n";
        self.svg += &shapes(self.picture, &frame);
        self.svg += "</g>\n";
        self.labels(&frame, paper);
    }

    fn labels(&mut self, frame: &Frame, paper: Rect) {
        let mut places = Places::new(paper);
        for shape in &self.picture.shapes {
            match (shape.kind, shape.class) {
                (Kind::Arrow | Kind::Line, _) => {
                    places
                        .keep_line_free(frame.place(shape.points[0]), frame.place(shape.points[1]));
                }
                (Kind::Dot | Kind::Rhombus, _) => {
                    places.keep_free(Rect::around(frame.place(shape.points[0]), DVec2::splat(8.0)));
                }
                _ => {}
            }
        }
        for &middle in &self.picture.way {
            let side = DVec2::splat((frame.scale * 1.45).max(10.0));
            places.keep_in_sight(Rect::around(frame.place(middle), side));
        }
        let small = |label: &&Label| label.is_small();
        let labels = self.picture.labels.iter();
        let (numbers, main): (Vec<_>, Vec<_>) = labels.partition(small);
        for label in main.into_iter().chain(numbers) {
            self.label(label, frame, &mut places);
        }
    }

    fn label(&mut self, label: &Label, frame: &Frame, places: &mut Places) {
        let font = if label.is_small() || label.class == "skip" { FONTS[3] } else { FONTS[2] };
        let widest = label.lines.iter().map(|line| width(line, font)).fold(0.0, f64::max);
        let widest = widest * BOLD / LETTER;
        let rows = f64::from(u32::try_from(label.lines.len()).unwrap_or(1));
        let anchor = frame.place(label.at);
        let size = DVec2::new(widest, rows * font * 1.25) + DVec2::new(4.0, 2.0);
        let Some(rect) = places.find(anchor, size, label) else { return };
        if !label.is_small() {
            let near = anchor.clamp(rect.min, rect.max);
            if near.distance(anchor) > 14.0 {
                self.svg +=
                    &path(&format!("leader layer-{}", label.layer.name()), &line(&[near, anchor]));
            }
        }
        let class = format!("label {} layer-{}", label.class, label.layer.name());
        for (index, text) in label.lines.iter().enumerate() {
            let row = f64::from(u32::try_from(index).unwrap_or(0));
            let y = rect.min.y + 1.0 + font * (0.95 + 1.25 * row);
            self.text(&class, [rect.min.x + 2.0, y], text);
        }
    }

    fn text(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(text)
        );
    }
}

#[allow(clippy::cast_precision_loss, reason = "letters of a line")]
fn width(text: &str, font: f64) -> f64 {
    text.chars().count() as f64 * font * LETTER
}

/// The sentence in lines of so many letters.
#[allow(clippy::cast_precision_loss, reason = "letters of a line")]
fn wrapped(sentence: &str, letters: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if (line.chars().count() + 1 + word.chars().count()) as f64 <= letters => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// Text that may stand in XML, in an element or an attribute. Characters that XML does not allow are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                safe.push(char::REPLACEMENT_CHARACTER);
            }
            c => safe.push(c),
        }
    }
    safe
}
