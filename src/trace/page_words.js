// The words around the picture: title, story, legend, numbers, and the switches of the layers.

const NAMES = {
  voxels: "voxels", numbers: "numbers", skipped: "skipped blocks", filled: "filled voxels", planes: "planes", method: "method",
};

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function sample({ kind, class: name }) {
  const square = [[5, 2], [19, 2], [19, 16], [5, 16]], ends = [[1, 9], [24, 9]];
  const marks = {
    solid: () => [path(`${name} top`, outline(square))], block: () => [path(`${name} top`, outline(square))],
    wire: () => [path(name, outline(square))], area: () => [path(name, outline(square))],
    line: () => [path(name, line(ends))], arrow: () => arrow(name, ...ends),
    dot: () => [disc(name, [12, 9])], rhombus: () => [path(name, rhombus([12, 9]))],
  };
  return svg("svg", { width: 26, height: 18, "aria-hidden": "true" }, ...marks[kind]());
}

function table(heads, lines) {
  const cells = (name, line) => make("tr", {}, ...line.map(text => make(name, {}, text)));
  return [make("thead", {}, cells("th", heads)), make("tbody", {}, ...lines.map(line => cells("td", line)))];
}

// A box to tick per layer that the picture has.
function switches(paper) {
  const has = key => key === "numbers"
    ? picture.labels.some(label => label.class === "number") : picture.shapes.some(shape => shape.layer === key);
  return Object.entries(NAMES).filter(([key]) => has(key)).map(([key, text]) => {
    const box = make("input", { type: "checkbox", id: `show-${key}`, checked: "" });
    box.addEventListener("change", () => paper.classList.toggle(`hide-${key}`, !box.checked));
    return make("label", {}, box, text);
  });
}

function words(paper) {
  document.title = picture.title;
  $("title").textContent = picture.title;
  $("story").replaceChildren(...picture.story.map(text => make("p", {}, text)));
  $("legend").replaceChildren(...picture.legend.map(entry => make("span", {}, sample(entry), entry.text)));
  $("slab").replaceChildren(...picture.slab.map(text => make("li", {}, text)));
  $("visits").replaceChildren(...table(["number", "voxel", "t", ""], rows));
  $("layers").append(...switches(paper));
}
