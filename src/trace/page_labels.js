// Where labels go: the nearest free place around what they name, the most important label first.

const BEARINGS = [-60, -120, -90, -30, -150, 0, 180, 60, 120, 90, 30, 150, -75, -105, -15, -165];
const REACHES = { number: [7, 12, 18], skip: [26, 36, 48], other: [26, 44, 66, 92, 124, 162, 208, 260] };
const SMALL_FONT = 11.5, FONT = 13, LETTER = 0.6;

const around = ([x, y], width, height) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// What no label may cover, and what only small ones may.
function obstacles(frame) {
  const taken = [], scenery = [];
  for (const { kind, points } of picture.shapes) {
    const places = points.map(frame.place);
    if (kind === "dot" || kind === "rhombus") taken.push(around(places[0], 8, 8));
    if (kind !== "arrow" && kind !== "line") continue;
    const [from, to] = places, length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (let along = 0; along <= Math.min(length, 4000); along += 5) {
      const part = along / Math.max(length, 1e-9);
      taken.push(around([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], 6, 6));
    }
  }
  const wide = Math.max(frame.size * 1.45, 10);
  for (const middle of picture.way) scenery.push(around(frame.place(middle), wide, wide));
  return { taken, scenery };
}

function findPlace(anchor, width, height, name, { taken, scenery }, paper) {
  const isFree = rect => rect[0] >= 4 && rect[1] >= 4 && rect[2] <= paper[0] - 4 && rect[3] <= paper[1] - 4
    && !taken.some(other => meets(rect, other)) && (name === "number" || !scenery.some(other => meets(rect, other)));
  for (const reach of REACHES[name] ?? REACHES.other) for (const bearing of BEARINGS) {
    const [x, y] = [Math.cos(radians(bearing)), Math.sin(radians(bearing))];
    const rect = around([anchor[0] + x * (width / 2 + reach), anchor[1] + y * (height / 2 + reach)], width, height);
    if (isFree(rect)) return rect;
  }
  return null;
}

function labelNodes(label, rect, anchor, font) {
  const layer = `layer-${label.layer}`, nodes = [];
  const near = [clamp(anchor[0], rect[0], rect[2]), clamp(anchor[1], rect[1], rect[3])];
  const far = Math.hypot(near[0] - anchor[0], near[1] - anchor[1]) > 14;
  if (far && label.class !== "number") nodes.push(path(`leader ${layer}`, line([near, anchor])));
  label.lines.forEach((text, row) => nodes.push(svg("text", {
    class: `label ${label.class} ${layer}`, x: rect[0] + 2, y: rect[1] + 1 + font * (0.95 + 1.25 * row),
  }, text)));
  return nodes;
}

// The labels that find a place.
function labelsIn(frame, paper) {
  const hindering = obstacles(frame), isSmall = label => label.class === "number";
  const ordered = [...picture.labels.filter(label => !isSmall(label)), ...picture.labels.filter(isSmall)];
  return ordered.flatMap(label => {
    const font = isSmall(label) || label.class === "skip" ? SMALL_FONT : FONT;
    const width = Math.max(...label.lines.map(text => text.length)) * font * LETTER + 4;
    const height = label.lines.length * font * 1.25 + 2, anchor = frame.place(label.at);
    const rect = findPlace(anchor, width, height, label.class, hindering, paper);
    if (!rect) return [];
    hindering.taken.push(rect);
    return labelNodes(label, rect, anchor, font);
  });
}
