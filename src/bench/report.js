// What the page shows of a report. A fault is shown in its place, not swallowed.

function complain(what) {
  document.documentElement.dataset.fault = what;
  $("fault").hidden = false;
  $("fault").textContent = `This page could not be drawn in full: ${what}`;
}
addEventListener("error", event => complain(event.message));

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
const threads = n => n === 1 ? "1 thread" : `${n} threads`;
const changeKey = c => [c.scene, c.class, c.isa, c.threads, c.rays].join("|");
const changes = new Map((comparison?.changes ?? []).filter(c => c.measure === "closest").map(c => [changeKey(c.key), c]));

function head() {
  document.title = `voxray bench: ${machine.cpu}`;
  $("cpu").textContent = machine.cpu;
  $("suite-name").textContent = suite.name;
  const times = [[scenes.length, "scene", "scenes"], [classes.length, "class of rays", "classes of rays"], [isas.length, "instruction set", "instruction sets"]].map(([n, one, many]) => `${n} ${n === 1 ? one : many}`);
  $("lead").textContent = cells.length ? `${count(cells.length)} cells: ${times.join(" × ")} × ${threadCounts.map(threads).join(" and ")}.` : "Some sections of the benchmark, without its cells.";
  const commit = machine.commit ? ` (${machine.commit})` : "";
  const facts = [
    ["Cores", machine.cores ? `${machine.cores} cores, ${threads(machine.threads)} to use` : `${threads(machine.threads)} to use`],
    ["Instruction sets", machine.isas.join(", ")],
    ["Caches", machine.caches.map(c => `${c.name} ${bytes(c.bytes)}`).join(" · ") || "unknown"],
    ["Memory", machine.memory_bytes ? bytes(machine.memory_bytes) : "unknown"],
    ["System", `${machine.os}, ${machine.kernel}`],
    ["Program", `voxray ${machine.version}${commit}`],
    ["Compiler", machine.compiler],
    ["Date", date(machine.date)],
  ];
  $("facts").replaceChildren(...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  $("footer").textContent = `Made by voxray ${machine.version}. This page is one file: it asks the network for nothing.`;
}

function tiles() {
  const list = [];
  const add = (value, unit, what) => list.push(make("div", { class: "tile" }, make("b", {}, value, make("small", {}, unit ? ` ${unit}` : "")), make("span", {}, what)));
  const rates = n => cells.filter(c => c.isa === best && c.threads === n).map(c => c.closest.median);
  if (cells.length) {
    add(number(geometricMean(rates(most))), "Mrays/s", `geometric mean of all scenes and classes, ${best}, ${threads(most)}`);
    if (most > 1 && threadCounts[0] === 1) add(number(geometricMean(rates(1))), "Mrays/s", `the same with one thread`);
    const fastest = cells.reduce((a, b) => a.closest.median >= b.closest.median ? a : b);
    add(number(fastest.closest.median), "Mrays/s", `the fastest cell: ${label(fastest.scene)}, ${fastest.class}`);
    const checked = cells.reduce((sum, c) => sum + c.checked, 0);
    add(checked >= 1e6 ? number(checked / 1e6) : count(checked), checked >= 1e6 ? "million rays" : "rays", "compared with the plain walk, bit for bit: none differs");
  }
  if (scaling.length) {
    const last = Math.max(...scaling.map(p => p.threads));
    const shares = scaling.filter(p => p.threads === last).map(p => p.efficiency);
    if (last > 1) add(percent(geometricMean(shares)), "", `of ideal scaling at ${threads(last)}`);
  }
  if (latency.length) {
    const call = latency.reduce((a, b) => a.rays <= b.rays ? a : b);
    add(number(call.p50_us), "µs", `a call of ${call.rays} rays, half of the time (${call.class})`);
  }
  $("tiles").replaceChildren(...list);
  $("tiles").hidden = list.length === 0;
}

function changed() {
  if (!comparison) return;
  $("changes").hidden = false;
  const card = $("changes-card");
  const flagged = comparison.changes.filter(c => c.verdict !== "same");
  for (const line of comparison.machine) card.append(make("p", { class: "warn" }, `Another machine or compiler: ${line}`));
  const mean = comparison.changes.length ? `; on average ${number(geometricMean(comparison.changes.map(c => c.ratio)))} of the old rate` : "";
  card.append(make("p", { style: "margin:0" }, `Against voxray ${comparison.old_version} of ${date(comparison.old_date)}: ${flagged.length} of ${comparison.changes.length} rates changed beyond the spread of their runs${mean}.`));
  const missing = [[comparison.only_old, "only in the old report"], [comparison.only_new, "only in this one"], [comparison.other_answers, "give other answers than before"]];
  for (const [keys, what] of missing) if (keys.length) card.append(make("p", { style: "margin:4px 0 0" }, `${keys.length} cells ${what}.`));
  if (!flagged.length) return;
  const rows = make("table"), words = (head, of) => ({ head, of, text: true }), rate = (head, of) => ({ head, of, show: number });
  table(rows, [words("scene", c => label(c.key.scene)), words("class", c => c.key.class), words("isa", c => c.key.isa), { head: "threads", of: c => c.key.threads },
    words("hit", c => c.measure), rate("old Mrays/s", c => c.old), rate("new Mrays/s", c => c.new), { head: "new / old", of: c => c.ratio, show: ratio }],
    flagged, { column: 7, down: false });
  card.append(make("div", { class: "scroll changes", tabindex: "0" }, rows));
}

const ratio = x => make("b", { class: x < 1 ? "bad" : "good" }, `${x < 1 ? "▼" : "▲"} ${x.toFixed(3)}`);

function story(c) {
  return `${label(c.scene)}, ${c.class}\n${c.isa}, ${threads(c.threads)}\n${number(c.closest.median)} Mrays/s (${number(c.closest.min)} to ${number(c.closest.max)})\n`
    + `any hit ${number(c.any.median)} Mrays/s\n${number(c.ns_per_ray)} ns per ray = ${number(c.lookups_per_ray)} look-ups × ${number(c.ns_per_lookup)} ns\n`
    + `${number(c.faces_per_ray)} faces crossed per ray, ${percent(c.hit_rate)} hit\nlanes ${percent(c.lane_use)} in use`;
}

function matrix(some) {
  const rates = some.map(c => Math.log(c.closest.median));
  const low = Math.min(...rates), range = Math.max(...rates) - low || 1;
  const rows = distinct(some.map(c => c.scene)).map(spec => make("tr", {}, make("td", { class: "text" }, label(spec)), ...classes.map(name => {
    const c = some.find(c => c.scene === spec && c.class === name);
    if (!c) return make("td", {}, "–");
    const depth = 0.04 + 0.4 * (Math.log(c.closest.median) - low) / range;
    const cell = make("td", { style: `background:rgba(var(--accent-rgb),${depth.toFixed(3)})` }, make("b", {}, number(c.closest.median)), make("small", {}, number(c.any.median)));
    return tell(cell, story(c));
  })));
  const heads = [make("th", { class: "text", scope: "col" }, "scene"), ...classes.map(name => make("th", { scope: "col" }, name))];
  $("matrix").replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function roofline(width, some) {
  const height = Math.max(320, Math.min(520, width * 0.5)), small = width < 500;
  const walked = some.filter(c => c.lookups_per_ray > 0);
  const x = logScale(around(walked.map(c => c.lookups_per_ray)), [small ? 38 : 46, width - 12]);
  const y = logScale(around(walked.map(c => c.ns_per_lookup)), [height - 46, 30]);
  const root = frame(width, height, "Nanoseconds per look-up against look-ups per ray", x, y, logTicks(x.domain, small ? 6 : 14), logTicks(y.domain, 10), "look-ups per ray", "ns per look-up");
  const [x0, x1] = x.domain, [y0, y1] = y.domain;
  for (const time of logTicks([x0 * y0, x1 * y1], small ? 6 : 10)) {
    const from = Math.max(x0, time / y1), to = Math.min(x1, time / y0);
    if (from >= to) continue;
    root.append(svg("line", { class: "iso", x1: x(from), y1: y(time / from), x2: x(to), y2: y(time / to) }));
    if (x(to) - x(from) > 60) root.append(svg("text", { class: "iso-label", x: x(to) - 6, y: Math.min(y(time / to) - 6, height - 54), "text-anchor": "end" }, small ? `${count(time)} ns` : `${count(time)} ns/ray`));
  }
  for (const c of walked) root.append(mark(c.class, x(c.lookups_per_ray), y(c.ns_per_lookup), story(c)));
  return root;
}

// Bars with their values at the end: rows of {name, value, text, told}.
function bars(width, title, rows) {
  const row = 54, left = 74, root = svg("svg", { viewBox: `0 0 ${width} ${rows.length * row}`, width, height: rows.length * row, role: "group", "aria-label": title });
  const longest = Math.max(...rows.map(r => r.value)), room = Math.max(40, width - left - 150);
  rows.forEach((r, index) => {
    const y = index * row + 12, long = Math.max(3, room * r.value / longest);
    const bar = svg("rect", { x: left, y, width: long, height: 30, rx: 6, fill: "var(--accent)", opacity: 0.45 + 0.55 * r.value / longest });
    root.append(svg("text", { class: "title", x: 0, y: y + 20 }, r.name), tell(bar, r.told), svg("text", { class: "value", x: left + long + 8, y: y + 20 }, r.text));
  });
  return root;
}

function isaBars(width) {
  const means = machine.isas.filter(isa => isas.includes(isa)).map(isa => ({ isa, mean: geometricMean(cells.filter(c => c.isa === isa && c.threads === threadCounts[0]).map(c => c.closest.median)) }));
  return bars(width, "Rates by instruction set", means.map(({ isa, mean }) => {
    const times = mean / means[0].mean;
    return { name: isa, value: mean, text: `${number(mean)} Mrays/s${isa === means[0].isa ? "" : ` (${times.toFixed(1)}×)`}`, told: `${isa}: ${number(mean)} Mrays/s, ${times.toFixed(2)} times ${means[0].isa}` };
  }));
}

function latencyDots(width) {
  const row = 46, height = latency.length * row + 50, left = Math.min(130, width * 0.34);
  const x = logScale(around(latency.flatMap(l => [l.p50_us, l.p99_us]), 1.5), [left, width - 16]);
  const y = Object.assign(i => i, { range: [latency.length * row + 4, 4] });
  const root = frame(width, height, "Latency", x, y, logTicks(x.domain, width < 500 ? 5 : 9), [], "µs per call, ● half of the calls, ◆ 99 %", "");
  latency.forEach((l, index) => {
    const at = index * row + 28, told = `${l.rays} ${l.class} rays in one call, ${l.isa}\np50 ${number(l.p50_us)} µs, p99 ${number(l.p99_us)} µs\n${count(l.calls)} calls timed`;
    root.append(svg("line", { class: "rule", x1: x(l.p50_us), x2: x(l.p99_us), y1: at, y2: at }),
      svg("text", { class: "title", x: 0, y: at + 4 }, `${l.rays} ${l.class}`), dot("camera", l.p50_us, at), dot("pairs", l.p99_us, at));
    function dot(kind, value, y) {
      root.append(svg("text", { x: x(value), y: y - 11, "text-anchor": "middle" }, number(value)));
      const node = mark(kind, x(value), y, told);
      node.setAttribute("fill", "var(--accent)");
      return node;
    }
  });
  return root;
}

function scalingLines(width) {
  const height = 320, counts = distinct(scaling.map(p => p.threads)), last = Math.max(2, ...counts);
  const first = name => scaling.find(p => p.class === name && p.threads === Math.min(...counts)).closest.median;
  const points = scaling.map(p => ({ name: p.class, x: p.threads, y: p.closest.median / first(p.class), told: `${p.class}, ${threads(p.threads)}, ${p.isa}\n${number(p.closest.median)} Mrays/s\n${percent(p.efficiency)} of ideal` }));
  const low = Math.min(1, ...points.map(p => p.y));
  const x = logScale([0.93, last * 1.1], [44, width - 14]), y = logScale([low * 0.9, last * 1.15], [height - 46, 30]);
  const doubled = counts.concat(last === counts.at(-1) ? [] : [last]);
  const spaced = doubled.filter((t, i) => i === doubled.length - 1 || x(doubled.at(-1)) - x(t) > 26);
  const powers = Array.from({ length: 12 }, (_, i) => 2 ** i).filter(t => t <= y.domain[1]);
  const root = frame(width, height, "Speed-up by threads", x, y, spaced, powers, "threads", "times the rate of one thread");
  root.append(svg("line", { class: "iso", x1: x(1), y1: y(1), x2: x(last), y2: y(last) }), svg("text", { class: "iso-label", x: x(last) - 14, y: y(last) + 2, "text-anchor": "end" }, "ideal"));
  lines(root, distinct(points.map(p => p.name)), points, x, y);
  return root;
}

function worldLines(width) {
  const height = 320, sizes = distinct(world.map(p => p.size));
  const points = world.map(p => ({ name: p.class, x: p.size, y: p.ns_per_ray, told: `${p.class}, terrain ${p.size}, ${p.isa}\n${number(p.ns_per_ray)} ns per ray, ${number(p.closest.median)} Mrays/s\ngrid ${bytes(p.grid_bytes)}` }));
  const x = logScale([sizes[0] * 0.9, Math.max(...sizes, sizes[0] * 1.5) * 1.1], [48, width - 14]), y = logScale(around(points.map(p => p.y)), [height - 46, 30]);
  const root = frame(width, height, "Time per ray by size of the world", x, y, sizes, logTicks(y.domain, 8), "columns along a side", "ns per ray", t => String(t));
  for (const cache of machine.caches) {
    const at = crossing(cache.bytes);
    if (at) root.append(svg("line", { class: "limit", x1: x(at), x2: x(at), y1: y.range[0], y2: y.range[1] }), svg("text", { x: x(at) + 4, y: y.range[1] + 10 }, cache.name));
  }
  lines(root, distinct(points.map(p => p.name)), points, x, y);
  return root;
}

// The size at which the grid takes so many bytes, between two that were measured.
function crossing(limit) {
  const ordered = distinct(world.map(p => p.size)).map(size => world.find(p => p.size === size));
  for (let i = 1; i < ordered.length; i++) {
    const [a, b] = [ordered[i - 1], ordered[i]];
    if (a.grid_bytes <= limit && limit < b.grid_bytes) return a.size * (b.size / a.size) ** (Math.log(limit / a.grid_bytes) / Math.log(b.grid_bytes / a.grid_bytes));
  }
  return null;
}

function sceneTable() {
  table($("scenes"), [
    { head: "scene", of: s => s.label, text: true },
    { head: "box", of: s => s.sides.reduce((a, b) => a * b), show: (_, s) => s.sides.join(" × ") },
    { head: "voxels", of: s => s.voxels, show: count },
    { head: "grid", of: s => s.grid_bytes, show: bytes },
    { head: "fits", of: s => s.fits, text: true, show: v => make("span", { class: "chip" }, v) },
    { head: "bytes/voxel", of: s => s.bytes_per_voxel, show: number },
    { head: "of budget", of: s => s.grid_bytes / s.budget_bytes, show: (v, s) => make("span", { class: s.within_budget ? "good" : "bad" }, percent(v)) },
    { head: "materials", of: s => s.material_bytes, show: bytes },
    { head: "made in", of: s => s.build_seconds, show: v => `${number(v)} s` },
  ], scenes);
}

function cellTable() {
  const rate = (head, of) => ({ head, of, show: number }), share = (head, of) => ({ head, of, show: percent }), words = (head, of) => ({ head, of, text: true });
  const columns = [
    words("scene", c => label(c.scene)), words("class", c => c.class), words("isa", c => c.isa), { head: "threads", of: c => c.threads },
    { head: "Mrays/s", of: c => c.closest.median, show: v => make("b", {}, number(v)) }, share("spread", c => (c.closest.q3 - c.closest.q1) / c.closest.median), rate("any hit", c => c.any.median),
    rate("ns/ray", c => c.ns_per_ray), rate("faces/ray", c => c.faces_per_ray), rate("look-ups/ray", c => c.lookups_per_ray), rate("ns/look-up", c => c.ns_per_lookup),
    share("lanes", c => c.lane_use), share("corrected", c => c.corrected), share("hits", c => c.hit_rate),
    { head: "checksum", of: c => c.checksum, text: true, show: v => make("span", { class: "mono" }, v) },
  ];
  if (comparison) columns.splice(5, 0, { head: "new / old", of: c => changes.get(changeKey(c))?.ratio ?? NaN, show: (v, c) => {
    if (Number.isNaN(v)) return "–";
    return changes.get(changeKey(c)).verdict === "same" ? v.toFixed(3) : ratio(v);
  } });
  const fill = table($("cells"), columns, cells);
  const wanted = {};
  const filter = (name, of, values, text) => choice($("filters"), name, [null, ...values], null, v => v === null ? "all" : text(v), value => {
    wanted[name] = value === null ? null : c => of(c) === value;
    fill(cells.filter(c => Object.values(wanted).every(test => !test || test(c))));
  });
  filter("scene", c => c.scene, distinct(cells.map(c => c.scene)), label);
  filter("class", c => c.class, classes, String);
  filter("isa", c => c.isa, isas, String);
  filter("threads", c => c.threads, threadCounts, String);
  $("cells-note").textContent = "Faces are those that the plain walk crosses; look-ups are the steps of the fast one, which passes over many faces at once. Spread: the middle half of the runs, of the median. Press a heading to sort.";
}

function method() {
  const lines = [
    `Rays of a cell: ${suite.camera_side} × ${suite.camera_side} camera rays, as many rays from their hits as there are hits, ${count(suite.random_rays)} rays from random places. Only casting is timed, wall time; closest hits write the column t_hit alone.`,
    `Rates are medians of ${suite.runs} runs after a warm-up; a run is repeated within itself until it lasts 10 ms.`,
    `Before a cell is timed, an even sample of at most ${count(suite.sample)} of its rays is compared with the plain walk, voxel by voxel (time, voxel, face, status and steps, every bit): a sample, as the plain walk is slow. The checksum over all rows must be the same from every instruction set and thread count.`,
    "A change against an older report counts where the runs do not meet: the slowest of one is faster than the fastest of the other.",
    "miss: rays that end just short of what they would hit. grazing: rays one degree off the face that they start on. axis: rays along one axis.",
    ...suite.notes,
  ];
  $("method").replaceChildren(...lines.map(line => make("li", {}, line)));
}

function chosenCells() {
  const chosen = { isa: best, threads: most > 1 && threadCounts.includes(1) ? 1 : most };
  const some = () => cells.filter(c => c.isa === chosen.isa && c.threads === chosen.threads);
  legend($("roofline-legend"), classes);
  const redraw = chart($("roofline"), width => roofline(width, some()));
  const update = (key, value) => { chosen[key] = value; matrix(some()); redraw(); };
  choice($("choices"), "instruction set", isas, best, String, value => update("isa", value));
  choice($("choices"), "threads", threadCounts, chosen.threads, String, value => update("threads", value));
  matrix(some());
}

function draw() {
  head();
  tiles();
  method();
  for (const section of document.querySelectorAll("[data-needs]")) section.hidden = report[section.dataset.needs].length === 0;
  changed();
  if (cells.length) { chosenCells(); chart($("isas"), isaBars); cellTable(); }
  if (scenes.length) sceneTable();
  if (scaling.length) {
    legend($("scaling-legend"), distinct(scaling.map(p => p.class)));
    $("scaling-note").textContent = `${label(scaling[0].scene)}, ${scaling[0].isa}. Dashed: so many threads, so many times the rate.`;
    chart($("scaling"), scalingLines);
  }
  if (latency.length) {
    $("latency-note").textContent = `${label(latency[0].scene)}, ${latency[0].isa}, all threads allowed; other rays in every call.`;
    chart($("latency"), latencyDots);
  }
  if (world.length) {
    legend($("world-legend"), distinct(world.map(p => p.class)));
    chart($("world"), worldLines);
  }
  document.documentElement.dataset.drawn = "yes";
}

draw();
