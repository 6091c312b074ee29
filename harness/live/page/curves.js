/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Curves over the last seconds of the guest's time: counters' rates, and the traffic. */
"use strict";

const WINDOW_NS = 30e9;
const COLOURS = ["c1", "c2", "c3", "c4", "c5", "c6"];

/* 1.2M */
function short(number) {
  const units = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const [scale, unit] = units.find(([least]) => number >= least) || [1, ""];
  const scaled = number / scale;
  return scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0).replace(/\.?0+$/, (zeros) => (zeros.includes(".") ? "" : zeros)) + unit;
}

function svg(what, attributes, ...inside) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", what);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inside);
  return node;
}

/*
 * A chart of @what: named curves. add(name, ns, value) adds a point; draw(now) shows the curves that
 * are not 0, or @hint if there are none.
 */
function Curves(what, hint) {
  const WIDTH = 440, HEIGHT = 120, FOOT = 18;
  const node = el("div");
  const chart = svg("svg", {class: "curves", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${what}, over the last ${WINDOW_NS / 1e9} seconds of the guest`});
  const curves = new Map();

  function colourOf(name) {
    if (!curves.has(name)) return null;
    return COLOURS[[...curves.keys()].indexOf(name) % COLOURS.length];
  }

  function path(points, from, most) {
    const x = (ns) => Math.max(0, (ns - from) / WINDOW_NS) * WIDTH;
    const y = (value) => HEIGHT - FOOT - (value / most) * (HEIGHT - FOOT - 14);
    return points.map(([ns, value], i) => `${i ? "L" : "M"}${x(ns).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  }

  return {
    node,
    colourOf,
    clear() { curves.clear(); },
    add(name, ns, value) {
      if (!curves.has(name)) curves.set(name, []);
      const points = curves.get(name);
      points.push([ns, value]);
      while (points.length > 2 && points[1][0] < ns - WINDOW_NS) points.shift();
    },
    draw(now) {
      const from = now - WINDOW_NS;
      const shown = [...curves].filter(([, points]) => points.some(([, value]) => value > 0));
      node.replaceChildren(shown.length ? chart : el("p.hint", null, hint));
      const most = Math.max(1, ...shown.flatMap(([, points]) => points.map(([, value]) => value)));
      chart.replaceChildren(
        svg("line", {x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT}),
        svg("text", {x: 4, y: 12}, `${short(most)}/s`),
        svg("text", {x: 4, y: HEIGHT - 4}, `${WINDOW_NS / 1e9} s ago`),
        svg("text", {x: WIDTH - 4, y: HEIGHT - 4, "text-anchor": "end"}, "now"),
        ...shown.map(([name, points]) => svg("path", {d: path(points, from, most), stroke: `var(--${colourOf(name)})`},
          svg("title", {}, name))));
    },
  };
}
