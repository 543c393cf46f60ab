"""A whole game inside the worker of the offline page."""

from __future__ import annotations

PLAYED = """
async ([game, seed, pack, entries]) => {
  const begun = await rival.call("begin", { body: { game, seed, pack }, lang: "ru" });
  let state = JSON.parse(begun.text);
  const took = [];
  for (const [kind, name, value] of entries) {
    const said = kind === "correct" ? { path: name, value } : { value };
    const start = performance.now();
    const change = { at: state.at, since: state.length, ...said };
    const reply = await rival.call(kind, { id: state.id, body: change, lang: "ru" });
    const next = JSON.parse(reply.text);
    took.push(performance.now() - start);
    if (reply.kind !== "given") throw new Error(reply.text);
    state = next.state ?? next;
  }
  return took;
}
"""
