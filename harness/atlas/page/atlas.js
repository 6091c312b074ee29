/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the reference answer: values, clicks on bits, search, links with values. All facts are in the elements. */
"use strict";

const names = JSON.parse(document.getElementById("names").textContent);
let otherNumbers = false;

/* The bits low, low + 1, ... of a register, as its manual writes them, or from the other end. */
function bitsText(reg, low, width) {
  const number = (bit) => (reg.msb0 !== otherNumbers ? reg.width - 1 - bit : bit);
  return width === 1 ? String(number(low)) : number(low + width - 1) + ":" + number(low);
}

function hex(value, width) {
  return "0x" + value.toString(16).padStart(Math.ceil(width / 4), "0");
}

/* A number as people type it: 0x, 0b, decimal, with _ or blanks in between; null: none, or too large. */
function number(text, width) {
  const plain = text.replace(/[_\s]/g, "");
  if (!/^(0x[0-9a-f]+|0b[01]+|\d+)$/i.test(plain)) return null;
  const value = BigInt(plain);
  return value >> BigInt(width) ? null : value;
}

class Field {
  constructor(row) {
    this.row = row;
    this.low = Number(row.dataset.low);
    this.width = Number(row.dataset.width);
    this.name = row.cells[1].textContent;
    this.reserved = !row.id;
  }

  of(value) {
    return (value >> BigInt(this.low)) & ((1n << BigInt(this.width)) - 1n);
  }

  into(value, content) {
    const mask = ((1n << BigInt(this.width)) - 1n) << BigInt(this.low);
    return (value & ~mask) | (content << BigInt(this.low));
  }
}

class Register {
  constructor(section) {
    this.section = section;
    this.width = Number(section.dataset.width);
    this.msb0 = "msb0" in section.dataset;
    this.reset = BigInt(section.dataset.reset);
    this.value = this.reset;
    this.names = section.dataset.names === undefined ? {} : names[Number(section.dataset.names)];
    this.fields = [...section.querySelectorAll("tr.field")].map((row) => new Field(row));
    this.built = false;
  }

  /* What is clicked on, made when it is first seen or linked to. */
  build() {
    if (this.built) return;
    this.built = true;
    this.section.classList.toggle("wide", this.width > 32);
    this.bits = [];
    [...this.section.querySelectorAll("table.bits")].forEach((table, i, all) =>
      table.append(this.bitRow((all.length - i - 1) * 32)));
    this.texts = [["hex", 16], ["dec", 10], ["bin", 2]].map(([name, radix]) => this.textBox(name, radix));
    this.section.querySelector(".diagram").after(el("div.value", null,
      this.texts.map((text) => el("label", null, text.name, text.box)),
      el("button.reset", {type: "button", onclick: () => this.set(this.reset)}, "reset value")));
    for (const field of this.fields) this.buildField(field);
    this.show();
  }

  bitRow(from) {
    const row = el("tr.set");
    for (let bit = Math.min(from + 32, this.width) - 1; bit >= from; bit--) {
      const button = el("button", {
        type: "button",
        tabindex: bit === this.width - 1 ? 0 : -1,
        onclick: () => this.set(this.value ^ (1n << BigInt(bit))),
        onkeydown: (event) => this.move(event, bit),
      });
      this.bits[bit] = button;
      row.append(el("td", null, button));
    }
    return row;
  }

