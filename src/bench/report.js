// What the page shows of a report, from its head to its foot.

function head() {
  document.title = `voxray bench: ${machine.cpu}`;
  $("cpu").textContent = machine.cpu;
  $("suite-name").textContent = suite.name;
  $("lead").textContent = lead();
  const row = ([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value));
  $("facts").replaceChildren(...facts().map(row));
  $("footer").textContent =
    `Made by voxray ${machine.version}. This page is one file: it asks the network for nothing.`;
}

function lead() {
  if (!cells.length) return "Some sections of the benchmark, without its cells.";
  const factors = [
    plural(scenes.length, "scene", "scenes"),
    plural(classes.length, "class of rays", "classes of rays"),
    plural(isas.length, "instruction set", "instruction sets"),
    threadCounts.map(threads).join(" and "),
  ];
  return `${count(cells.length)} cells: ${factors.join(" × ")}.`;
}

function facts() {
  const commit = machine.commit ? ` (${machine.commit})` : "";
  const cores = machine.cores ? `${machine.cores} cores, ` : "";
  return [
    ["Cores", `${cores}${threads(machine.threads)} to use`],
    ["Instruction sets", machine.isas.join(", ")],
    ["Caches", machine.caches.map(c => `${c.name} ${bytes(c.bytes)}`).join(" · ") || "unknown"],
    ["Memory", machine.memory_bytes ? bytes(machine.memory_bytes) : "unknown"],
    ["System", `${machine.os}, ${machine.kernel}`],
    ["Program", `voxray ${machine.version}${commit}`],
    ["Compiler", machine.compiler],
    ["Date", date(machine.date)],
  ];
}

function tiles() {
  const all = [...cellTiles(), ...scalingTiles(), ...latencyTiles()];
  $("tiles").replaceChildren(...all);
  $("tiles").hidden = all.length === 0;
}

function tile(value, unit, what) {
  const figure = make("b", {}, value, make("small", {}, unit ? ` ${unit}` : ""));
  return make("div", { class: "tile" }, figure, make("span", {}, what));
}

function cellTiles() {
  if (!cells.length) return [];
  const mean = n => number(geometricMean(
    cells.filter(c => c.isa === best && c.threads === n).map(c => c.closest.median)));
  const about = "geometric mean of all scenes and classes";
  const found = [tile(mean(most), "Mrays/s", `${about}, ${best}, ${threads(most)}`)];
  if (most > 1 && threadCounts[0] === 1) found.push(tile(mean(1), "Mrays/s", "the same with one thread"));
  const fastest = cells.reduce((a, b) => a.closest.median >= b.closest.median ? a : b);
  const name = `the fastest cell: ${label(fastest.scene)}, ${fastest.class}`;
  const checked = cells.reduce((sum, c) => sum + c.checked, 0);
  const [value, unit] = checked >= 1e6 ? [number(checked / 1e6), "million rows"] : [count(checked), "rows"];
  found.push(tile(number(fastest.closest.median), "Mrays/s", name));
  found.push(tile(value, unit, "compared with the plain walk, bit for bit: none differs"));
  return found;
}

function scalingTiles() {
  const last = Math.max(0, ...scaling.map(p => p.threads));
  if (last <= 1) return [];
  const shares = scaling.filter(p => p.threads === last).map(p => p.efficiency);
  return [tile(percent(geometricMean(shares)), "", `of ideal scaling at ${threads(last)}`)];
}

function latencyTiles() {
  if (!latency.length) return [];
  const call = latency.reduce((a, b) => a.rays <= b.rays ? a : b);
  return [tile(number(call.p50_us), "µs", `a call of ${call.rays} rays, half of the time (${call.class})`)];
}

function method() {
  const { camera_side, random_rays, runs, sample, notes } = suite;
  const lines = [
    `Rays of a cell: ${camera_side} × ${camera_side} camera rays, as many rays from their hits as there are hits, `
      + `${count(random_rays)} rays from random places. Only casting is timed, wall time; closest hits write the `
      + "column t_hit alone.",
    `Rates are medians of ${runs} runs after a warm-up; a run is repeated within itself until it lasts 10 ms.`,
    `Before a cell is timed, an even sample of at most ${count(sample)} of its rays is compared with the plain walk, `
      + "voxel by voxel (time, voxel, face, status and steps, every bit): a sample, as the plain walk is slow. The "
      + "checksum over all rows must be the same from every instruction set and thread count. So it is for the other "
      + "sections, with at most 2000 rays.",
    "A change against an older report counts where the runs do not meet: the slowest of one is faster than the fastest "
      + "of the other; and only where both have 4 runs of each cell at least.",
    "miss: rays that end just short of what they would hit. grazing: rays one degree off the face that they start on. "
      + "axis: rays along one axis.",
    ...notes,
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

function charts() {
  if (cells.length) chart($("isas"), isaBars);
  if (scaling.length) {
    legend($("scaling-legend"), distinct(scaling.map(p => p.class)));
    $("scaling-note").textContent =
      `${label(scaling[0].scene)}, ${scaling[0].isa}. Dashed: so many threads, so many times the rate.`;
    chart($("scaling"), scalingLines);
  }
  if (latency.length) {
    $("latency-note").textContent =
      `${label(latency[0].scene)}, ${latency[0].isa}, all threads allowed; other rays in every call.`;
    chart($("latency"), latencyDots);
  }
  if (world.length) {
    legend($("world-legend"), distinct(world.map(p => p.class)));
    chart($("world"), worldLines);
  }
}

function draw() {
  head();
  tiles();
  method();
  const sections = document.querySelectorAll("[data-needs]");
  for (const section of sections) section.hidden = report[section.dataset.needs].length === 0;
  changed();
  if (cells.length) { chosenCells(); cellTable(); }
  if (scenes.length) sceneTable();
  charts();
  document.documentElement.dataset.drawn = "yes";
}

draw();
