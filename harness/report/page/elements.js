/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Helpers for all parts of the page. Text is only inserted as text, since guests print anything. */
"use strict";

/* An element: "div.class", attributes (on...: listeners), and contents (elements, text; null: nothing). */
function el(what, attributes, ...inside) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag);
  node.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...inside.flat().filter((child) => child != null));
  return node;
}

const NS = 1e9; /* in a second */

/* Nanoseconds as seconds, all digits. */
function seconds(ns) {
  const whole = Math.floor(ns / NS);
  return whole + "." + String(Math.round(ns - whole * NS)).padStart(9, "0");
}

/* A span of time in the unit that suits it. */
function span(ns) {
  const units = [[NS, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
  const [scale, unit] = units.find(([least]) => ns >= least) || units[3];
  return (ns / scale).toPrecision(3).replace(/\.?0+$/, (zeros) => (zeros.includes(".") ? "" : zeros)) + " " + unit;
}

/* Digits in threes. Takes text, since counts have 64 bits. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/* "1 run", "2 runs" */
function counted(n, word) {
  return grouped(n) + " " + word + (n === 1 ? "" : "s");
}

/* The text as a terminal would show it: no colours, nothing overwritten. */
function plain(text) {
  return text
    .replace(/\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b./g, "")
    .replace(/\r+\n/g, "\n")
    .replace(/^.*\r(?!\n)/gm, "")
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "\ufffd");
}

/* A colour of the page's, for canvases. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

function section(title, note, ...inside) {
  return el("section", null, el("h2", null, title, note ? el("small", null, note) : null), ...inside);
}
