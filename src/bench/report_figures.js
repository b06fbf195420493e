// The charts of a report.

function roofline(width, some) {
  const height = Math.max(320, Math.min(520, width * 0.5)), small = width < 500;
  const walked = some.filter(c => c.lookups_per_ray > 0);
  const x = logScale(around(walked.map(c => c.lookups_per_ray)), [small ? 38 : 46, width - 12]);
  const y = logScale(around(walked.map(c => c.ns_per_lookup)), [height - 46, 30]);
  const root = frame(width, height, "Nanoseconds per look-up against look-ups per ray", x, y,
    logTicks(x.domain, small ? 6 : 14), logTicks(y.domain, 10), "look-ups per ray", "ns per look-up");
  equalTimes(root, x, y, small);
  for (const c of walked) root.append(mark(c.class, x(c.lookups_per_ray), y(c.ns_per_lookup), story(c)));
  return root;
}

// Lines of equal time per ray.
function equalTimes(root, x, y, small) {
  const [x0, x1] = x.domain, [y0, y1] = y.domain;
  for (const time of logTicks([x0 * y0, x1 * y1], small ? 6 : 10)) {
    const from = Math.max(x0, time / y1), to = Math.min(x1, time / y0);
    if (from >= to) continue;
    const end = y(time / to);
    root.append(svg("line", { class: "iso", x1: x(from), y1: y(time / from), x2: x(to), y2: end }));
    if (x(to) - x(from) <= 60) continue;
    const place = { class: "iso-label", x: x(to) - 6, y: Math.min(end - 6, y.range[0] - 8), "text-anchor": "end" };
    root.append(svg("text", place, `${count(time)} ${small ? "ns" : "ns/ray"}`));
  }
}

// Bars with their values at the end: rows of {name, value, text, told}.
function bars(width, title, rows) {
  const row = 54, left = 74, height = rows.length * row;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title });
  const longest = Math.max(...rows.map(r => r.value)), room = Math.max(40, width - left - 150);
  rows.forEach((r, index) => {
    const y = index * row + 12, share = r.value / longest, long = Math.max(3, room * share);
    const look = { rx: 6, fill: "var(--accent)", opacity: 0.45 + 0.55 * share };
    root.append(
      svg("text", { class: "title", x: 0, y: y + 20 }, r.name),
      tell(svg("rect", { x: left, y, width: long, height: 30, ...look }), r.told),
      svg("text", { class: "value", x: left + long + 8, y: y + 20 }, r.text));
  });
  return root;
}

function isaBars(width) {
  const rates = isa => cells.filter(c => c.isa === isa && c.threads === threadCounts[0]).map(c => c.closest.median);
  const own = machine.isas.filter(isa => isas.includes(isa));
  const first = geometricMean(rates(own[0]));
  return bars(width, "Rates by instruction set", own.map(isa => {
    const value = geometricMean(rates(isa)), times = value / first, rate = `${number(value)} Mrays/s`;
    const text = isa === own[0] ? rate : `${rate} (${times.toFixed(1)}×)`;
    return { name: isa, value, text, told: `${isa}: ${rate}, ${times.toFixed(2)} times ${own[0]}` };
  }));
}

function latencyDots(width) {
  const row = 46, height = latency.length * row + 50, left = Math.min(130, width * 0.34);
  const x = logScale(around(latency.flatMap(l => [l.p50_us, l.p99_us]), 1.5), [left, width - 16]);
  const y = Object.assign(i => i, { range: [latency.length * row + 4, 4] });
  const root = frame(width, height, "Latency", x, y, logTicks(x.domain, width < 500 ? 5 : 9), [],
    "µs per call, ● half of the calls, ◆ 99 %", "");
  latency.forEach((l, index) => root.append(...latencyRow(l, x, index * row + 28)));
  return root;
}

