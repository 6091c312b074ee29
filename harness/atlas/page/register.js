/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register that answers: clicks on bits, values, names of values, links with values. */
"use strict";

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

/* The largest value of @width bits, as text. */
function largest(width) {
  return hex((1n << BigInt(width)) - 1n, 1);
}

class Register extends Reg {
  /* @names: names of values, as script#atlas has them. @numbering: "manual", "lsb0" or "msb0". */
  constructor(id, data, names, numbering) {
    super(data);
    Object.assign(this, {id, names, numbering, reset: BigInt(data.reset)});
    this.value = this.reset;
    this.bits = [];
    this.boxes = [];
  }

  /* The diagram, the value's boxes and the table of fields. */
  nodes() {
    return [
      this.diagram((bit) => this.bit(bit), this.numbering),
      el("div.value", null,
        [["hex", 16], ["dec", 10], ["bin", 2]].map(([name, radix]) => this.valueBox(name, radix)),
        el("button.reset", {type: "button", onclick: () => this.set(this.reset)}, "reset value"),
        el("span.complaint", {role: "alert"})),
      el("table.fields", null,
        el("thead", null, el("tr", null, ["bits", "field", "access", "reset", "value", "meaning"].map((head) => el("th", null, head)))),
        el("tbody", null, this.fields.map((field) => this.row(field)))),
    ];
  }

  bit(bit) {
    const button = el("button", {
      type: "button",
      tabindex: bit === this.width - 1 ? 0 : -1,
      onclick: () => this.set(this.value ^ (1n << BigInt(bit))),
      onkeydown: (event) => this.move(event, bit),
    });
    this.bits[bit] = button;
    return button;
  }

  /* Arrows move from bit to bit; 0 and 1 set a bit and move on. */
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

  /*
   * A box for a value. Typing "0x999" passes "0x99", so a refused value restores the one from before the typing. @read
   * returns the register's value for the text, or null. @expected: the form that the complaint names.
   */
  box(attributes, read, expected, complaint) {
    let before = null; /* while the user types */
    const box = el("input", {
      spellcheck: "false", autocomplete: "off", ...attributes,
      onfocus: () => { before = this.value; },
      oninput: () => {
        const value = read(box.value);
        box.classList.toggle("wrong", value === null);
        complaint().textContent = value === null ? `expected ${expected}` : "";
        this.set(value ?? before ?? this.value, box);
      },
      onblur: () => {
        before = null;
        this.show();
      },
    });
    this.boxes.push(box);
    return box;
  }

  valueBox(name, radix) {
    const box = this.box({class: name, inputmode: radix === 16 ? "text" : "numeric"},
      (text) => number(radix === 2 ? "0b" + text.replace(/^0b/i, "") : text, this.width),
      radix === 2 ? `up to ${this.width} digits 0 and 1` : `0 to ${radix === 16 ? largest(this.width) : (1n << BigInt(this.width)) - 1n}`,
      () => box.closest(".value").querySelector(".complaint"));
    box.shown = () => ({16: hex(this.value, this.width), 10: this.value.toString(),
      2: this.value.toString(2).padStart(this.width, "0").replace(/\B(?=(.{8})+$)/g, "_")}[radix]);
    return el("label", null, name, box);
  }

  row(field) {
    const row = el("tr.field", {id: field.rsv ? null : `${this.id}.${field.name}`, onmouseenter: () => this.point(field, true),
      onmouseleave: () => this.point(field, false)},
      el("td", null, bitsText(this, field.low, field.width, this.numbering)), el("th", {scope: "row"}, field.name),
      el("td", null, field.access), el("td", null, field.reset), el("td.content"), el("td", null, field.prose));
    if (!field.rsv) this.fillRow(field, row.querySelector(".content"));
    return row;
  }

  fillRow(field, cell) {
    const complaint = el("span.complaint", {role: "alert"});
    const named = el("span.named");
    const list = el("datalist", {id: `${this.id}.${field.name}.names`});
    const box = this.box({"aria-label": field.name, list: this.hasNames(field) ? list.id : null},
      (text) => {
        const content = this.named(field, text) ?? number(text, field.width);
        return content === null ? null : field.into(this.value, content);
      },
      `0 to ${largest(field.width)}` + (this.hasNames(field) ? ", or a name" : ""), () => complaint);
    box.shown = () => {
      const names = this.namesOf(field);
      named.textContent = names[field.of(this.value).toString()] || "";
      list.replaceChildren(...Object.values(names).map((name) => el("option", {value: name})));
      return hex(field.of(this.value), 1);
    };
    cell.append(box, ...(this.hasNames(field) ? [list] : []), " ", named, complaint);
  }

  hasNames(field) {
    return Object.entries(this.names).some(([key, of]) => key === field.name || (key.includes("=") && of[field.name]));
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

  set(value, from) {
    this.value = value;
    this.show(from);
    history.replaceState(null, "", "#" + this.id + "=" + hex(value, this.width));
  }

  /* All boxes but @from, in which the user types. */
  show(from) {
    for (const box of this.boxes) {
      const text = box.shown();
      if (box === from) continue;
      box.value = text;
      box.classList.remove("wrong");
      box.parentNode.querySelectorAll(":scope > .complaint").forEach((one) => one.replaceChildren());
    }
    this.bits.forEach((button, bit) => {
      const on = (this.value >> BigInt(bit)) & 1n;
      button.textContent = String(on);
      button.setAttribute("aria-pressed", on ? "true" : "false");
      button.setAttribute("aria-label", `bit ${bitsText(this, bit, 1, this.numbering)}: ${on}`);
    });
  }

  /* Marks the bits of a field. */
  point(field, on) {
    for (let bit = field.low; bit < field.low + field.width; bit++) this.bits[bit].parentNode.classList.toggle("hover", on);
  }
}
