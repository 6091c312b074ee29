/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expectations and findings, the steps' output, and the guest's messages. */
"use strict";

/* Most accesses of a cause that show at first. */
const ACCESSES_SHOWN = 6;

/* Whole numbers of a sentence in threes, as in the table. */
function groupedIn(text) {
  return text.replace(/(?<![\w.])\d{5,}(?!\w|\.\d)/g, grouped);
}

/* Why a figure is wrong: the cause, what was expected, then facts and accesses, one a line. */
function whyText(figure) {
  const { cause, sentence, facts, accesses } = figure.why;
  const fact = (text) => el("div.fact", null, text), access = (text) => el("div.fact.code", null, text);
  const rest = accesses.slice(ACCESSES_SHOWN);
  return [
    el("b", null, groupedIn(sentence)), " (P" + cause + ")",
    figure.expected !== undefined && figure.expected !== figure.printed
      ? fact("perf printed " + (figure.printed || "nothing") + ", expected " + figure.expected) : null,
    ...facts.map((text) => fact(groupedIn(text))), ...accesses.slice(0, ACCESSES_SHOWN).map(access),
    rest.length ? el("details", null, el("summary", null, rest.length + " more"), rest.map(access)) : null,
  ];
}

/* perf's figures, each beside the driver's, the hardware's and, where it is known, the injected one. Each hop compares
   with the figure further from perf, so a failed hop marks the nearer one. */
function figuresTable(figures) {
  const timed = figures.some((figure) => figure.time !== null);
  const injected = figures.some((figure) => figure.injected !== undefined);
  const columns = 5 + timed + injected;
  const row = (figure) => {
    const equal = figure.hop_one && figure.hop_two && figure.hop_three !== false;
    const event = (figure.socket >= 0 ? "S" + figure.socket + ":" : "") + figure.event + (figure.cgroup ? " " + figure.cgroup : "");
    return [
      el(equal ? "tr" : "tr.bad", null,
        timed ? el("td.number", { "data-head": "time" }, figure.time ?? "") : null,
        el("td.code", { "data-head": "event" }, event),
        el(figure.hop_one && figure.hop_three !== false ? "td.number" : "td.number.off", { "data-head": "perf printed" }, figure.printed || "–", figure.unit ? " " + figure.unit : "",
          figure.multiplexed ? el("abbr", { title: "ran for a part of the time; perf has scaled it" }, " ×") : null),
        el(figure.hop_two ? "td.number" : "td.number.off", { "data-head": "driver read" }, figure.unknown ? "?" : grouped(figure.driver)),
        el("td.number", { "data-head": "hardware saw" }, figure.unknown ? "?" : grouped(figure.hardware)),
        injected ? el("td.number", { "data-head": "injected" },
          figure.injected === undefined ? "–" : figure.unknown ? "?" : grouped(figure.injected)) : null,
        el("td", { "data-head": "equal" }, equal ? "yes" : "no")),
      figure.why ? el("tr.bad.why", null, el("td", { colspan: columns }, el("div", null, whyText(figure)))) : null,
    ];
  };
  return el("table.figures", null,
    el("thead", null, el("tr", null, timed ? el("th.number", null, "time") : null, el("th", null, "event"),
      ...["perf printed", "driver read", "hardware saw"].concat(injected ? ["injected"] : []).map((head) => el("th.number", null, head)),
      el("th", null, "equal"))),
    el("tbody", null, figures.flatMap(row)));
}

/* Notes without the figures' own table and causes, which are above them. Lines of a cause begin with two blanks. */
function otherNotes(notes, figures) {
  const causes = new Set(figures.filter((figure) => figure.why).map((figure) => figure.event + ": " + figure.why.sentence + " (P" + figure.why.cause + ")"));
  const head = figures.length ? notes.findIndex((note) => /^\s*event\s+perf printed/.test(note)) : -1;
  let inCause = false;
  return notes.filter((note, i) => {
    inCause = causes.has(note) || (inCause && note.startsWith("  "));
    return !inCause && (head < 0 || i < head || i > head + figures.length);
  });
}

function verdictItem(verdict, figures) {
  const notes = otherNotes(verdict.notes, figures);
  const inside = [
    figures.length ? figuresTable(figures) : null,
    notes.length > 1 || (notes.length && figures.length) ? el("pre", null, plain(notes.join("\n"))) : null,
  ].filter(Boolean);
  const line = [
    el("span.mark", { "aria-hidden": "true" }, verdict.ok ? "✓" : "✗"),
    el("span.words", null, el("span.sr", null, verdict.ok ? "as expected: " : "failed: "), el("span.what", null, verdict.what), " ",
      notes.length === 1 && !figures.length ? el("span.found", null, notes[0]) : null),
  ];
  const kind = verdict.ok ? "li.pass" : "li.fail";
  if (!inside.length) return el(kind, null, el("div.line", null, line));
  return el(kind, null, el("details", { open: !verdict.ok || figures.length > 0 }, el("summary.line", null, line), inside));
}

/* The items of failed verdicts, then the others, each in their order. */
function failedFirst(items) {
  const chosen = (ok) => items.filter(([verdict]) => verdict.ok === ok).map(([, item]) => item);
  return chosen(false).concat(chosen(true));
}

function verdictsSection(run) {
  const { verdicts, steps } = run.result;
  const failed = verdicts.filter((verdict) => !verdict.ok).length;
  const shown = new Set();
  /* A step's figures are shown with their verdict, or else with the first verdict that needs them. */
  const figuresOf = (verdict) => {
    const figures = verdict.step ? steps[verdict.step - 1].figures : [];
    if (!figures.length || shown.has(verdict.step) || !verdict.what.endsWith("perf exact")) return [];
    shown.add(verdict.step);
    return figures;
  };
  return section("Expected and found", failed ? failed + " of " + verdicts.length + " failed" : "all " + verdicts.length + " as expected",
    run.result.failure ? el("p.failure", null, run.result.failure) : null,
    el("ol.verdicts", null, failedFirst(verdicts.map((verdict) => [verdict, verdictItem(verdict, figuresOf(verdict))]))));
}

/* A long text in a separate box. */
function textBox(title, text, open) {
  const shown = plain(text).replace(/\n+$/, "");
  if (!shown.trim()) return null;
  const lines = shown.split("\n").length;
  return el("details.text", { open }, el("summary", null, title, el("small", null, counted(lines, "line"))),
    el("pre", { tabindex: "0" }, shown));
}

function stepsSection(run) {
  return section("What ran", counted(run.steps.length, "step"), run.steps.map((step, i) => {
    const result = run.result.steps[i];
    const status = !result.reached ? "not reached" : result.status < 0 ? "did not end" : "status " + result.status;
    return el("article", null,
      el("h3", null, i + 1 + " " + result.name, el("small", null, status)),
      el("pre.script", { tabindex: "0" }, step.script.trimEnd()),
      textBox("standard output", step.out, true),
      textBox("standard error", step.err, true),
      textBox("kernel log", step.kernel, false));
  }));
}

function consoleSection(run) {
  return section("Guest and scenario", null, textBox("console", run.console, false),
    textBox(run.result.scenario, run.scenario, false));
}
