/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers, fields, values and orders that one run or all runs touched, and the untouched ones. */
"use strict";

const CLASSES = ["0", "ones", "named", "other"];
const EXTENT_AT = 4; /* in a field's numbers, after the classes' numbers */
const NEVER = 0, RESET_ALONE = 1, FULLY = 2;
const WAYS = ["read", "written"];

/* The address of a register in the atlas, with a value (a BigInt) if there is one; null: there is no atlas. */
function atlasLink(atlas, id, value) {
  if (!atlas) return null;
  return atlas + "#" + id + (value == null ? "" : "=0x" + value.toString(16));
}

/* A field's missing accesses in one way: "never read", or null. */
function missing(field, way) {
  const numbers = field[WAYS[way]];
  if (!numbers || numbers[EXTENT_AT] === FULLY) return null;
  return numbers[EXTENT_AT] === NEVER ? "never " + WAYS[way] : WAYS[way] + " as after reset alone";
}

function isUntouched(field) {
  return missing(field, 0) !== null || missing(field, 1) !== null;
}

/* "3 not read, 1 not written": fields, in a few words. */
function untouchedWords(register) {
  const counts = [0, 1].map((way) => register.fields.filter((field) => missing(field, way)).length);
  const words = counts.map((n, way) => (n ? n + " not " + WAYS[way] : null)).filter(Boolean).join(", ");
  const open = register.fields.some((field) => [0, 1].some((way) => missing(field, way) && !field.why[way]));
  return words ? words + (open ? "" : ", explained") : "all touched";
}

class Registers {
  /* @touched: of the page's data. @atlas: its address, or null. @linked: its runs are in the page. */
  constructor(touched, atlas, linked) {
    this.touched = touched;
    this.atlas = atlas;
    this.linked = linked;
    this.alone = false; /* only untouched ones */
    this.words = [];
  }

  section(title) {
    this.lists = this.touched.machines.map((machine) => ({ machine, root: el("div.regs") }));
    this.fill();
    return section(title, this.note(), this.bar(), this.lists.map(({ machine, root }) => [
      this.lists.length > 1 ? el("h3", null, machine.name, el("small", null, this.sum(machine))) : null, root]).flat());
  }

  sum(machine) {
    const accessed = machine.list.filter((register) => register.n[0] + register.n[1] > 0).length;
    return accessed + " of " + machine.registers + " registers; fields: " + machine.touched[0] + " of " + machine.fields[0] + " read, " +
      machine.touched[1] + " of " + machine.fields[1] + " written; " + counted(machine.orders, "order");
  }

  note() {
    return this.lists.length === 1 ? this.sum(this.touched.machines[0]) : "reads and writes by software";
  }

  bar() {
    const search = el("input", { type: "search", placeholder: "filter: ctl0 ev_sel", "aria-label": "filter registers", spellcheck: "false",
      oninput: (event) => {
        this.words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
        this.fill();
      } });
    const chip = el("button.chip.untouched", { type: "button", "aria-pressed": "false", onclick: () => {
      this.alone = !this.alone;
      chip.setAttribute("aria-pressed", String(this.alone));
      this.fill();
    } }, "untouched alone");
    return el("div.bar", null, search, chip);
  }

  keeps(register) {
    const text = (register.name + " " + register.fields.map((field) => field.name).join(" ")).toLowerCase();
    return this.words.every((word) => text.includes(word)) && (!this.alone || register.fields.some(isUntouched));
  }

  fill() {
    for (const { machine, root } of this.lists)
      root.replaceChildren(...machine.list.filter((register) => this.keeps(register)).map((register) => this.register(machine, register)));
  }

  /* Contents are made when opened: machines have hundreds. */
  register(machine, register) {
    const accessed = register.n[0] + register.n[1] > 0;
    const details = el(accessed ? "details.reg" : "details.reg.never", { ontoggle: () => {
      if (details.open && details.children.length === 1) details.append(this.inside(machine, register));
    } }, el("summary", null, el("span.code", null, register.name),
      el("span.number", null, grouped(register.n[0])), el("span.number", null, grouped(register.n[1])),
      el("small", null, accessed ? untouchedWords(register) : "never accessed")));
    return details;
  }

  inside(machine, register) {
    const id = machine.name + "." + register.name;
    const link = atlasLink(this.atlas, id);
    const fields = register.fields.filter((field) => !this.alone || isUntouched(field));
    return el("div", null,
      link ? el("p", null, el("a", { href: link, target: "atlas" }, id)) : null,
      el("table.touched", null,
        el("thead", null, el("tr", null, ["field", "access", "read as", "written as", "untouched"].map((head) => el("th", null, head)))),
        el("tbody", null, fields.map((field) => this.field(field)))),
      this.orders(register), this.runs(register));
  }

  field(field) {
    return el("tr", null, el("td.code", null, field.name), el("td", null, field.access),
      WAYS.map((way) => el("td", { "data-head": way + " as" }, this.classes(field[way]))),
      el("td", null, [0, 1].map((way) => this.missing(field, way)),
        field.names.length ? el("div.names", null, "values: " + field.names.join(", ")) : null));
  }

  classes(numbers) {
    if (!numbers) return "–";
    return CLASSES.map((name, i) => (numbers[i] ? el("span.class", null, name, el("small", null, "×" + grouped(numbers[i]))) : null)).filter(Boolean);
  }

  missing(field, way) {
    const what = missing(field, way), why = field.why[way];
    if (!what) return null;
    return el(why ? "div.explained" : "div.open", null, what, why ? ": " + why : "");
  }

  orders(register) {
    if (!register.orders.length) return null;
    const all = [...register.orders].sort((a, b) => b[3] - a[3]);
    return el("p.orders", null, "right after ", all.map(([before, name, way, n]) =>
      el("span.class", { title: way + " after " + before + " " + name }, before + " " + name + " → " + way, el("small", null, "×" + grouped(n)))));
  }

  runs(register) {
    if (!register.runs || this.touched.runs.length < 2) return null;
    const names = register.runs.map((i) => this.touched.runs[i]);
    return el("p.orders", null, counted(names.length, "run") + ": ",
      names.map((name) => (this.linked ? el("a", { href: "#" + encodeURIComponent(name) }, name) : el("span.class", null, name))));
  }
}