function latencyRow(l, x, y) {
  const told = `${l.rays} ${l.class} rays in one call, ${l.isa}\n`
    + `p50 ${number(l.p50_us)} µs, p99 ${number(l.p99_us)} µs\n${count(l.calls)} calls timed`;
  const dot = (kind, value) => {
    const node = mark(kind, x(value), y, told);
    node.setAttribute("fill", "var(--accent)");
    return [svg("text", { x: x(value), y: y - 11, "text-anchor": "middle" }, number(value)), node];
  };
  return [
    svg("line", { class: "rule", x1: x(l.p50_us), x2: x(l.p99_us), y1: y, y2: y }),
    svg("text", { class: "title", x: 0, y: y + 4 }, `${l.rays} ${l.class}`),
    ...dot("camera", l.p50_us),
    ...dot("pairs", l.p99_us),
  ];
}

function scalingPoints(fewest) {
  const alone = name => scaling.find(p => p.class === name && p.threads === fewest).closest.median;
  return scaling.map(p => ({
    name: p.class,
    x: p.threads,
    y: p.closest.median / alone(p.class),
    told: `${p.class}, ${threads(p.threads)}, ${p.isa}\n`
      + `${number(p.closest.median)} Mrays/s\n${percent(p.efficiency)} of ideal`,
  }));
}

function scalingLines(width) {
  const height = 320, counts = distinct(scaling.map(p => p.threads)), last = Math.max(2, ...counts);
  const points = scalingPoints(Math.min(...counts));
  const low = Math.min(1, ...points.map(p => p.y));
  const x = logScale([0.93, last * 1.1], [44, width - 14]);
  const y = logScale([low * 0.9, last * 1.15], [height - 46, 30]);
  const doubled = counts.concat(last === counts.at(-1) ? [] : [last]);
  const spaced = doubled.filter((t, i) => i === doubled.length - 1 || x(doubled.at(-1)) - x(t) > 26);
  const powers = Array.from({ length: 12 }, (_, i) => 2 ** i).filter(t => t <= y.domain[1]);
  const root = frame(width, height, "Speed-up by threads", x, y, spaced, powers,
    "threads", "times the rate of one thread");
  const place = { class: "iso-label", x: x(last) - 14, y: y(last) + 2, "text-anchor": "end" };
  root.append(
    svg("line", { class: "iso", x1: x(1), y1: y(1), x2: x(last), y2: y(last) }),
    svg("text", place, "ideal"));
  lines(root, distinct(points.map(p => p.name)), points, x, y);
  return root;
}

function worldLines(width) {
  const height = 320, sizes = distinct(world.map(p => p.size));
  const points = world.map(p => ({
    name: p.class,
    x: p.size,
    y: p.ns_per_ray,
    told: `${p.class}, terrain ${p.size}, ${p.isa}\n`
      + `${number(p.ns_per_ray)} ns per ray, ${number(p.closest.median)} Mrays/s\ngrid ${bytes(p.grid_bytes)}`,
  }));
  const end = Math.max(...sizes, sizes[0] * 1.5) * 1.1;
  const x = logScale([sizes[0] * 0.9, end], [48, width - 14]);
  const y = logScale(around(points.map(p => p.y)), [height - 46, 30]);
  const root = frame(width, height, "Time per ray by size of the world", x, y, sizes, logTicks(y.domain, 8),
    "columns along a side", "ns per ray", String);
  cacheLimits(root, x, y);
  lines(root, distinct(points.map(p => p.name)), points, x, y);
  return root;
}

function cacheLimits(root, x, y) {
  const [bottom, top] = y.range;
  for (const cache of machine.caches) {
    const at = crossing(cache.bytes);
    if (at) root.append(
      svg("line", { class: "limit", x1: x(at), x2: x(at), y1: bottom, y2: top }),
      svg("text", { x: x(at) + 4, y: top + 10 }, cache.name));
  }
}

// The size at which the grid takes so many bytes, between two that were measured.
function crossing(limit) {
  const ordered = distinct(world.map(p => p.size)).map(size => world.find(p => p.size === size));
  for (let i = 1; i < ordered.length; i++) {
    const [a, b] = [ordered[i - 1], ordered[i]];
    if (limit < a.grid_bytes || b.grid_bytes <= limit) continue;
    const share = Math.log(limit / a.grid_bytes) / Math.log(b.grid_bytes / a.grid_bytes);
    return a.size * (b.size / a.size) ** share;
  }
  return null;
}
