/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Helpers for all pages, and their frame. Text is only inserted as text, since guests print anything. */
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
  const probe = document.body.appendChild(el("i", {style: `color: var(--${name})`}));
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function section(title, note, ...inside) {
  return el("section", null, el("h2", null, title, note ? el("small", null, note) : null), ...inside);
}

/*
 * Fills the body: a header with @title, a link to the page's start; @path; @tools; and below @tree, or null, beside @main.
 * On a phone a button opens the tree. Returns the header and the function that opens and closes the tree.
 */
function frame(title, {path, tools, tree, main}) {
  const open = (is) => {
    tree?.classList.toggle("open", is);
    button?.setAttribute("aria-expanded", String(is));
  };
  const button = tree ? el("button", {id: "contents", type: "button", "aria-expanded": "false",
    onclick: () => open(!tree.classList.contains("open"))}, "contents") : null;
  const header = el("header", null, button, el("h1", null, el("a", {href: "#"}, title)), path, el("div", {id: "tools"}, tools));
  new ResizeObserver(() => document.documentElement.style.setProperty("--top", `${header.offsetHeight}px`)).observe(header);
  document.body.append(header, el("div", {id: "sides"}, tree, main));
  return {header, open};
}
