//! Colours: between the numbers of a picture and light, and maps from numbers to colours.
//!
//! All light is linear, with the primaries of sRGB. Ramps are drawn in Oklab (Ottosson, 2020), where equal steps look
//! equal. The tone curve is the fit of Narkowicz (2015) to the ACES reference curve.

use glam::{Mat3, Vec3};

/// How bright a colour looks: the weights of sRGB's primaries.
const LUMINANCE: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);

/// Light from the numbers of a picture.
pub(super) fn from_srgb(color: [u8; 3]) -> Vec3 {
    Vec3::from(color.map(|value| {
        let value = f32::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    }))
}

/// Numbers of a picture, 0..=1 each, from light.
pub(super) fn to_srgb(light: Vec3) -> Vec3 {
    let encode = |value: f32| {
        let value = value.clamp(0.0, 1.0);
        if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
    };
    Vec3::new(encode(light.x), encode(light.y), encode(light.z))
}

/// How bright a light looks.
pub(super) fn luminance(light: Vec3) -> f32 {
    light.dot(LUMINANCE)
}

/// Light of any strength, brought into 0..=1 as film does, a little paler than film.
pub(super) fn tone_map(light: Vec3) -> Vec3 {
    const SATURATION: f32 = 0.84;
    let curve = |x: f32| (x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)).clamp(0.0, 1.0);
    let light = light.max(Vec3::ZERO);
    let film = Vec3::new(curve(light.x), curve(light.y), curve(light.z));
    Vec3::splat(luminance(film)).lerp(film, SATURATION)
}

/// Near is light and warm, far is dark and cold; lightness falls evenly. `share` is 0..=1.
pub(super) fn depth_ramp(share: f32) -> Vec3 {
    const STOPS: [[u8; 3]; 6] = [
        [253, 240, 190],
        [246, 178, 92],
        [217, 99, 84],
        [143, 56, 115],
        [67, 40, 102],
        [18, 18, 46],
    ];
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    #[allow(clippy::cast_possible_truncation, reason = "0..=5")]
    let stop = (place as usize).min(STOPS.len() - 2);
    let [low, high] = [stop, stop + 1].map(|index| to_oklab(from_srgb(STOPS[index])));
    from_oklab(low.lerp(high, place - stop as f32))
}

/// A colour of a hue (in turns), all equally light.
pub(super) fn hue(turns: f32) -> Vec3 {
    let (sine, cosine) = (turns * std::f32::consts::TAU).sin_cos();
    from_oklab(Vec3::new(0.7, 0.1 * cosine, 0.1 * sine)).max(Vec3::ZERO)
}

/// Halfway looks halfway. `weight` is that of `high`.
pub(super) fn mix(low: Vec3, high: Vec3, weight: f32) -> Vec3 {
    from_oklab(to_oklab(low).lerp(to_oklab(high), weight)).max(Vec3::ZERO)
}

fn to_oklab(light: Vec3) -> Vec3 {
    const CONES: Mat3 = Mat3::from_cols(
        Vec3::new(0.412_221_46, 0.211_903_5, 0.088_302_46),
        Vec3::new(0.536_332_55, 0.680_699_5, 0.281_718_85),
        Vec3::new(0.051_445_995, 0.107_396_96, 0.629_978_7),
    );
    const LAB: Mat3 = Mat3::from_cols(
        Vec3::new(0.210_454_26, 1.977_998_5, 0.025_904_037),
        Vec3::new(0.793_617_8, -2.428_592_2, 0.782_771_8),
        Vec3::new(-0.004_072_047, 0.450_593_7, -0.808_675_77),
    );
    let cones = CONES * light;
    LAB * Vec3::new(cones.x.cbrt(), cones.y.cbrt(), cones.z.cbrt())
}

fn from_oklab(lab: Vec3) -> Vec3 {
    const CONES: Mat3 = Mat3::from_cols(
        Vec3::new(1.0, 1.0, 1.0),
        Vec3::new(0.396_337_78, -0.105_561_346, -0.089_484_18),
        Vec3::new(0.215_803_76, -0.063_854_17, -1.291_485_5),
    );
    const LIGHT: Mat3 = Mat3::from_cols(
        Vec3::new(4.076_741_7, -1.268_438, -0.004_196_086_3),
        Vec3::new(-3.307_711_6, 2.609_757_4, -0.703_418_6),
        Vec3::new(0.230_969_94, -0.341_319_4, 1.707_614_7),
    );
    let root = CONES * lab;
    LIGHT * (root * root * root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_and_oklab_lead_back() {
        for color in [[0, 0, 0], [255, 255, 255], [3, 200, 90], [12, 10, 250]] {
            let light = from_srgb(color);
            let back = to_srgb(from_oklab(to_oklab(light))) * 255.0;
            for axis in 0..3 {
                assert!((back[axis] - f32::from(color[axis])).abs() < 0.05, "{color:?}: {back}");
            }
        }
    }

    #[test]
    fn depth_gets_darker_all_the_way() {
        let lightness = |k: u8| to_oklab(depth_ramp(f32::from(k) / 100.0)).x;
        assert!((0..100).all(|k| lightness(k + 1) < lightness(k)), "from near to far");
    }
}
