// Turning, moving and zooming; each changes the view, and the picture is drawn anew in the next frame.

const paper = $("paper");
const first = () => ({ ...picture.view, zoom: 1, pan: [0, 0] });
let view = first(), waiting = false, drawn = [0, 0];

function draw() {
  waiting = false;
  const { width, height } = paper.getBoundingClientRect();
  if (width < 1 || height < 1) return;
  drawn = [width, height];
  const frame = frameOf(view, width, height);
  paper.setAttribute("viewBox", `0 0 ${width} ${height}`);
  paper.replaceChildren(...shapesIn(frame), svg("g", {}, ...labelsIn(frame, [width, height])));
  document.documentElement.dataset.drawn = "yes";
}

function change(more) {
  view = { ...view, ...more };
  view.elevation = clamp(view.elevation, -89, 89);
  if (!waiting) requestAnimationFrame(draw);
  waiting = true;
}

const turn = (right, down) => change({ azimuth: view.azimuth - right, elevation: view.elevation + down });
const move = (right, down) => change({ pan: [view.pan[0] + right, view.pan[1] + down] });

// What is under the place (from the middle of the paper) stays there.
function zoom(factor, [x, y] = [0, 0]) {
  const larger = clamp(view.zoom * factor, 0.1, 60), part = larger / view.zoom;
  change({ zoom: larger, pan: [x - (x - view.pan[0]) * part, y - (y - view.pan[1]) * part] });
}

let held = null;
paper.addEventListener("pointerdown", event => {
  if (event.button !== 0) return;
  held = [event.clientX, event.clientY];
  paper.classList.add("turning");
});
addEventListener("pointermove", event => {
  if (!held) return;
  const [right, down] = [event.clientX - held[0], event.clientY - held[1]];
  held = [event.clientX, event.clientY];
  if (event.shiftKey) move(right, down); else turn(right * 0.4, down * 0.4);
});
for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, () => {
  held = null;
  paper.classList.remove("turning");
});
paper.addEventListener("wheel", event => {
  event.preventDefault();
  const box = paper.getBoundingClientRect();
  const place = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), place);
}, { passive: false });
paper.addEventListener("dblclick", () => change(first()));

const KEYS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
paper.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const [right, down] = KEYS[event.key] ?? [];
  if (right !== undefined && event.shiftKey) move(right * 30, down * 30);
  else if (right !== undefined) turn(right * 5, down * 5);
  else if (event.key === "+" || event.key === "=") zoom(1.2);
  else if (event.key === "-") zoom(1 / 1.2);
  else if (event.key === "0" || event.key === "Home") change(first());
  else return;
  event.preventDefault();
});

$("closer").addEventListener("click", () => zoom(1.2));
$("farther").addEventListener("click", () => zoom(1 / 1.2));
$("reset").addEventListener("click", () => change(first()));

words(paper);
draw();
new ResizeObserver(() => {
  const { width, height } = paper.getBoundingClientRect();
  if (width !== drawn[0] || height !== drawn[1]) change({});
}).observe(paper);
