/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The search: a list of registers, fields, events and options that have all words; arrow keys, Enter, Escape. */
"use strict";

const SHOWN = 100; /* results in the list */
const KINDS = ["block", "register", "field", "event", "option"];

/* Every place of the atlas that can be found: {id, kind, name, prose, text}. */
function searchEntries(atlas) {
  const entries = [];
  const add = (kind, id, name, prose, more = "") =>
    entries.push({kind, id, name, prose, text: `${id} ${prose} ${more}`.toLowerCase()});
  const addEvents = (id, events) => {
    for (const [code, name, , prose, subs] of events ? events.list : []) {
      add("event", `${id}.events.${name}`, name, `${code} ${prose}`, (subs || []).map(([sub]) => sub).join(" "));
    }
  };
  for (const machine of atlas.machines) {
    machine.blocks.forEach((block, i) => {
      const id = `${machine.name}.${block.name}`;
      const groups = machine.groups.filter((group) => group.name && group.blocks.includes(i)).map((group) => `${group.name} ${group.prose}`).join(" ");
      add("block", id, block.name, block.prose, groups);
      for (const reg of block.registers) {
        add("register", `${id}.${reg.name}`, reg.name, reg.prose, groups);
        for (const [name, low, width, access, , prose] of reg.fields)
          if (access !== "RV") add("field", `${id}.${reg.name}.${name}`, name, `${width === 1 ? "bit" : "bits"} ${bitsText(reg, low, width)}: ${prose}`, groups);
      }
      addEvents(id, block.events);
    });
    for (const unit of machine.units) addEvents(`${machine.name}.${unit.name}`, unit.events);
    for (const [name, values, , prose] of machine.options) add("option", `${machine.name}.options.${name}`, name, `${prose}: ${values}`);
  }
  return entries;
}

/* Lower is better: the whole name, its begin, a part of it, the path, the text. */
function rank(entry, words) {
  const name = entry.name.toLowerCase(), id = entry.id.toLowerCase();
  const one = (word) => (name === word ? 0 : name.startsWith(word) ? 1 : name.includes(word) ? 2 : id.includes(word) ? 3 : 5);
  return words.reduce((sum, word) => sum + one(word), 0) * KINDS.length + KINDS.indexOf(entry.kind);
}

/* @text with the words marked. */
function marked(text, words) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
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
    this.results = !words.length ? [] : this.entries.filter(({text}) => words.every((word) => text.includes(word)))
      .map((entry) => [rank(entry, words), entry]).sort(([a], [b]) => a - b).map(([, entry]) => entry);
    this.found.textContent = words.length ? counted(this.results.length, "result") : "";
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
