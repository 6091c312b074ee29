/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search: a list of registers, fields, events and options, those with all words or else with most; arrow keys, Enter, Escape. */
"use strict";

const SHOWN = 100; /* results in the list */
const KINDS = ["block", "register", "field", "event", "option"];

/* Every place of the atlas that can be found: {id, kind, name, prose}, and in small letters names, own (words about it)
   and around (words about its block and register). */
function searchEntries(atlas) {
  const entries = [];
  const add = (kind, id, name, prose, around = "", more = "") => entries.push({kind, id, name, prose,
    names: [name, id].map(plainName), own: `${id} ${prose} ${more}`.toLowerCase(), around: around.toLowerCase()});
  const addEvents = (id, events, around) => {
    for (const [code, name, , prose, subs] of events ? events.list : [])
      add("event", `${id}.events.${name}`, name, `${code} ${prose}`, around, (subs || []).map(([sub]) => sub).join(" "));
  };
  for (const machine of atlas.machines) {
    machine.blocks.forEach((block, i) => {
      const id = `${machine.name}.${block.name}`;
      const groups = machine.groups.filter((group) => group.name && group.blocks.includes(i)).map((group) => `${group.name} ${group.prose}`).join(" ");
      add("block", id, block.name, block.prose, groups);
      for (const reg of block.registers) {
        add("register", `${id}.${reg.name}`, reg.name, reg.prose, `${groups} ${block.prose}`);
        for (const [name, low, width, access, , prose] of reg.fields)
          if (access !== "RV") add("field", `${id}.${reg.name}.${name}`, name, `${width === 1 ? "bit" : "bits"} ${bitsText(reg, low, width)}: ${prose}`, `${groups} ${block.prose} ${reg.prose}`);
      }
      addEvents(id, block.events, `${groups} ${block.prose}`);
    });
    for (const unit of machine.units) addEvents(`${machine.name}.${unit.name}`, unit.events);
    for (const [name, values, , prose] of machine.options) add("option", `${machine.name}.options.${name}`, name, `${prose}: ${values}`);
  }
  return entries;
}

/* Manuals write IbsFetchCtl and IBS_FETCH_CTL. */
function plainName(name) {
  return name.toLowerCase().replace(/_/g, "");
}

/* How manuals shorten words. */
const SHORT = {activate: "act", config: "cfg", control: "ctl", counter: "ctr", enable: "en", freeze: "frz", read: "rd", reset: "rst", write: "wr"};

/* The forms of @word that places may have: plain, as in names; short, by SHORT; stem, without its ending; begin, which
   finds the stem at the start of words. "activate" finds "activations", "counters" finds "count". "ha" does not find
   "phase". */
