// Cells and scenes in tables, and what has changed since an older report.

const column = (head, of, show) => ({ head, of, show });
const words = (head, of, show) => ({ head, of, show, text: true });
const rate = (head, of) => column(head, of, number);
const share = (head, of) => column(head, of, percent);
const ratio = x => make("b", { class: x < 1 ? "bad" : "good" }, `${x < 1 ? "▼" : "▲"} ${x.toFixed(3)}`);

function matrix(some) {
  const rates = some.map(c => Math.log(c.closest.median));
  const low = Math.min(...rates), range = Math.max(...rates) - low || 1;
  const field = c => {
    if (!c) return make("td", {}, "–");
    const depth = 0.04 + 0.4 * (Math.log(c.closest.median) - low) / range;
    const any = make("small", {}, number(c.any.median));
    const style = `background:rgba(var(--accent-rgb),${depth.toFixed(3)})`;
    return tell(make("td", { style }, make("b", {}, number(c.closest.median)), any), story(c));
  };
  const row = spec => {
    const fields = classes.map(name => field(some.find(c => c.scene === spec && c.class === name)));
    return make("tr", {}, make("td", { class: "text" }, label(spec)), ...fields);
  };
  const rows = distinct(some.map(c => c.scene)).map(row);
  const heads = classes.map(name => make("th", { scope: "col" }, name));
  heads.unshift(make("th", { class: "text", scope: "col" }, "scene"));
  $("matrix").replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function sceneTable() {
  table($("scenes"), [
    words("scene", s => s.label),
    column("box", s => s.sides.reduce((a, b) => a * b), (_, s) => s.sides.join(" × ")),
    column("voxels", s => s.voxels, count),
    column("chunks", s => s.chunks, count),
    column("bricks", s => s.bricks, count),
    column("grid", s => s.grid_bytes, bytes),
    words("fits", s => s.fits, v => make("span", { class: "chip" }, v)),
    rate("bytes/voxel", s => s.bytes_per_voxel),
    column("materials", s => s.material_bytes, bytes),
    column("made in", s => s.build_seconds, v => `${number(v)} s`),
  ], scenes);
}

function cellColumns() {
  return [
    words("scene", c => label(c.scene)),
    words("class", c => c.class),
    words("isa", c => c.isa),
    column("threads", c => c.threads),
    column("Mrays/s", c => c.closest.median, v => make("b", {}, number(v))),
    ...(comparison ? [changeColumn()] : []),
    share("spread", c => (c.closest.q3 - c.closest.q1) / c.closest.median),
    rate("any hit", c => c.any.median),
    rate("ns/ray", c => c.ns_per_ray),
    rate("faces/ray", c => c.faces_per_ray),
    rate("look-ups/ray", c => c.lookups_per_ray),
    rate("ns/look-up", c => c.ns_per_lookup),
    share("lanes", c => c.lane_use),
    share("corrected", c => c.corrected),
    share("hits", c => c.hit_rate),
    words("checksum", c => c.checksum, v => make("span", { class: "mono" }, v)),
  ];
}

// The rate of closest hits over the old one.
function changeColumn() {
  const key = c => [c.scene, c.class, c.isa, c.threads, c.rays].join("|");
  const closest = comparison.changes.filter(c => c.measure === "closest");
  const changes = new Map(closest.map(c => [key(c.key), c]));
  return column("new / old", c => changes.get(key(c))?.ratio ?? NaN, (v, c) => {
    if (Number.isNaN(v)) return "–";
    return changes.get(key(c)).verdict === "same" ? v.toFixed(3) : ratio(v);
  });
}

function cellTable() {
  const fill = table($("cells"), cellColumns(), cells);
  const wanted = {};
  const filter = (name, of, values, text) => {
    const words = v => v === null ? "all" : text(v);
    choice($("filters"), name, [null, ...values], null, words, value => {
      wanted[name] = value === null ? null : c => of(c) === value;
      fill(cells.filter(c => Object.values(wanted).every(test => !test || test(c))));
    });
  };
  filter("scene", c => c.scene, distinct(cells.map(c => c.scene)), label);
  filter("class", c => c.class, classes, String);
  filter("isa", c => c.isa, isas, String);
  filter("threads", c => c.threads, threadCounts, String);
  $("cells-note").textContent = "Faces are those that the plain walk crosses; look-ups are the steps of the fast one, "
    + "which passes over many faces at once. Spread: the middle half of the runs, of the median. "
    + "Press a heading to sort.";
}

function changed() {
  if (!comparison) return;
  $("changes").hidden = false;
  const card = $("changes-card");
  const flagged = comparison.changes.filter(c => c.verdict !== "same");
  card.append(...changeLines(flagged));
  if (flagged.length) card.append(make("div", { class: "scroll changes", tabindex: "0" }, changeTable(flagged)));
}

function changeLines(flagged) {
  const line = (text, name = "line") => make("p", { class: name }, text);
  const { old_version, old_date, changes, runs } = comparison;
  const found = [...comparison.machine.map(what => line(`Another machine or compiler: ${what}`, "warn"))];
  found.push(line(`Against voxray ${old_version} of ${date(old_date)}: ${flagged.length} of ${changes.length} rates `
    + `changed beyond the spread of their runs${meanRatios()}.`));
  if (comparison.too_few_runs) found.push(line(`No rate counts as changed: a report has ${plural(runs, "run", "runs")} `
    + "of each cell, too few to tell a change from chance.", "warn"));
  const lists = [
    [comparison.only_old, "only in the old report"],
    [comparison.only_new, "only in this one"],
  ];
  for (const [keys, what] of lists) if (keys.length) found.push(line(`${keys.length} cells ${what}.`));
  const other = comparison.other_answers.length;
  if (other) found.push(line(`${other} cells give other answers than before.`, "warn"));
  return found;
}

// On average, for closest hits and any hit apart.
function meanRatios() {
  const mean = measure => {
    const own = comparison.changes.filter(c => c.measure === measure);
    return number(geometricMean(own.map(c => c.ratio)));
  };
  if (!comparison.changes.length) return "";
  return `; on average closest hits have ${mean("closest")} of their old rate, any hit ${mean("any")}`;
}

function changeTable(flagged) {
  const rows = make("table");
  table(rows, [
    words("scene", c => label(c.key.scene)),
    words("class", c => c.key.class),
    words("isa", c => c.key.isa),
    column("threads", c => c.key.threads),
    words("hit", c => c.measure),
    rate("old Mrays/s", c => c.old),
    rate("new Mrays/s", c => c.new),
    column("new / old", c => c.ratio, ratio),
  ], flagged, { column: 7, down: false });
  return rows;
}
