// Shapes as elements of SVG, by the same rules as the drawing: the farthest filled box first, what would hide the way faint.

const DOT = 4.2, HEAD = [13, 4.5], HIDING = 1.15, SIDES = ["side-x", "side-y", "top"];
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
const LAYERS = ["filled", "planes", "skipped", "voxels", "method", "ray"];

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const path = (name, d) => svg("path", { class: name, d });
const line = points => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const outline = points => line(points) + "Z";
const disc = (name, [cx, cy]) => svg("circle", { class: name, cx, cy, r: DOT });
const corner = (ends, index) => [0, 1, 2].map(axis => ends[index >> axis & 1][axis]);

function rhombus([x, y]) {
  const r = DOT * 1.35;
  return outline([[x, y - r], [x + r, y], [x, y + r], [x - r, y]]);
}

// A line with a head at its end; one that points at the reader has none.
function arrow(name, from, to) {
  const along = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(...along);
  const shaft = path(name, line([from, to]));
  if (length < 1e-6) return [shaft];
  const [x, y] = along.map(part => part / length), [back, wide] = HEAD;
  const foot = [to[0] - x * back, to[1] - y * back];
  const head = [to, [foot[0] - y * wide, foot[1] + x * wide], [foot[0] + y * wide, foot[1] - x * wide]];
  return [shaft, path(`${name} head`, outline(head))];
}

// The four corners, in turn, of the side of a box on an axis.
function side(ends, axis, high) {
  const u = (axis + 1) % 3, v = (axis + 2) % 3;
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([onU, onV]) => {
    const point = [0, 0, 0];
    point[axis] = ends[high ? 1 : 0][axis];
    point[u] = ends[onU][u];
    point[v] = ends[onV][v];
    return point;
  });
}

// The sides of a box that are seen, and for which `shows` holds.
function block(ends, name, frame, shows = () => true) {
  return [0, 1, 2].filter(shows).map(axis => {
    const points = side(ends, axis, frame.axes.eye[axis] > 0).map(frame.place);
    return path(`${name} ${SIDES[axis]}`, outline(points));
  });
}

function hides(ends, frame, way) {
  const middle = middleOf(ends), depth = frame.depth(middle), [x, y] = flat(frame.axes, middle);
  return way.some(place => depth - place.depth > 0.3 && Math.hypot(x - place.at[0], y - place.at[1]) < HIDING);
}

// Boxes in this order, without the sides that another of them covers.
function painted(boxes, name, frame) {
  const key = (ends, axis, high) => `${axis} ${side(ends, axis, high)}`;
  const seen = axis => frame.axes.eye[axis] > 0;
  const sides = new Set(boxes.flatMap(ends => [0, 1, 2].map(axis => key(ends, axis, !seen(axis)))));
  return boxes.flatMap(ends => block(ends, name, frame, axis => !sides.has(key(ends, axis, seen(axis)))));
}

function solids(shapes, frame) {
  const way = picture.way.map(point => ({ depth: frame.depth(point), at: flat(frame.axes, point) }));
  const depth = ends => frame.depth(middleOf(ends));
  const boxes = shapes.map(shape => shape.points).sort((a, b) => depth(a) - depth(b));
  const before = boxes.filter(ends => hides(ends, frame, way)), hidden = new Set(before);
  const behind = boxes.filter(ends => !hidden.has(ends));
  return [...painted(behind, "solid", frame), ...painted(before, "ghost", frame)];
}

function one({ kind, class: name, points }, frame) {
  const places = points.map(frame.place);
  switch (kind) {
    case "block": return block(points, name, frame);
    case "wire": return [path(name, EDGES.map(edge => line(edge.map(i => frame.place(corner(points, i))))).join(""))];
    case "area": return [path(name, outline(places))];
    case "line": return [path(name, line(places))];
    case "arrow": return arrow(name, ...places);
    case "dot": return [disc(name, places[0])];
    case "rhombus": return [path(name, rhombus(places[0]))];
    default: return [];
  }
}

// All shapes in groups, one per layer.
function shapesIn(frame) {
  return LAYERS.map(layer => {
    const own = picture.shapes.filter(shape => shape.layer === layer);
    const filled = own.filter(shape => shape.kind === "solid");
    return svg("g", { class: `layer-${layer}` }, ...solids(filled, frame), ...own.flatMap(shape => one(shape, frame)));
  });
}
