/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page: a block's registers, the last accesses, the traffic, and the user's actions. */
"use strict";

const machine = JSON.parse(document.getElementById("machine").textContent);
const LIT_MS = 1500; /* a changed bit stays lit this long */
const ROWS_MAX = 200; /* accesses shown */
const SLIDER = {least: 3, most: 9.5, step: 0.01}; /* powers of ten, events a second; below the least: off */
const RATE_MAX = 1e11; /* events a second: no counter is this fast, so it was set */
const RATE_NS = 1e9; /* a counter's rate covers at least this much of the guest's time */

/* ---- requests ---- */

const complaint = el("div.complaint", {role: "status"});

async function ask(line) {
  const answer = await fetch("do", {method: "POST", body: line});
  const text = await answer.text();
  complaint.textContent = answer.ok ? "" : text;
  return answer.ok ? text : null;
}

/* ---- registers ---- */

/* One register or word on the page. */
function Register(block, word, curves) {
  const table = word.counts ? null : new Reg(word).diagram(() => "0");
  const value = el("span.value");
  const words = el("span.words");
  const rate = el("span.rate");
  const mark = el("i.swatch"); /* its curve's colour */
  const path = `${block.name}.${word.name}`;
  const poke = el("input", {placeholder: "set value", "aria-label": `set ${path}`});
  const node = el("div.reg", {"data-name": path},
    el("div.top", null, el("span.name", {title: word.prose}, word.name), el("span.now", null, value, words, el("span", null, mark, rate)),
      el("button.step", {type: "button", title: "Run to the next access of this register", "aria-label": `step to ${path}`,
        onclick: () => ask(`step ${path}`)}, "step to"),
      el("form", {onsubmit: (event) => { event.preventDefault(); points.length = 0; ask(`poke ${path} ${poke.value.trim()}`); }}, poke)),
    table);
  const cells = new Map(table ? [...table.querySelectorAll("[data-bit]")].map((cell) => [Number(cell.dataset.bit), cell]) : []);
  let last = null;
  const points = []; /* [ns, value] of a counter */

  function light(number) {
    for (let bit = 0; bit < word.width; bit++) {
      const one = number >> BigInt(bit) & 1n;
      const cell = cells.get(bit);
      cell.textContent = one;
      cell.classList.toggle("one", one === 1n);
      if (last === null || (last >> BigInt(bit) & 1n) === one) continue;
      cell.classList.add("lit");
      clearTimeout(cell.timer);
      cell.timer = setTimeout(() => cell.classList.remove("lit"), LIT_MS);
    }
  }

  function showRate(ns) {
    const now = points[points.length - 1];
    while (points.length > 2 && points[1][0] <= ns - RATE_NS) points.shift();
    const [from, before] = points[0];
    if (!now || ns <= from) return;
    const perSecond = now[1] < before ? 0 : Number(now[1] - before) / ((ns - from) / NS);
    if (perSecond > RATE_MAX) {
      points.splice(0, points.length - 1);
      return;
    }
    rate.textContent = perSecond ? `${short(perSecond)}/s` : "";
    curves.add(word.name, ns, perSecond);
    mark.style.background = perSecond ? `var(--${curves.colourOf(word.name)})` : "none";
  }

  return {
    node,
    show(hex, text, changed) {
      const number = hex === null ? null : BigInt(hex);
      value.textContent = hex === null ? "not there" : word.counts ? grouped(number) : hex;
      value.classList.toggle("counter", word.counts);
      words.textContent = word.counts ? "" : text;
      node.classList.toggle("touched", changed);
      if (table && number !== null) light(number);
      last = number;
    },
    /* It was set: its count begins here. */
    restart() { points.length = 0; },
    tick(ns) {
      if (!word.counts || last === null) return;
      points.push([ns, last]);
      showRate(ns);
    },
  };
}

/* ---- accesses ---- */

const accesses = el("div.log", {role: "log", tabindex: "0", "aria-label": "last accesses"});
const only = el("input", {type: "checkbox"});

