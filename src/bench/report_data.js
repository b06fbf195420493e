// The figures, what can be told from them at once, and how they are put into words.

const { report, comparison } = JSON.parse($("figures").textContent);
const { machine, suite, scenes, cells, scaling, latency, world } = report;
const labels = new Map(scenes.map(scene => [scene.spec, scene.label]));
const label = spec => labels.get(spec) ?? spec.replace("demo:", "");
const classes = distinct(cells.map(cell => cell.class));
const isas = distinct(cells.map(cell => cell.isa));
const threadCounts = distinct(cells.map(cell => cell.threads)).sort((a, b) => a - b);
const best = machine.isas.filter(isa => isas.includes(isa)).at(-1) ?? isas.at(-1);
const most = threadCounts.at(-1);

const date = text => text.replace("T", " ").replace("Z", " UTC");
const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const threads = n => plural(n, "thread", "threads");

// All about a cell.
function story(c) {
  const { median, min, max } = c.closest;
  return [
    `${label(c.scene)}, ${c.class}`,
    `${c.isa}, ${threads(c.threads)}`,
    `${number(median)} Mrays/s (${number(min)} to ${number(max)})`,
    `any hit ${number(c.any.median)} Mrays/s`,
    `${number(c.ns_per_ray)} ns per ray = ${number(c.lookups_per_ray)} look-ups × ${number(c.ns_per_lookup)} ns`,
    `${number(c.faces_per_ray)} faces crossed per ray, ${percent(c.hit_rate)} hit`,
    `lanes ${percent(c.lane_use)} in use`,
  ].join("\n");
}
