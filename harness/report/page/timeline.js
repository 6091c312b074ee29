/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Steps and traffic, counters, and numbers of accesses, on one axis of virtual time. */
"use strict";

const GUTTER = 62; /* px left of all charts at least, so that their times are aligned */
const GUTTER_MOST = 0.3; /* of the width, for the names of traffic */
const LANE = 24; /* px */
const CHART = 190;
const X_AXIS = 34;
const LEAST_NS = 20; /* the narrowest view */
const COUNTERS_FIRST = 4; /* are shown at first, */
const MUCH = 1000; /* if they have reached this value */

const SERIES_COLOURS = ["c1", "c2", "c3", "c4", "c5", "c6"];

/* Labels of the time axis with as many digits as tell them apart. */
function timeLabels(chart, splits, axis, space, step) {
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  return splits.map((value) => (value == null ? "" : value.toFixed(digits)));
}

function countLabel(value) {
  const units = [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const [scale, unit] = units.find(([least]) => Math.abs(value) >= least) || [1, ""];
  return +(value / scale).toPrecision(4) + unit;
}

/* Whether it looks like a counter: equally wide registers may hold an address or a state. */
function rises({ values }) {
  let falls = 0, most = 0;
  for (let i = 0; i < values.length; i++) {
    most = Math.max(most, values[i]);
    if (i && values[i] < values[i - 1]) falls++;
  }
  return most >= MUCH && falls * 10 <= values.length;
}

/* The font of the charts' labels, @scale times its size. */
function labelFont(scale) {
  return Math.round(11 * scale) + "px " + getComputedStyle(document.body).fontFamily;
}

function textWidth(text) {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = labelFont(1);
  return canvas.measureText(text).width;
}

/* The end of a name that fits @width px. */
function fitting(name, width) {
  let text = name;
  for (let cut = 1; textWidth(text) > width && cut < name.length; cut++) text = "…" + name.slice(cut);
  return text;
}

class Timeline {
  /* @changed: called with from and to (ns) when another span is shown. */
  constructor(run, trace, changed) {
    this.run = run;
    this.trace = trace;
    this.changed = changed;
    this.charts = [];
    this.whole = this.span();
    this.lanes = this.findLanes();
    this.series = this.findSeries();
    this.root = this.build();
  }

  /* The whole time span, in s. */
  span() {
    const { trace } = this;
    const [from, to] = trace.interest();
    const first = trace.n ? trace.time[0] : from, last = trace.n ? trace.time[trace.n - 1] : to;
    return { min: Math.min(from, first) / NS, max: Math.max(to, last, first + LEAST_NS) / NS };
  }

  /* A lane for each event with traffic: its amounts, each with its time span. */
  findLanes() {
    const { result, levels, trace } = this.run;
    const lanes = new Map();
    for (const { entry, time, refused } of trace.plan) {
      const line = result.traffic[entry];
      if (!line || refused) continue;
      const words = line.text.split(/\s+/);
      const set = words[1] === "=";
      const name = set ? words[0] : words.slice(0, 2).join(" ");
      if (!lanes.has(name)) lanes.set(name, { name, set, most: 0, changes: [] });
      const lane = lanes.get(name);
      lane.changes.push({ time: time / NS, text: words.slice(set ? 1 : 2).join(" "), level: levels[entry] ?? 0 });
      lane.most = Math.max(lane.most, levels[entry] ?? 0);
    }
    return [...lanes.values()];
  }

  /* Counters, those first that took the most values. */
  findSeries() {
    const all = this.run.trace.series.map((series) => {
      const n = series.times.split(" ").length;
      const times = numbers(series.times, Float64Array, n), values = numbers(series.values, Float64Array, n);
      return { name: series.name, times: times.map((ns) => ns / NS), values, distinct: new Set(values).size, shown: false };
    });
    all.sort((a, b) => b.distinct - a.distinct || a.name.localeCompare(b.name, "en", { numeric: true }));
    /* Beside a counter with many values, one with two values is not worth showing. */
    const rising = all.filter(rises), least = Math.max(2, (rising[0]?.distinct ?? 0) / 4);
    for (const series of rising.filter(({ distinct }) => distinct >= least).slice(0, COUNTERS_FIRST)) series.shown = true;
    return all;
  }

  build() {
    this.hosts = ["lanes", "counters", "accesses"].map((name) => el("div.chart", { "data-chart": name }));
    const [lanes, counters, accesses] = this.hosts;
    this.picks = el("div.chips");
    this.binNote = el("small");
    this.counterNote = el("small.reading");
    this.accessNote = el("small.reading");
    this.apart = false; /* a separate scale for each counter */
    this.range = el("output.range");
    const counting = this.series.length > 0;
    return section("Timeline", "virtual time in seconds; drag to zoom, double-click for all",
      el("div.bar", null, this.buttons(), this.range),
      el("h3", null, this.lanes.length ? "Steps and traffic" : "Steps"), lanes,
      counting ? [el("h3", null, "Counters", el("small", null, "as software saw them" + this.left()), this.counterNote), this.picks, counters] : null,
      el("h3", null, "Accesses", this.binNote, this.accessNote), accesses);
  }

  /* A page has no room for all values of a long run. */
  left() {
    const every = this.run.trace.every;
    return every > 1 ? ", one of " + grouped(every) + " values" : "";
  }

  buttons() {
    const button = (text, label, act) => el("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    const zoom = (factor) => () => this.zoom(factor, 0.5);
    const move = (part) => () => this.move(part);
    const steps = this.run.trace.steps.slice(0, 12).map((step) => {
      const name = this.run.result.steps[step.number - 1].name;
      return button(step.number + " " + name, "show step " + step.number + " " + name, () => this.showStep(step));
    });
    return el("div.buttons", null, button("−", "zoom out", zoom(2)), button("+", "zoom in", zoom(0.5)),
      button("←", "earlier", move(-0.5)), button("→", "later", move(0.5)),
      button("all", "show all", () => this.show(this.whole.min, this.whole.max)), steps);
  }

  showStep(step) {
    const end = step.end ?? this.whole.max * NS;
    const room = Math.max((end - step.begin) * 0.02, 100);
    this.show((step.begin - room) / NS, (end + room) / NS);
  }

  zoom(factor, where) {
    const { min, max } = this.view, at = min + (max - min) * where;
    this.show(at - (at - min) * factor, at + (max - at) * factor);
  }

  move(part) {
    const { min, max } = this.view, by = (max - min) * part;
    this.show(min + by, max + by);
  }

  /* In the page, so that widths are known. */
  begin() {
    const [from, to] = this.trace.interest();
    this.view = { min: Math.max(from / NS, this.whole.min), max: Math.min(to / NS, this.whole.max) };
    this.makePicks();
    this.draw();
    this.show(this.view.min, this.view.max);
    new ResizeObserver(() => this.resize()).observe(this.root);
  }

  width() {
    return Math.max(200, Math.floor(this.root.clientWidth));
  }

  findGutter() {
    const widths = this.lanes.map((lane) => textWidth(lane.name) + 14);
    return Math.max(GUTTER, Math.min(Math.max(0, ...widths), this.drawn * GUTTER_MOST));
  }

  resize() {
    if (this.drawn !== this.width()) this.draw();
  }

  /* Redraws all charts: another width, other colours, other counters. */
  draw() {
    this.drawn = this.width();
    this.gutter = this.findGutter();
    this.charts.forEach((chart) => chart.destroy());
    const [lanes, counters, accesses] = this.hosts;
    this.charts = [this.laneChart(lanes), this.series.some((series) => series.shown) ? this.counterChart(counters) : null,
      (this.density = this.densityChart(accesses))].filter(Boolean);
    this.show(this.view.min, this.view.max);
  }

  /* Shows from @min to @max (s), within the data and not narrower than the narrowest view. */
  show(min, max) {
    const least = LEAST_NS / NS, most = this.whole.max - this.whole.min;
    const width = Math.min(Math.max(max - min, least), most), middle = (min + max) / 2;
    const from = Math.min(Math.max(middle - width / 2, this.whole.min), this.whole.max - width);
    this.view = { min: from, max: from + width };
    this.fillDensity();
    this.charts.forEach((chart) => chart.setScale("x", this.view));
    this.range.textContent = seconds(Math.round(from * NS)) + " – " + seconds(Math.round((from + width) * NS)) + " s · " + span(width * NS);
    this.changed(from * NS, (from + width) * NS);
  }

  /* uPlot reports its own zooming afterwards. */
  scaled(chart, key) {
    const { min, max } = chart.scales.x, near = (this.view.max - this.view.min) * 1e-9;
    if (key !== "x" || min == null) return;
    if (Math.abs(min - this.view.min) > near || Math.abs(max - this.view.max) > near) this.show(min, max);
  }

  options(height, more) {
    const ink = colour("muted"), rule = colour("rule");
    const axis = { stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1, size: 4 }, font: labelFont(1) };
    return {
      width: this.drawn,
      height,
      padding: [6, 8, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: true, y: false, dist: 4 }, sync: { key: "pmulab", scales: ["x", null] }, points: { size: 5 },
        bind: { dblclick: () => () => this.show(this.whole.min, this.whole.max) } },
      scales: { x: { time: false, auto: false, range: (chart, min, max) => [min, max] }, y: more.y || {} },
      axes: [
        { ...axis, size: X_AXIS, space: 100, values: timeLabels },
        { ...axis, size: this.gutter, space: 34, values: (chart, splits) => splits.map(countLabel), ...more.axis },
      ],
      series: more.series,
      hooks: {
        ready: [(chart) => this.wheel(chart)],
        setScale: [(chart, key) => this.scaled(chart, key)],
        drawClear: [(chart) => this.drawSteps(chart)],
        ...more.hooks,
      },
    };
  }

  /* With a key held, or by two fingers on a pad: a wheel alone scrolls the page. */
  wheel(chart) {
    chart.over.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const amount = event.deltaY || event.deltaX;
      this.zoom(amount < 0 ? 0.8 : 1.25, event.offsetX / chart.over.clientWidth);
    }, { passive: false });
  }

  drawSteps(chart) {
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.fillStyle = colour("step");
    for (const step of this.run.trace.steps) {
      const from = Math.max(chart.valToPos(step.begin / NS, "x", true), bbox.left);
      const to = Math.min(chart.valToPos((step.end ?? this.whole.max * NS) / NS, "x", true), bbox.left + bbox.width);
      if (to > from) ctx.fillRect(from, bbox.top, to - from, bbox.height);
    }
    ctx.restore();
  }

  laneChart(host) {
    const rows = this.lanes.length + 1;
    return new uPlot(this.options(rows * LANE + X_AXIS + 6, {
      y: { range: [0, 1] },
      axis: { values: (chart, splits) => splits.map(() => ""), grid: { show: false }, ticks: { show: false } },
      series: [{}, { show: false }],
      hooks: { draw: [(chart) => this.drawLanes(chart, rows)] },
    }), [[this.whole.min, this.whole.max], [null, null]], host);
  }

  drawLanes(chart, rows) {
    const { ctx, bbox } = chart, height = bbox.height / rows, scale = devicePixelRatio;
    const middle = (row) => bbox.top + (row + 0.5) * height + scale;
    ctx.save();
    ctx.textBaseline = "middle";
    ctx.font = labelFont(scale);
    ctx.fillStyle = colour("muted");
    ctx.textAlign = "right";
    this.lanes.forEach((lane, i) => ctx.fillText(fitting(lane.name, this.gutter - 10), bbox.left - 6 * scale, middle(i + 1)));
    ctx.textAlign = "left";
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const step of this.run.trace.steps)
      this.drawBar(chart, { top: bbox.top, height, from: step.begin / NS, to: (step.end ?? this.whole.max * NS) / NS,
        share: 1, fill: colour("step-bar"), text: step.number + " " + this.run.result.steps[step.number - 1].name });
    this.lanes.forEach((lane, i) => this.drawLane(chart, lane, bbox.top + (i + 1) * height, height));
    ctx.restore();
  }

  drawLane(chart, lane, top, height) {
    lane.changes.forEach((change, i) => {
      const to = lane.changes[i + 1]?.time ?? this.whole.max;
      if (lane.set || change.level > 0)
        this.drawBar(chart, { top, height, from: change.time, to, share: lane.set ? 0.1 : change.level / lane.most,
          fill: colour("traffic"), text: change.text });
    });
  }

  /* A bar as high as its @share, with the text if its visible part has room. */
  drawBar(chart, { top, height, from, to, share, fill, text }) {
    const { ctx, bbox } = chart, gap = devicePixelRatio, pad = 5 * devicePixelRatio;
    const left = Math.max(chart.valToPos(from, "x", true), bbox.left);
    const right = Math.min(chart.valToPos(to, "x", true), bbox.left + bbox.width);
    if (right <= left) return;
    const high = Math.max((height - 2 * gap) * share, 2 * devicePixelRatio);
    ctx.fillStyle = fill;
    ctx.fillRect(left, top + height - gap - high, Math.max(right - left, devicePixelRatio), high);
    ctx.fillStyle = colour("ink");
    if (ctx.measureText(text).width <= right - left - 2 * pad) ctx.fillText(text, left + pad, top + height / 2 + gap);
  }

  makePicks() {
    const apart = el("button.chip", { type: "button", "aria-pressed": String(this.apart), onclick: () => {
      this.apart = !this.apart;
      this.makePicks();
      this.draw();
    } }, "each to its own height");
    this.picks.replaceChildren(...(this.series.length ? [apart] : []), ...this.series.slice(0, 200).map((series) =>
      el("button.chip", { type: "button", "aria-pressed": String(series.shown), onclick: () => {
        series.shown = !series.shown;
        this.makePicks();
        this.draw();
      } }, el("i.swatch", { style: series.shown ? "background:var(--" + this.colourOf(series) + ")" : null }), series.name)));
  }

  colourOf(series) {
    const place = this.series.filter((other) => other.shown).indexOf(series);
    return SERIES_COLOURS[place % SERIES_COLOURS.length];
  }

  counterChart(host) {
    const shown = this.series.filter((series) => series.shown);
    const line = (series, i) => ({ label: series.name, stroke: colour(this.colourOf(series)), width: 1.5, spanGaps: true,
      points: { size: 4, fill: colour(this.colourOf(series)) }, scale: this.apart ? "y" + i : "y" });
    const data = uPlot.join(shown.map((series) => this.rising(series)));
    return new uPlot(this.options(CHART, {
      axis: this.apart ? { scale: "y0", values: (chart, splits) => splits.map(() => ""), grid: { show: false } } : null,
      series: [{}, ...shown.map(line)],
      hooks: { setCursor: [(chart) => this.read(chart, this.counterNote)] },
    }), data, host);
  }

  /* Lists the values under the cursor. @stack: stacked series, lowest first, whose own parts are listed. */
  read(chart, note, stack) {
    const i = chart.cursor.idx;
    const words = [];
    let below = 0;
    for (const k of stack ?? chart.series.keys()) {
      const value = i == null || !k ? null : this.valueAt(chart.data[k], i);
      if (value === null || chart.series[k].show === false) continue;
      words.push(chart.series[k].label + " " + grouped(value - below));
      if (stack) below = value;
    }
    note.textContent = words.length ? "at " + chart.data[0][i].toFixed(6) + " s: " + words.join(" · ") : "";
  }

  /* A counter's last seen value. */
  valueAt(values, i) {
    while (i >= 0 && values[i] == null) i--;
    return i < 0 ? null : values[i];
  }

  /* Keeps the last of several values at one moment, since uPlot needs different moments. */
  rising(series) {
    const times = [], values = [];
    series.times.forEach((time, i) => {
      if (times.length && times[times.length - 1] >= time) values[values.length - 1] = series.values[i];
      else {
        times.push(time);
        values.push(series.values[i]);
      }
    });
    return [times, values];
  }

  /* Stacked bars: reads at the bottom, then writes, then the hardware's own. */
  densityChart(host) {
    const bar = (label, name) => ({ label, fill: colour(name), width: 0, points: { show: false },
      paths: uPlot.paths.bars({ size: [1], gap: 0, align: 1 }) });
    return new uPlot(this.options(120 + X_AXIS, {
      y: { range: (chart, min, max) => [0, Math.max(max, 1)] },
      series: [{}, bar("hardware", "event"), bar("writes", "write"), bar("reads", "read")],
      hooks: { setCursor: [(chart) => this.read(chart, this.accessNote, [3, 2, 1])] },
    }), [[this.whole.min, this.whole.max], [0, 0], [0, 0], [0, 0]], host);
  }

  fillDensity() {
    if (!this.density) return;
    const { trace } = this, { min, max } = this.view;
    const n = Math.max(20, Math.floor((this.drawn - this.gutter) / 3)), step = (max - min) / n;
    const x = Float64Array.from({ length: n }, (unused, i) => min + i * step);
    const reads = new Float64Array(n), writes = new Float64Array(n), all = new Float64Array(n);
    const read = trace.kinds.indexOf("read"), write = trace.kinds.indexOf("write");
    for (let i = trace.at(min * NS); i < trace.n && trace.time[i] <= max * NS; i++) {
      if (trace.bookkeeping.has(trace.kind[i])) continue;
      const bin = Math.min(n - 1, Math.floor((trace.time[i] / NS - min) / step));
      if (trace.kind[i] === read) reads[bin]++;
      if (trace.kind[i] === read || trace.kind[i] === write) writes[bin]++;
      all[bin]++;
    }
    this.density.setData([x, all, writes, reads], false);
    this.binNote.replaceChildren("in each " + span(step * NS) + ": ", ...[["read", "reads"], ["write", "writes"], ["event", "hardware's own"]].map(([kind, text]) => el("span.key", null, el("i.swatch." + kind), text + " ")));
  }
}