function accessRow(access) {
  const by = access.by.replace(/ \[.*/, ""); /* all of one module, as a rule */
  return el("div", {"data-number": access.number},
    el("span.time", {title: `CPU ${access.cpu}`}, seconds(Number(access.time))),
    el(access.write ? "span.way.write" : "span.way.read", {title: access.write ? "write" : "read"}, access.write ? "W" : "R"),
    el("span.what", {title: [access.name, access.value, access.fields, access.by ? `by ${access.by}` : ""].filter(Boolean).join(" ")},
      access.name + " ", access.value, access.fields ? el("i", null, " " + access.fields) : null, by ? el("i.by", null, " " + by) : null));
}

function showAccesses(list, block) {
  for (const access of list)
    if (!only.checked || access.name.startsWith(block.name + "."))
      accesses.prepend(accessRow(access));
  while (accesses.childElementCount > ROWS_MAX) accesses.lastElementChild.remove();
}

function showPlace(number) {
  accesses.querySelectorAll(".at").forEach((row) => row.classList.remove("at"));
  if (number !== undefined) accesses.querySelector(`[data-number="${number}"]`)?.classList.add("at");
}

/* ---- traffic ---- */

/* A slider's place for an amount, and the amount at a place; null: outside of the slider. */
function place(amount) {
  const match = /^(\d+)([kMG]?)\/s$/.exec(amount);
  if (amount === "off") return SLIDER.least;
  return match ? Math.log10(Number(match[1]) * {"": 1, k: 1e3, M: 1e6, G: 1e9}[match[2]]) : null;
}

function amountAt(place) {
  return place <= SLIDER.least ? "off" : `${Math.round(10 ** place / 1000)}k/s`;
}

function trafficRow(what, amount, colour) {
  const send = (text) => ask(`traffic ${what} ${text}`);
  const box = el("input.amount", {value: amount, "aria-label": `amount of ${what}`});
  const at = place(amount);
  const slider = el("input", {type: "range", min: SLIDER.least, max: SLIDER.most, step: SLIDER.step,
    value: at === null ? SLIDER.least : at, "aria-label": `rate of ${what}`,
    oninput: () => { box.value = amountAt(Number(slider.value)); },
    onchange: () => send(box.value)});
  return el("div", {"data-what": what}, el("b", null, el("i.swatch", {style: `background: var(--${colour})`}), what), slider,
    el("form", {onsubmit: (event) => { event.preventDefault(); send(box.value); }}, box));
}

const traffic = el("div.traffic");
const flows = Curves("the traffic", "The hardware sees no event, so perf counts 0. Choose one:");
let amounts = new Map(); /* what -> amount, as last received */

/* Events a second; null: it has another unit. */
function perSecond(amount) {
  const at = place(amount);
  return at === null ? null : amount === "off" ? 0 : 10 ** at;
}

/* The line is level up to a change. */
function drawTraffic(now) {
  for (const [what, amount] of amounts)
    if (perSecond(amount) !== null) flows.add(what, now, perSecond(amount));
  flows.draw(now);
}

function noteChanges(list) {
  flows.clear();
  const before = new Map();
  for (const {what, amount, since} of list) {
    if (before.has(what)) flows.add(what, Number(since), before.get(what));
    if (perSecond(amount) === null) continue;
    flows.add(what, Number(since), perSecond(amount));
    before.set(what, perSecond(amount));
  }
}

function showTraffic(list) {
  const busy = traffic.contains(document.activeElement);
  amounts = new Map();
  noteChanges(list.filter((entry) => !entry.refused));
  for (const entry of list) if (!entry.refused) amounts.set(entry.what, entry.amount);
  if (busy && [...amounts.keys()].every((what) => traffic.querySelector(`[data-what="${what}"]`))) {
    for (const [what, amount] of amounts) {
      const box = traffic.querySelector(`[data-what="${what}"] .amount`);
      if (box !== document.activeElement) box.value = amount;
    }
    return;
  }
  traffic.replaceChildren(...[...amounts].map(([what, amount], i) => trafficRow(what, amount, flows.colourOf(what) || COLOURS[i % COLOURS.length])));
}

/* ---- the page ---- */

const state = el("span.state");
const kinds = [...new Set(machine.blocks.map((block) => block.kind))];
const chooser = el("select", {"aria-label": "block"}, kinds.map((kind) => el("optgroup", {label: kind},
  machine.blocks.filter((block) => block.kind === kind).map((block) => el("option", null, block.name)))));
const pause = el("button", {id: "pause", type: "button", title: "p"}, "pause");
const step = el("button", {id: "step", type: "button", title: "Run to the next access (s)", onclick: () => ask("step")}, "step");
const registers = el("div");
const title = el("h2");
const curves = Curves("counters", "No counter changes.");
const events = el("select", {"aria-label": "event"});
const amount = el("input", {size: 12, value: "10M/s", "aria-label": "amount"});
const add = el("form.bar", {onsubmit: (event) => { event.preventDefault(); ask(`traffic ${events.value} ${amount.value}`); }},
  events, amount, el("button", {type: "submit"}, "apply"));
let stream = null, shown = [], runs = true;
let chosen = false; /* the user has chosen an event */

/* Until the user chooses: an event that a register selects ("ev_sel=CAS_COUNT"), so that a counter counts it. */
function suggestEvent(texts) {
  const names = texts.flatMap((text) => [...text.matchAll(/=([A-Z]\w+)/gi)].map(([, name]) => name));
  const found = chosen ? null : [...events.options].find(({value}) => names.some((name) => value.split(" ")[1]?.split(".")[0] === name));
  if (found) events.value = found.value;
}

events.addEventListener("change", () => { chosen = true; });

pause.addEventListener("click", () => ask(runs ? "pause" : "continue"));

function showState(message) {
  runs = message.runs;
  state.classList.toggle("stopped", !runs);
  state.classList.remove("gone");
  state.textContent = `virtual time ${seconds(Number(message.time)).slice(0, -6)} s${runs ? "" : ", stopped"}`;
  pause.textContent = runs ? "pause" : "continue";
}

function take(block, message) {
  const touched = new Set(message.accesses.map((access) => access.name.split("[")[0]));
  showState(message);
  for (const index of message.set) shown[index].restart();
  for (const [index, [hex, text]] of Object.entries(message.regs))
    shown[index].show(hex, text, touched.has(`${block.name}.${block.words[index].name}`));
  suggestEvent(Object.values(message.regs).map(([, text]) => text));
  for (const register of shown) register.tick(Number(message.time));
  showAccesses(message.accesses, block);
  showPlace(message.at);
  if (message.traffic) showTraffic(message.traffic);
  curves.draw(Number(message.time));
  drawTraffic(Number(message.time));
}

function choose(name) {
  const block = machine.blocks.find((b) => b.name === name) || machine.blocks[0];
  if (stream) stream.close();
  curves.clear();
  chooser.value = block.name;
  location.hash = block.name;
  title.replaceChildren(block.name, el("small", null, block.prose));
  shown = block.words.map((word) => Register(block, word, curves));
  registers.style.setProperty("--names", `${Math.max(...block.words.map((word) => word.name.length))}ch`);
  registers.replaceChildren(...shown.map((register) => register.node));
  events.replaceChildren(...block.events.map((event) => el("option", null, event)));
  add.hidden = !block.events.length;
  accesses.replaceChildren();
  stream = new EventSource(`events?${encodeURIComponent(block.name)}`);
  stream.addEventListener("message", (event) => take(block, JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    state.classList.add("gone");
    state.textContent = "no connection";
  });
}

chooser.addEventListener("change", () => choose(chooser.value));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT/.test(event.target.tagName)) return;
  if (event.key === "p") pause.click();
  if (event.key === "s") step.click();
});
document.title = `${machine.machine} live`;
frame("pmulab live", {path: el("div", {id: "path"}, el("span", null, machine.machine), el("label", null, chooser)),
  tools: [state, pause, step, el("a", {href: "scenario", download: "live.scn"}, "save as scenario")], tree: null,
  main: el("main", null,
    el("section", null, el("p.hint", null, machine.about), title, registers),
    el("section", null, complaint,
      el("h2", null, "counters", el("small", null, "events a second")), curves.node,
      el("h2", null, "traffic", el("small", null, "in the hardware")), flows.node, traffic, add,
      el("h2", null, "last accesses", el("small", null, el("label", null, only, " of this block"))), accesses))});
choose(decodeURIComponent(location.hash.slice(1)));
