/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page: a tree of runs if there are several, and the selected run. */
"use strict";

const REGISTERS = "registers"; /* in the address: the registers of all runs */

const whole = JSON.parse(document.querySelector("script.registers").textContent);
const runs = [...document.querySelectorAll("script.run")].map((script) => JSON.parse(script.textContent));
const report = el("main", {id: "report"});
const path = el("nav", {id: "path", "aria-label": "path"});
let timeline = null;

/* Skips the harness' own steps. */
for (const { trace, result } of runs) trace.steps = trace.steps.filter((step) => result.steps[step.number - 1]);

function runName(run) {
  const name = (one) => one.result.machine + "/" + one.result.name;
  return (runs.some((other) => other !== run && name(other) === name(run)) ? run.place + "/" : "") + name(run);
}

function verdictWords(result) {
  const failed = result.verdicts.filter((verdict) => !verdict.ok).length;
  return failed ? failed + " of " + counted(result.verdicts.length, "expectation") + " failed" : "as expected";
}

function heading(run) {
  const { result, trace } = run;
  const last = trace.steps.length ? trace.steps[trace.steps.length - 1].end : null;
  const facts = [run.machine, ...result.config, counted(trace.records, "record"),
    last !== null ? span(last) + " of virtual time" : null, (result.milliseconds / 1000).toFixed(1) + " s on the host"];
  return el("header", null,
    el("h2", null, result.name, el(result.ok ? "span.verdict.pass" : "span.verdict.fail", null, verdictWords(result))),
    el("p.about", null, result.about),
    el("p.notes", null, facts.filter(Boolean).map((fact) => el("span", null, fact))));
}

/* A single run also shows its untouched registers. */
function registersOf(run) {
  return new Registers(runs.length > 1 ? run.touched : whole.touched, whole.atlas, true).section("Registers");
}

function place(node, title, number) {
  report.replaceChildren(node);
  path.replaceChildren(...title.split("/").map((part) => el("span", null, part)));
  document.title = title + " · pmulab";
  for (const row of document.querySelectorAll("#tree a")) row.setAttribute("aria-current", String(row.dataset.run === String(number)));
}

function showRegisters() {
  timeline = null;
  place(el("div.run", null, new Registers(whole.touched, whole.atlas, runs.length > 0).section("Registers of all runs")), "registers", REGISTERS);
}

function showRun(i) {
  const run = runs[i], trace = new Trace(run.trace), accesses = new Accesses(run, trace, whole.atlas);
  const node = el("div.run");
  timeline = new Timeline(run, trace, (from, to) => accesses.show(from, to));
  node.append(heading(run), verdictsSection(run), timeline.root, accesses.root, registersOf(run), stepsSection(run), consoleSection(run));
  place(node, runName(run), i);
  timeline.begin();
}

function runLink(i) {
  const { ok, name } = runs[i].result;
  return el("li", null, el(ok ? "a.pass" : "a.fail", { href: "#" + encodeURIComponent(runName(runs[i])), "data-run": i },
    el("span.mark", { "aria-hidden": "true" }, ok ? "✓" : "✗"), el("span.sr", null, ok ? "" : "failed: "), name));
}

/* The runs by machine, and by kernel if there are several; failed ones first. */
function runTree() {
  const groups = new Map();
  for (const i of failedFirst(runs.map((run, i) => [run.result, i]))) {
    const group = runName(runs[i]).split("/").slice(0, -1).join("/");
    groups.set(group, [...(groups.get(group) || []), i]);
  }
  return el("nav", { id: "tree", "aria-label": "runs" },
    el("ul", null, el("li", null, el("a", { href: "#" + REGISTERS, "data-run": REGISTERS }, "registers of all runs"))),
    [...groups].map(([group, list]) => {
      const failed = list.filter((i) => !runs[i].result.ok).length;
      return el("details", { open: true }, el("summary", null, group, el("small", null, failed ? failed + " of " + list.length + " failed" : counted(list.length, "run"))),
        el("ul", null, list.map(runLink)));
    }));
}

/* The run that the address names, else the first that failed, else the first. */
function wanted() {
  const name = decodeURIComponent(location.hash.slice(1));
  const named = runs.findIndex((run) => runName(run) === name);
  const failed = runs.findIndex((run) => !run.result.ok);
  return named >= 0 ? named : Math.max(failed, 0);
}

function show() {
  open(false);
  if (location.hash === "#" + REGISTERS || !runs.length) showRegisters();
  else showRun(wanted());
}

const { open } = frame("pmulab report", { path, tools: null, tree: runs.length > 1 ? runTree() : null, main: report });
show();
addEventListener("hashchange", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => timeline?.draw());
