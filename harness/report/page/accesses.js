/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of all records. Only visible rows exist, so the list may be any length. */
"use strict";

const TALLEST = 8e6; /* px: browsers fail with taller elements */
const BEYOND = 8; /* rows above and below the visible ones */
const VALUE_CELL = 4; /* of a row */
const DETAIL_BITS = 16; /* in a row of the diagram beside the list */
const KIND_LETTER = { read: "R", write: "W", latch: "L" };

class Accesses {
  /* @atlas: its address, or null. */
  constructor(run, trace, atlas) {
    this.trace = trace;
    this.atlas = atlas;
    this.data = run.trace;
    this.registers = run.trace.registers.map((one) => new Reg(one));
    this.filter = { text: "", kinds: null, cpu: null, from: 0, to: Infinity };
    this.span = [0, Infinity]; /* that the timeline shows */
    this.follow = true;
    this.chosen = -1;
    this.root = this.build();
  }

  build() {
    this.count = el("output.range");
    this.rows = el("div.rows");
    this.list = el("div.list", { tabindex: "0", role: "grid", "aria-label": "accesses", onscroll: () => this.paint() }, this.rows);
    this.detail = el("aside.detail", { "aria-live": "polite" }, el("p.hint", null, "Choose an access to see its register."));
    this.rows.addEventListener("click", (event) => this.choose(Number(event.target.closest(".row")?.dataset.record ?? -1)));
    this.list.addEventListener("keydown", (event) => this.key(event));
    const damage = this.data.damage ? el("p.failure", null, this.data.damage + "; shown is what comes before") : null;
    const cut = this.trace.n < this.data.records
      ? el("p.failure", null, "Only the first " + grouped(this.trace.n) + " of " + grouped(this.data.records) + " records are in this page; `pmulab trace` has all.")
      : null;
    return section("Accesses", counted(this.data.records, "record"), damage, cut,
      el("div.bar", null, this.search(), this.cpus(), this.following(), this.count), this.kindChips(),
      el("div.accesses", null, el("div.table", null, this.head(), this.list), this.detail));
  }

  head() {
    return el("div.row.head", { "aria-hidden": "true" }, ["seconds", "cpu", "", "register", "value", "fields"].map((text, i) =>
      el("span.c" + i, null, text)));
  }

  search() {
    return el("input", { type: "search", placeholder: "filter: ctl0 en=1", "aria-label": "filter", spellcheck: "false",
      oninput: (event) => {
        this.filter.text = event.target.value;
        this.update();
      } });
  }

  cpus() {
    const all = [...new Set(this.trace.cpu)].filter((cpu) => cpu >= 0).sort((a, b) => a - b);
    const choose = (event) => {
      this.filter.cpu = event.target.value === "" ? null : Number(event.target.value);
      this.update();
    };
    return el("select", { "aria-label": "CPU", onchange: choose }, el("option", { value: "" }, "all CPUs"),
      all.map((cpu) => el("option", { value: cpu }, "CPU " + cpu)));
  }

  following() {
    const box = el("input", { type: "checkbox", checked: true, onchange: () => {
      this.follow = box.checked;
      this.update();
    } });
    return el("label", null, box, "as zoomed");
  }

  kindChips() {
    const present = this.trace.countKinds().map((n, kind) => ({ n, kind })).filter(({ n }) => n);
    this.filter.kinds = new Set(present.map(({ kind }) => kind).filter((kind) => !this.trace.bookkeeping.has(kind)));
    return el("div.chips", null, present.map(({ n, kind }) => el("button.chip", { type: "button", "aria-pressed": String(this.filter.kinds.has(kind)), "data-kind": this.trace.kinds[kind],
      onclick: (event) => {
        const on = !this.filter.kinds.delete(kind);
        if (on) this.filter.kinds.add(kind);
        event.currentTarget.setAttribute("aria-pressed", String(on));
        this.update();
      } }, this.trace.kinds[kind], el("small", null, grouped(n)))));
  }

  show(from, to) {
    this.span = [from, to];
    if (this.follow) this.update();
  }

  update() {
    const [from, to] = this.follow ? this.span : [0, Infinity];
    this.kept = this.trace.select({ ...this.filter, from, to });
    this.count.textContent = grouped(this.kept.length) + " of " + counted(this.data.records, "record");
    this.list.scrollTop = 0;
    this.paint();
  }

  /* A row's height by the style sheet, which adapts to narrow screens. */
  rowHeight() {
    return parseFloat(getComputedStyle(this.list).getPropertyValue("--row"));
  }