  /* Arrows go from bit to bit, 0 and 1 set it and go on. */
  move(event, bit) {
    const to = {ArrowLeft: bit + 1, ArrowRight: bit - 1, Home: this.width - 1, End: 0, 0: bit - 1, 1: bit - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.key === "0" || event.key === "1") {
      const mask = 1n << BigInt(bit);
      this.set(event.key === "1" ? this.value | mask : this.value & ~mask);
    }
    const next = this.bits[Math.max(0, Math.min(this.width - 1, to))];
    for (const button of this.bits) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  textBox(name, radix) {
    const box = el("input." + name, {
      spellcheck: "false", autocomplete: "off", inputmode: radix === 16 ? "text" : "numeric",
      oninput: () => this.typed(box, number(radix === 2 ? "0b" + box.value.replace(/^0b/i, "") : box.value, this.width)),
    });
    return {name, radix, box};
  }

  buildField(field) {
    const cell = field.row.cells[4];
    field.named = el("span.named");
    if (field.reserved) return;
    field.box = el("input", {
      "aria-label": field.name, spellcheck: "false", autocomplete: "off",
      oninput: () => {
        const content = this.named(field, field.box.value) ?? number(field.box.value, field.width);
        this.typed(field.box, content === null ? null : field.into(this.value, content));
      },
    });
    cell.prepend(field.box, " ", field.named, " ");
  }

  /* Names that hold now: a sub-event's depend on the event. */
  namesOf(field) {
    const found = {...this.names[field.name]};
    for (const other of this.fields)
      Object.assign(found, (this.names[other.name + "=" + other.of(this.value)] || {})[field.name]);
    return found;
  }

  named(field, text) {
    const entry = Object.entries(this.namesOf(field)).find(([, name]) => name.toLowerCase() === text.trim().toLowerCase());
    return entry ? BigInt(entry[0]) : null;
  }

  typed(box, value) {
    box.classList.toggle("wrong", value === null);
    if (value !== null) this.set(value, box);
  }

  set(value, from) {
    this.value = value;
    this.show(from);
    history.replaceState(null, "", "#" + this.section.id + "=" + hex(value, this.width));
  }

  /* All but @from, into which somebody types. */
  show(from) {
    const put = (box, text) => {
      if (box !== from) {
        box.value = text;
        box.classList.remove("wrong");
      }
    };
    const binary = this.value.toString(2).padStart(this.width, "0").replace(/\B(?=(.{8})+$)/g, "_");
    for (const text of this.texts)
      put(text.box, {16: hex(this.value, this.width), 10: this.value.toString(), 2: binary}[text.radix]);
    this.bits.forEach((button, bit) => {
      const on = (this.value >> BigInt(bit)) & 1n;
      button.textContent = String(on);
      button.setAttribute("aria-pressed", on ? "true" : "false");
      button.setAttribute("aria-label", "bit " + bitsText(this, bit, 1));
      button.title = bitsText(this, bit, 1);
    });
    for (const field of this.fields.filter((one) => one.box)) {
      const content = field.of(this.value);
      put(field.box, hex(content, 1));
      field.named.textContent = this.namesOf(field)[content.toString()] || "";
    }
  }

  /* Numbers in the diagram and in the table, from one end or the other. */
  renumber() {
    for (const field of this.fields) field.row.cells[0].textContent = bitsText(this, field.low, field.width);
    [...this.section.querySelectorAll("table.bits")].forEach((table, i, all) => {
      let bit = Math.min((all.length - i) * 32, this.width);
      for (const cell of table.rows[0].cells) {
        bit -= cell.colSpan;
        cell.textContent = bitsText(this, bit, cell.colSpan);
      }
    });
    if (this.built) this.show();
  }
}

const registers = new Map([...document.querySelectorAll("section.reg")].map((section) => [section.id, new Register(section)]));

/* ---- links ---- */

/* "#snbep.imc.PMON_CTL0=0x400304", "#snbep.imc.PMON_CTL0.umask=3", "#snbep.imc": case does not matter. */
function follow() {
  const [place, text] = decodeURIComponent(location.hash.slice(1)).split("=");
  const element = place && (document.getElementById(place) ||
    [...document.querySelectorAll("[id]")].find((one) => one.id.toLowerCase() === place.toLowerCase()));
  document.querySelectorAll(".at").forEach((one) => one.classList.remove("at"));
  if (!element) return;
  const register = registers.get((element.closest("section.reg") || element).id);
  clearSearch();
  if (register) {
    register.build();
    const field = register.fields.find((one) => one.row === element);
    const value = text === undefined ? null : number(text, field ? field.width : register.width);
    if (value !== null) {
      register.value = field ? field.into(register.value, value) : value;
      register.show();
    }
  }
  if (element.matches("details")) element.open = true;
  element.classList.add("at");
  element.scrollIntoView({block: element.matches("section") ? "start" : "center"});
}

/* ---- search ---- */

const search = document.getElementById("search");
const found = document.getElementById("found");
const entries = [...document.querySelectorAll("section.reg, tr.event")].map((element) => ({
  element, text: (element.id + " " + element.textContent).toLowerCase(),
}));

/* An entry stays if it has all words; what is empty then goes, too. */
function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
  let n = 0;
  for (const {element, text} of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    n += !element.hidden;
  }
  for (const kind of ["section.events", "section.block", "section.machine"])
    for (const one of document.querySelectorAll(kind))
      one.hidden = !one.querySelector("section.reg:not([hidden]), tr.event:not([hidden])");
  found.textContent = words.length ? n + " found" : "";
}

function clearSearch() {
  if (!search.value) return;
  search.value = "";
  look();
}

function first() {
  const entry = entries.find(({element}) => !element.hidden);
  if (entry && search.value) location.hash = entry.element.id;
  search.blur();
}

/* ---- keys ---- */

const numbering = document.getElementById("numbering");

function turnNumbers() {
  otherNumbers = !otherNumbers;
  numbering.setAttribute("aria-pressed", String(otherNumbers));
  for (const register of registers.values()) register.renumber();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === search) {
    if (event.key === "Escape") clearSearch();
    if (event.key === "Enter") first();
    return;
  }
  if (event.target.matches("input")) return;
  if (event.key === "/") {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "n") turnNumbers();
});

/* A part of the diagram shows its field, and the other way around. */
function point(event) {
  document.querySelectorAll(".hover").forEach((one) => one.classList.remove("hover"));
  const row = event.target.closest && event.target.closest("tr.field");
  if (!row) return;
  const register = registers.get(row.closest("section.reg").id);
  const field = register.fields.find((one) => one.row === row);
  for (let bit = field.low; register.built && bit < field.low + field.width; bit++)
    register.bits[bit].parentNode.classList.add("hover");
}

document.getElementById("tools").hidden = false;
search.addEventListener("input", look);
numbering.addEventListener("click", turnNumbers);
document.addEventListener("mouseover", point);
addEventListener("hashchange", follow);

/* Few are seen at once, and all have thousands of bits. */
const seen = new IntersectionObserver((views) => {
  for (const view of views)
    if (view.isIntersecting) {
      registers.get(view.target.id).build();
      seen.unobserve(view.target);
    }
}, {rootMargin: "400px"});
for (const register of registers.values()) seen.observe(register.section);
follow();
