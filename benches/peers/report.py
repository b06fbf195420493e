"""What was measured, in words and tables."""

import json
import math
import os

CLASS_NOTE = "sun-out"  # stands apart: a part of the sun's rays, in no mean
TITLES = {"terrain": "terrain", "city": "city", "noise5": "noise 5 %", "noise05": "noise 0.5 %", "menger": "Menger"}

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "earlier.json")) as _file:
    EARLIER = json.load(_file)["cells"]


def fastest_ratio(cell, best):
    """The fastest pass of voxray over that of a peer's best mode; of as many passes of each, evenly spread: the more
    passes, the faster the fastest. None if there is no such peer.
    """
    if not best:
        return None
    peer, mode, _ = best
    own, other = cell["peers"]["voxray"][cell["best_isa"]]["rates"], cell["peers"][peer][mode]["rates"]
    passes = min(len(own), len(other))
    spread = lambda rates: [rates[index * len(rates) // passes] for index in range(passes)]
    return max(spread(own)) / max(spread(other))


def is_coherent(mode):
    return mode.endswith("-coherent")


def best_of(cell, peers, coherent=True):
    """(peer, mode, Mrays/s) of the fastest right mode of these peers, if need be of those without the coherent flag;
    none if there is none.
    """
    right = [(entry["mrays_per_s"], peer, mode) for peer in peers for mode, entry in cell["peers"].get(peer, {}).items()
             if not entry["wrong"] and (coherent or not is_coherent(mode))]
    rate, peer, mode = max(right, default=(None, None, None))
    return peer and (peer, mode, rate)


def is_wrong(cell, peer):
    """Whether all that a peer answered is wrong."""
    modes = cell["peers"].get(peer, {})
    return bool(modes) and all(entry["wrong"] for entry in modes.values())


def with_ratios(cell, voxel_peers):
    voxray = cell["peers"]["voxray"][cell["best_isa"]]["mrays_per_s"]
    for key, peers in (("fastest_over_embree", ["embree"]), ("fastest_over_voxel_peer", voxel_peers)):
        cell[key] = fastest_ratio(cell, best_of(cell, peers))
    for key in ("over_embree", "over_voxel_peer", "over_embree_plain", "earlier_over_embree", "over_earlier",
                "plain_over_earlier"):
        cell[key] = None
    if embree := best_of(cell, ["embree"]):
        cell["best_embree"], cell["over_embree"] = embree, voxray / embree[2]
    if plain := best_of(cell, ["embree"], coherent=False):
        cell["over_embree_plain"] = voxray / plain[2]
    if peer := best_of(cell, voxel_peers):
        cell["best_voxel_peer"], cell["over_voxel_peer"] = peer, voxray / peer[2]
    earlier = EARLIER.get(cell["scene"], {}).get(cell["class"])
    if earlier:
        cell["earlier_over_embree"] = earlier["voxray"] / earlier["embree_" + cell["query"]]
        if embree:
            cell["over_earlier"] = cell["over_embree"] / cell["earlier_over_embree"]
        if plain:
            cell["plain_over_earlier"] = cell["over_embree_plain"] / cell["earlier_over_embree"]
    return cell


def number(value, form="{:.2f}"):
    return "-" if value is None else form.format(value)


def shown(cell, peer):
    """Rate and mode of a peer's best, or WRONG."""
    found = best_of(cell, [peer])
    if found:
        return f"{found[2]:.2f}"
    return "WRONG" if is_wrong(cell, peer) else "-"


COLUMNS = [("scene", 8), ("class", 10), ("query", 8), ("hits", 6), ("avx512", 8), ("avx2", 8), ("scalar", 8),
           ("embree", 8), ("mode", 23), ("openvdb", 8), ("parry", 8), ("walk", 8), ("x embree", 9), ("x voxel", 8),
           ("earlier", 8), ("x earlier", 10), ("plain", 6)]


def head():
    return "Mrays/s, one thread\n" + "".join(name.ljust(width) for name, width in COLUMNS)


def line(cell):
    isas = [number((cell["peers"]["voxray"].get(isa) or {}).get("mrays_per_s")) for isa in ("avx512", "avx2", "scalar")]
    words = [cell["scene"], cell["class"], cell["query"], f"{cell['hit_rate']:.1%}", *isas, shown(cell, "embree"),
             (cell.get("best_embree") or ["", "-"])[1], shown(cell, "openvdb"), shown(cell, "parry"),
             shown(cell, "walk"), number(cell["over_embree"]), number(cell["over_voxel_peer"]),
             number(cell["earlier_over_embree"]), number(cell["over_earlier"]), number(cell["plain_over_earlier"])]
    return "".join(word.ljust(width) for word, (_, width) in zip(words, COLUMNS))


WORDS = {
    "over_embree": "voxray / best of Embree",
    "fastest_over_embree": "  by the fastest passes",
    "over_embree_plain": "  without coherent flag",
    "earlier_over_embree": "  earlier",
    "over_earlier": "  now / earlier",
    "plain_over_earlier": "  now without / earlier",
    "over_voxel_peer": "voxray / best voxel peer",
    "fastest_over_voxel_peer": "  by the fastest passes",
}


def geometric_mean(values):
    values = [value for value in values if value is not None]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def summary(cells):
    """Geometric means and worst cells per query."""
    found = {}
    for query in ("closest", "any"):
        own = [cell for cell in cells if cell["query"] == query and cell["class"] != CLASS_NOTE]
        found[query] = {}
        for key in WORDS:
            known = [cell for cell in own if cell[key] is not None]
            worst = min(known, key=lambda cell: cell[key], default=None)
            found[query][key] = {
                "geometric_mean": geometric_mean([cell[key] for cell in known]),
                "worst": worst and {"scene": worst["scene"], "class": worst["class"], "ratio": worst[key]},
            }
    return found


def closing(cells, found, about):
    lines = [""]
    for query, ratios in found.items():
        for key, text in WORDS.items():
            mean, worst = ratios[key]["geometric_mean"], ratios[key]["worst"]
            if mean is not None:
                lines.append(f"{query:8} {text:26} geometric mean {mean:6.2f}, worst {worst['ratio']:.2f} "
                             f"({worst['scene']} {worst['class']})")
    for cell in cells:
        for peer, modes in cell["peers"].items():
            for mode, entry in modes.items():
                if entry["wrong"]:
                    where = f"{cell['scene']} {cell['class']} {cell['query']}"
                    lines.append(f"WRONG: {peer} {mode} in {where}: {entry['wrong']}")
    own = sorted(cell["peers"]["voxray"][cell["best_isa"]]["spread"] for cell in cells)
    lines.append(f"spread of voxray's passes (max - min) / median: {own[len(own) // 2]:.0%} in the median cell, "
                 f"{own[-1]:.0%} at most; load {about['load_before']:.1f} before, {about['load_after']:.1f} after")
    lines.append(f"built in {about['seconds_to_build']:.0f} s, ran for {about['seconds_to_run']:.0f} s")
    return "\n".join(lines)


def markdown(cells, found, about, facts):
    """A table for a README: one line per scene and class, closest and any hit side by side."""
    lines = [f"One thread, Mrays/s, median of {about['rounds']} rounds in turns. {about['cpu']} (family "
             f"{about['cpu_family']}), {about['rustc'].split(' (')[0]}, g++ {about['g++'].split()[-1]}, "
             f"{versions(facts)}, {about['date']}.", "",
             "| scene | rays | closest: voxray | Embree | ratio | any: voxray | Embree | ratio | best voxel peer, closest | ratio |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    by_place = {}
    for cell in cells:
        by_place.setdefault((cell["scene"], cell["class"]), {})[cell["query"]] = cell
    for (scene, ray_class), both in by_place.items():
        words = [TITLES[scene], ray_class]
        for query in ("closest", "any"):
            cell = both[query]
            own = cell["peers"]["voxray"][cell["best_isa"]]["mrays_per_s"]
            words += [f"{own:.1f}", shown(cell, "embree"), number(cell["over_embree"], "{:.1f}x")]
        peer = both["closest"].get("best_voxel_peer")
        words += [f"{peer[2]:.2f} ({peer[0]})" if peer else "", number(both["closest"]["over_voxel_peer"], "{:.1f}x")]
        lines.append("| " + " | ".join(words) + " |")
    means = [number(found[query][key]["geometric_mean"], "{:.1f}x")
             for query, key in (("closest", "over_embree"), ("any", "over_embree"), ("closest", "over_voxel_peer"))]
    lines.append(f"| geometric mean | without sun-out | | | {means[0]} | | | {means[1]} | | {means[2]} |")
    return "\n".join(lines) + "\n"


def versions(facts):
    known = next(iter(facts.values()), {})
    names = {"embree": "Embree", "openvdb": "OpenVDB", "parry": "parry3d"}
    return ", ".join(f"{name} {known[peer]['version']}" for peer, name in names.items() if peer in known)
