/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register, and its diagram: rows of bits, each with the bits' numbers, the fields' names, and a cell for each bit. */
"use strict";

const ROW_BITS = matchMedia("(max-width: 700px)").matches ? 16 : 32; /* so that a row fits on a phone */
const CHARS_A_BIT = 3; /* a name with more characters per bit is vertical */

/* The numbers of the bits low, low + 1, ...: as the manual writes them, or from the end that "lsb0" or "msb0" means. */
function bitsText(reg, low, width, numbering) {
  const fromTop = numbering === "msb0" || (numbering !== "lsb0" && reg.msb0);
  const number = (bit) => (fromTop ? reg.width - 1 - bit : bit);
  return width === 1 ? String(number(low)) : number(low + width - 1) + ":" + number(low);
}

class Field {
  constructor([name, low, width, access, reset, prose]) {
    Object.assign(this, {name, low, width, access, reset, prose, rsv: access === "RV"});
  }

  of(value) {
    return (value >> BigInt(this.low)) & ((1n << BigInt(this.width)) - 1n);
  }

  into(value, content) {
    const mask = ((1n << BigInt(this.width)) - 1n) << BigInt(this.low);
    return (value & ~mask) | (content << BigInt(this.low));
  }
}

/* @data: by harness/hardware/register_json.h. */
class Reg {
  constructor(data) {
    Object.assign(this, data, {fields: (data.fields || []).map((one) => new Field(one))});
  }

  /* The parts of the fields in a row, the most significant first. */
  parts(bottom, rowBits) {
    return [...this.fields].sort((a, b) => b.low - a.low).map((field) => {
      const low = Math.max(field.low, bottom);
      return {field, low, width: Math.min(field.low + field.width, bottom + rowBits) - low};
    }).filter((part) => part.width > 0);
  }

  /* @cell(bit) returns the content of a bit's cell, which is the one with that data-bit. */
  diagram(cell, numbering = "manual", rowBits = ROW_BITS) {
    const tables = [];
    for (let bottom = Math.floor((this.width - 1) / rowBits) * rowBits; bottom >= 0; bottom -= rowBits) {
      const parts = this.parts(bottom, rowBits);
      const bits = parts.flatMap(({field, low, width}) => Array.from({length: width}, (_, i) => [low + width - 1 - i, field]));
      tables.push(el("table.bits", null,
        el("tr.ends", null, parts.map(({low, width}) => el("td", {colspan: width}, bitsText(this, low, width, numbering)))),
        el("tr.names", null, parts.map(({field, width}) => el(
          ["td", field.rsv ? "rsv" : null, field.name.length > CHARS_A_BIT * width ? "down" : null].filter(Boolean).join("."),
          {colspan: width, title: `${bitsText(this, field.low, field.width, numbering)} ${field.name}: ${field.prose}`},
          el("span", null, field.name)))),
        el("tr.set", null, bits.map(([bit, field]) => el(field.rsv ? "td.rsv" : "td",
          {"data-bit": bit, title: `bit ${bitsText(this, bit, 1, numbering)}: ${field.name}`}, cell(bit))))));
    }
    return el("div.diagram", {tabindex: "-1"}, tables);
  }
}