function wanted(word) {
  const stem = word.replace(/(?:ions?|ings?|ers?|ed|es?|s)$/, "");
  return {plain: plainName(word), short: SHORT[word], stem: stem.length >= 4 ? stem : word,
    begin: new RegExp(`(?:^|[^a-z0-9])${escaped(stem.length >= 4 ? stem : word)}`)};
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const LACKED = 100; /* more than any word found in a bad place */

/* Where @entry has a word, the best place first: its name, the start of the name, a part of it, the path, the
   description, the description of its block or register. LACKED: nowhere. A word also has a name of four letters or
   more if it starts with it: "threshold" has thresh. */
function distance(entry, {plain, short, begin}) {
  const [name, id] = entry.names;
  if (name === plain) return 0;
  if (name === short || name.startsWith(plain) || (name.length >= 4 && plain.startsWith(name))) return 1;
  if (plain.length > 2 && name.includes(plain)) return 2;
  const own = begin.test(entry.own);
  if (id.includes(plain) && (own || plain.length > 2)) return 3;
  if (short && id.includes(short)) return 4;
  return own ? 5 : begin.test(entry.around) ? 6 : LACKED;
}

/* The entries that have all @words, the best first, or else the entries that lack the fewest: {entries, lacked}. The
   parts of a long name are words of their own if no entry has the whole name. */
function found(entries, words) {
  const looked = words.map(wanted);
  const ranked = entries.map((entry) => [looked.map((word) => distance(entry, word)), entry]);
  const lacks = (places) => places.filter((place) => place === LACKED).length;
  const lacked = Math.min(...ranked.map(([places]) => lacks(places)));
  if (lacked && words.some((word) => /[a-z0-9][_.][a-z0-9]/.test(word)))
    return found(entries, words.flatMap((word) => word.split(/[_.]+/)).filter(Boolean));
  if (lacked === words.length) return {entries: [], lacked};
  const rank = (places, entry) => places.reduce((sum, place) => sum + place, 0) * KINDS.length + KINDS.indexOf(entry.kind);
  return {lacked, entries: ranked.filter(([places]) => lacks(places) === lacked)
    .map(([places, entry]) => [rank(places, entry), entry]).sort(([a], [b]) => a - b).map(([, entry]) => entry)};
}

/* @text with the words marked. */
function marked(text, words) {
  const pattern = words.map((word) => escaped(wanted(word).stem)).join("|");
  return text.split(new RegExp(`(${pattern})`, "i")).map((part, i) => (i % 2 ? el("mark", null, part) : part));
}

class Search {
  /* @go(id): called for the result that the user chooses. */
  constructor(atlas, go) {
    this.atlas = atlas;
    this.go = go;
    this.results = [];
    this.box = el("input", {id: "search", type: "search", placeholder: "search: register, field, event   ( / )", autocomplete: "off",
      spellcheck: "false", role: "combobox", "aria-controls": "results", "aria-expanded": "false", "aria-label": "Search registers, fields and events",
      oninput: () => this.look(), onfocus: () => this.look(), onkeydown: (event) => this.key(event)});
    this.found = el("output", {id: "found"});
    this.list = el("ul", {id: "results", role: "listbox", "aria-label": "results", hidden: true});
    document.addEventListener("mousedown", (event) => {
      if (!this.list.contains(event.target) && event.target !== this.box) this.close();
    });
  }

  look() {
    const words = this.box.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.entries ||= searchEntries(this.atlas);
    const {entries, lacked} = words.length ? found(this.entries, words) : {entries: [], lacked: 0};
    this.results = entries;
    this.found.textContent = words.length ? counted(this.results.length, "result") + (lacked && entries.length ? `, without ${counted(lacked, "word")}` : "") : "";
    this.list.hidden = !words.length;
    this.box.setAttribute("aria-expanded", String(!this.list.hidden));
    this.list.replaceChildren(...this.results.slice(0, SHOWN).map((entry, i) => this.row(entry, words, i)), ...this.rest(words));
    this.list.scrollTop = 0;
    this.mark(0);
  }

  row(entry, words, i) {
    return el("li", {id: `result-${i}`, role: "option", "data-id": entry.id, onclick: () => this.choose(i), onmousemove: () => this.mark(i)},
      el("small", null, entry.kind), el("b", null, marked(entry.id, words)), el("span", null, marked(entry.prose, words)));
  }

  rest(words) {
    if (words.length && !this.results.length)
      return [el("li.none", null, `Nothing has ${words.map((word) => `"${word}"`).join(" and ")} in its name or description.`)];
    return this.results.length > SHOWN ? [el("li.none", null, `${this.results.length - SHOWN} more: add a word`)] : [];
  }

  mark(i) {
    this.at = Math.max(0, Math.min(i, Math.min(this.results.length, SHOWN) - 1));
    this.list.querySelectorAll(".at").forEach((one) => one.classList.remove("at"));
    const row = document.getElementById(`result-${this.at}`);
    if (!row) return this.box.removeAttribute("aria-activedescendant");
    row.classList.add("at");
    this.box.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({block: "nearest"});
  }

  key(event) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[event.key];
    if (step) {
      event.preventDefault();
      this.mark(this.at + step);
    } else if (event.key === "Enter") this.choose(this.at);
    else if (event.key === "Escape") this.clear();
  }

  choose(i) {
    const entry = this.results[i];
    if (!entry) return;
    this.clear();
    this.go(entry.id);
  }

  close() {
    this.list.hidden = true;
    this.box.setAttribute("aria-expanded", "false");
  }

  clear() {
    this.box.value = "";
    this.look();
    this.box.blur();
  }
}