  paint() {
    const height = this.rowHeight(), n = this.kept.length;
    const tall = Math.min(n * height, TALLEST), seen = this.list.clientHeight;
    const top = this.list.scrollTop;
    /* Scrolls by parts if the list is too tall. */
    const part = tall > seen ? top / (tall - seen) : 0;
    const first = n * height > TALLEST ? Math.round(part * (n - seen / height)) : Math.floor(top / height);
    const from = Math.max(0, first - BEYOND), to = Math.min(n, first + Math.ceil(seen / height) + BEYOND);
    const offset = n * height > TALLEST ? top - (first - from) * height : from * height;
    this.rows.style.height = tall + "px";
    this.rows.replaceChildren(...Array.from({ length: Math.max(0, to - from) }, (unused, i) =>
      this.row(this.kept[from + i], offset + i * height)));
  }

  row(i, top) {
    const { trace } = this, kind = trace.kinds[trace.kind[i]];
    const word = (column) => (trace[column][i] < 0 ? "" : trace.pool[trace[column][i]]);
    const cells = [seconds(trace.time[i]), trace.cpu[i] < 0 ? "" : trace.cpu[i], KIND_LETTER[kind] ?? "·",
      word("name"), word("value"), word("fields")];
    const link = this.linkOf(i);
    return el("div.row." + kind, { style: "top:" + top + "px", "data-record": i, role: "row", "aria-selected": String(i === this.chosen) },
      cells.map((cell, column) => el("span.c" + column, { role: "gridcell" }, column === VALUE_CELL && link ? el("a", { href: link, target: "atlas" }, cell) : String(cell))));
  }

  /* The accessed register, the access's value in it, and whether the access covered a bit; null: there is none. */
  placeOf(i) {
    const { trace, data } = this;
    const name = trace.pool[trace.name[i]], reg = this.registers[data.register_of[name]];
    if (!reg || trace.value[i] < 0) return null;
    const shift = data.shift_of[name], hex = trace.pool[trace.value[i]], value = BigInt(hex);
    const moved = shift < 0 ? value >> BigInt(-shift) : value << BigInt(shift);
    return { reg, value: BigInt.asUintN(reg.width, moved), covers: (bit) => bit >= shift && bit < shift + 4 * (hex.length - 2) };
  }

  /* The register in the atlas, with the bits of it that the access covered. */
  linkOf(i) {
    const place = this.placeOf(i);
    return place ? atlasLink(this.atlas, place.reg.id, place.value) : null;
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || this.chosen < 0) return;
    const next = this.kept[this.kept.indexOf(this.chosen) + step];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(next);
  }

  choose(i) {
    if (i < 0) return;
    this.chosen = i;
    for (const row of this.rows.children) row.setAttribute("aria-selected", String(Number(row.dataset.record) === i));
    this.detail.replaceChildren(...this.describe(i));
  }

  describe(i) {
    const { trace } = this;
    const name = trace.pool[trace.name[i]], fields = trace.pool[trace.fields[i]];
    const place = this.placeOf(i), link = this.linkOf(i);
    const fact = (title, text) => (text ? [el("dt", null, title), el("dd", null, text)] : []);
    return [
      el("h3", null, link ? el("a", { href: link, target: "atlas" }, name) : name, place ? el("small", null, place.reg.prose) : null),
      el("dl", null, fact("kind", trace.kinds[trace.kind[i]]), fact("value", trace.pool[trace.value[i]]), fact("time", seconds(trace.time[i]) + " s"),
        fact("CPU", trace.cpu[i] < 0 ? "" : String(trace.cpu[i])), fact("PC", trace.pc[i] < 0 ? "" : trace.pool[trace.pc[i]]),
        fact("fields", place ? "" : fields), place ? [fact("source", place.reg.source), fact("not modelled", place.reg.lacks)].flat() : null),
      ...(place ? this.describeRegister(place, fields) : []),
    ];
  }

  /* `pmulab` formats the fields: "en=1 umask=RD", and a part of one as "count[31:0]=7". */
  describeRegister({ reg, value, covers }, fields) {
    const held = new Map(fields.split(" ").filter(Boolean).map((word) => {
      const [, name, bits, text] = /^([^=[]*)(\[[^\]]*\])?=(.*)$/.exec(word) ?? [];
      return [name, text + (bits ? " " + bits : "")];
    }));
    const diagram = reg.diagram((bit) => (covers(bit) ? String((value >> BigInt(bit)) & 1n) : "·"), "manual", DETAIL_BITS);
    for (const cell of diagram.querySelectorAll("[data-bit]")) cell.classList.toggle("one", cell.textContent === "1");
    return [diagram,
      el("table.fields", null, el("tbody", null, reg.fields.filter((field) => !field.rsv || held.has(field.name)).map((field) =>
        el(held.has(field.name) ? "tr.held" : "tr", null, el("td", null, bitsText(reg, field.low, field.width)), el("td.code", null, field.name),
          el("td.code", null, held.get(field.name) ?? ""), el("td", null, field.prose, " ", el("small", null, field.access))))))];
  }
}
