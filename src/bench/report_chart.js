// Small charts in SVG: scales, axes, marks, and what a pointer tells.

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Whole numbers, with gaps between thousands; and three digits that count.
const count = n => n.toLocaleString("en").replaceAll(",", "\u202f");
function number(x) {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size >= 1000) return count(Math.round(x));
  return x.toFixed(size >= 100 || x === 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
}
const percent = x => `${(100 * x).toFixed(x > 0 && x < 0.0995 ? 1 : 0)} %`;
function bytes(n) {
  const units = [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 1024]];
  const [unit, size] = units.find(([, size]) => n >= size) ?? ["B", 1];
  return size === 1 ? `${n} B` : `${number(n / size)} ${unit}`;
}
const geometricMean = values => Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);

// Every class has a colour and a shape, so that neither is needed.
const SHAPES = {
  camera: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  occlusion: "M-4.5-4.5h9v9h-9z",
  sun: "M0-6 5.6 4.4H-5.6z",
  pairs: "M0-6.2 6.2 0 0 6.2-6.2 0z",
  axis: "M0 6 5.6-4.4H-5.6z",
  miss: "M-1.9-5.6h3.8v3.7h3.7v3.8H1.9v3.7h-3.8V1.9h-3.7v-3.8h3.7z",
  grazing: "M-5.8 0-2.9-5h5.8L5.8 0 2.9 5h-5.8z",
};
const color = name => name in SHAPES ? `var(--${name})` : "var(--accent)";
const shape = name => SHAPES[name] ?? SHAPES.camera;

function mark(name, x, y, told) {
  const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  return tell(svg("path", { d: shape(name), transform, fill: color(name), class: "mark" }), told);
}

function legend(host, names) {
  const sign = name => svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" },
    svg("path", { d: shape(name), fill: color(name) }));
  host.replaceChildren(...names.map(name => make("span", {}, sign(name), name)));
}

// A tooltip for pointers, fingers and the keyboard.
function tell(node, text) {
  node.setAttribute("tabindex", "0");
  node.setAttribute("aria-label", text.replaceAll("\n", ", "));
  const show = () => {
    const tip = $("tip"), box = node.getBoundingClientRect();
    tip.textContent = text;
    tip.hidden = false;
    const width = tip.offsetWidth, height = tip.offsetHeight;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
    tip.style.left = `${left}px`;
    tip.style.top = `${box.top - height - 10 > 0 ? box.top - height - 10 : box.bottom + 10}px`;
  };
  const hide = () => { $("tip").hidden = true; };
  for (const event of ["pointerenter", "focus"]) node.addEventListener(event, show);
  for (const event of ["pointerleave", "blur"]) node.addEventListener(event, hide);
  return node;
}

// Draws now, and again whenever the width changes; gives what draws once more.
function chart(host, draw) {
  let drawn = 0;
  const redraw = () => {
    drawn = host.clientWidth;
    if (drawn > 0) host.replaceChildren(draw(drawn));
  };
  // In the next frame: a drawing may change the width of what is observed while it is being observed.
  const check = () => { if (host.clientWidth !== drawn) redraw(); };
  new ResizeObserver(() => requestAnimationFrame(check)).observe(host);
  redraw();
  return redraw;
}

function logScale([from, to], [start, end]) {
  const scale = x => start + (end - start) * Math.log(x / from) / Math.log(to / from);
  return Object.assign(scale, { domain: [from, to], range: [start, end] });
}

// The domain around positive values, with some air.
function around(values, air = 1.25) {
  const sound = values.filter(x => x > 0 && Number.isFinite(x));
  if (!sound.length) return [1, 10];
  return [Math.min(...sound) / air, Math.max(...sound) * air];
}

// 1, 2, 5, 10 ... or only as many of them as fit.
function logTicks([from, to], most) {
  // Powers of ten from nothing, or to no end, have none either.
  if (!(from > 0 && to < Infinity)) return [];
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = [];
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++)
      for (const step of steps) ticks.push(Number((step * 10 ** power).toPrecision(3)));
    const within = ticks.filter(t => t >= from && t <= to);
    if (within.length <= most && within.length > 0) return within;
  }
  return [from, to].map(t => Number(t.toPrecision(1))).filter(t => t >= from && t <= to);
}

// The frame of a chart: grid lines, figures and titles of both axes.
function frame(width, height, title, x, y, xTicks, yTicks, xTitle, yTitle, xText = count) {
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title });
  const [left, right] = x.range, [bottom, top] = y.range;
  for (const t of yTicks) root.append(
    svg("line", { class: "grid", x1: left, x2: right, y1: y(t), y2: y(t) }),
    svg("text", { x: left - 8, y: y(t) + 4, "text-anchor": "end" }, count(t)));
  for (const t of xTicks) root.append(
    svg("line", { class: "grid", x1: x(t), x2: x(t), y1: bottom, y2: top }),
    svg("text", { x: x(t), y: bottom + 18, "text-anchor": "middle" }, xText(t)));
  root.append(
    svg("text", { class: "title", x: right, y: bottom + 38, "text-anchor": "end" }, xTitle),
    svg("text", { class: "title", x: 0, y: top - 12 }, yTitle));
  return root;
}

// One line per class through its points {x, y, told}.
function lines(root, classes, points, x, y) {
  for (const name of classes) {
    const own = points.filter(p => p.name === name);
    const path = own.map((p, i) => `${i ? "L" : "M"}${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`).join("");
    root.append(svg("path", { class: "line", d: path, stroke: color(name) }));
    for (const p of own) root.append(mark(name, x(p.x), y(p.y), p.told));
  }
}
