/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A register as a diagram: rows of bits, each with the bits' numbers, the fields' names, and a cell for each bit. */
"use strict";

const ROW_BITS = matchMedia("(max-width: 700px)").matches ? 16 : 32; /* so that a row fits on a phone */
const CHARS_A_BIT = 3; /* a name with more characters per bit is vertical */

/* The numbers of the bits low, low + 1, ...: as the manual writes them, or from the end that "lsb0" or "msb0" means. */
function bitsText(reg, low, width, numbering) {
  const fromTop = numbering === "msb0" || (numbering !== "lsb0" && reg.msb0);
  const number = (bit) => (fromTop ? reg.width - 1 - bit : bit);
  return width === 1 ? String(number(low)) : number(low + width - 1) + ":" + number(low);
}

/* The parts of the fields in a row, the most significant first. */
function partsOf(reg, bottom) {
  return [...reg.fields].sort((a, b) => b.low - a.low).map((field) => {
    const low = Math.max(field.low, bottom);
    return {field, low, width: Math.min(field.low + field.width, bottom + ROW_BITS) - low};
  }).filter((part) => part.width > 0);
}

/*
 * The diagram of @reg: {width, msb0, fields: [{name, low, width, rsv, prose}]}. @cell(bit, field) returns the content of a
 * bit's cell.
 */
function bitDiagram(reg, numbering, cell) {
  const tables = [];
  for (let bottom = Math.floor((reg.width - 1) / ROW_BITS) * ROW_BITS; bottom >= 0; bottom -= ROW_BITS) {
    const parts = partsOf(reg, bottom);
    const bits = parts.flatMap(({field, low, width}) => Array.from({length: width}, (_, i) => [low + width - 1 - i, field]));
    tables.push(el("table.bits", null,
      el("tr.ends", null, parts.map(({low, width}) => el("td", {colspan: width}, bitsText(reg, low, width, numbering)))),
      el("tr.names", null, parts.map(({field, width}) => el(
        ["td", field.rsv ? "rsv" : null, field.name.length > CHARS_A_BIT * width ? "down" : null].filter(Boolean).join("."),
        {colspan: width, title: `${bitsText(reg, field.low, field.width, numbering)} ${field.name}: ${field.prose}`},
        el("span", null, field.name)))),
      el("tr.set", null, bits.map(([bit, field]) => el(field.rsv ? "td.rsv" : "td", {"data-bit": bit}, cell(bit, field))))));
  }
  return el("div.diagram", {tabindex: "-1"}, tables);
}
