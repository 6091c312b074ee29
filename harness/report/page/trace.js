/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The records of a trace as typed arrays, and the filter. */
"use strict";

/* A column: whole numbers with blanks between them. */
function numbers(text, Type, n) {
  const column = new Type(n);
  let number = 0, sign = 1, at = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20) {
      column[at++] = sign * number;
      number = 0;
      sign = 1;
    } else if (c === 0x2d) {
      sign = -1;
    } else {
      number = number * 10 + c - 0x30;
    }
  }
  if (text.length) column[at] = sign * number;
  return column;
}

/* Kinds by which pmulab checks itself; they are hidden at first. */
const BOOKKEEPING = new Set(["step-begin", "step-end", "audit", "closed", "witness", "recount", "branch"]);

class Trace {
  constructor(data) {
    const n = data.time ? data.time.split(" ").length : 0;
    this.data = data;
    this.n = n;
    this.pool = data.pool;
    this.kinds = data.kinds;
    this.bookkeeping = new Set([...data.kinds.keys()].filter((kind) => BOOKKEEPING.has(data.kinds[kind])));
    this.time = numbers(data.time, Float64Array, n);
    for (let i = 1; i < n; i++) this.time[i] += this.time[i - 1];
    this.kind = numbers(data.kind, Uint8Array, n);
    this.cpu = numbers(data.cpu, Int32Array, n);
    for (const column of ["pc", "name", "value", "fields"]) this[column] = numbers(data[column], Int32Array, n);
  }

  /* The first record at or after @ns. */
  at(ns) {
    let low = 0, high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] < ns) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* The time span of the steps, with a little around them, or of everything without steps. */
  interest() {
    const steps = this.data.steps;
    const last = this.n ? this.time[this.n - 1] : 1;
    if (!steps.length) return [this.n ? this.time[0] : 0, last];
    const from = steps[0].begin, to = Math.max(...steps.map((step) => step.end ?? last));
    const room = Math.max((to - from) * 0.03, 1000);
    return [from - room, to + room];
  }

  /* For each word of the pool: which of @words, small letters, are in it, a bit for each. */
  hits(words) {
    if (!this.small) this.small = this.pool.map((word) => word.toLowerCase());
    return Uint32Array.from(this.small, (text) =>
      words.reduce((bits, word, i) => (text.includes(word) ? bits | (1 << i) : bits), 0));
  }

  /*
   * The numbers of the records that pass: { text: words that must all occur; kinds: a Set, or null for all;
   * cpu: number, or null; from, to: ns }.
   */
  select(filter) {
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 31);
    const hits = words.length ? this.hits(words) : null, all = 2 ** words.length - 1;
    const first = this.at(filter.from), end = this.at(filter.to + 1);
    const kept = new Int32Array(end - first);
    let n = 0;
    for (let i = first; i < end; i++) {
      if (filter.kinds && !filter.kinds.has(this.kind[i])) continue;
      if (filter.cpu !== null && this.cpu[i] !== filter.cpu) continue;
      if (hits && (hits[this.name[i]] | hits[this.value[i]] | hits[this.fields[i]]) !== all) continue;
      kept[n++] = i;
    }
    return kept.subarray(0, n);
  }

  /* How many records of each kind there are. */
  countKinds() {
    const counts = new Array(this.kinds.length).fill(0);
    for (let i = 0; i < this.n; i++) counts[this.kind[i]]++;
    return counts;
  }
}
