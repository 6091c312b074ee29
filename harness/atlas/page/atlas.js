/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page: a tree, a path, and one block at a time. The address names the place: "#snbep.imc.PMON_CTL0=0x400304". */
"use strict";

const atlas = JSON.parse(document.getElementById("atlas").textContent);
const ADDRESSES_SHOWN = 8; /* more are folded */
const NEAR_TOP = 60; /* a register that begins this many pixels below the header is the current one */
let registers = new Map(); /* those that are shown, by id */

function link(id, text, ...inside) {
  return el("a", {href: "#" + id}, text, ...inside);
}

/* ---- places ---- */

function byName(list, name) {
  return list.find((one) => one.name.toLowerCase() === (name || "").toLowerCase());
}

/* The place of a path, letters in any case: {machine, block, unit, id}; id: the element. null: there is none. */
function placeOf(path) {
  const [first, second, third, ...more] = path.split(".");
  const machine = byName(atlas.machines, first);
  if (!machine) return null;
  const place = {machine, id: machine.name};
  if (!second) return place;
  if (second.toLowerCase() === "options") return {...place, options: true, id: [machine.name, "options", third].filter(Boolean).join(".")};
  place.block = byName(machine.blocks, second);
  place.unit = place.block ? null : byName(machine.units, second);
  const shown = place.block || place.unit;
  if (!shown) return null;
  place.id += "." + shown.name;
  place.reg = place.block && byName(place.block.registers, third);
  const rest = more.join(".").toLowerCase();
  if (place.reg) {
    const field = place.reg.fields.find(([name, , , access]) => access !== "RV" && name.toLowerCase() === rest);
    place.id += "." + place.reg.name + (field ? "." + field[0] : rest === "variants" ? ".variants" : "");
  } else if (third && third.toLowerCase() === "events" && shown.events) {
    const event = shown.events.list.find(([, name]) => name.toLowerCase() === rest);
    place.id += ".events" + (event ? "." + event[1] : "");
  } else if (place.unit) place.id += ".events";
  return place;
}

/* ---- the tree ---- */

function blockLink(machine, block) {
  return el("li", null, link(`${machine.name}.${block.name}`, block.name));
}

function groupNode(machine, group) {
  const list = el("ul", null, group.blocks.map((i) => blockLink(machine, machine.blocks[i])));
  if (machine.groups.length === 1) return list;
  return el("details", {"data-group": group.name || ""},
    el("summary", {title: group.prose}, group.name || "every processor", group.name ? el("small", null, group.prose) : null), list);
}

function machineNode(machine) {
  return el("details", {"data-machine": machine.name}, el("summary", null, machine.name),
    machine.groups.filter((group) => group.blocks.length).map((group) => groupNode(machine, group)),
    machine.units.length ? el("details", {"data-group": "units"}, el("summary", null, "events of units"),
      el("ul", null, machine.units.map((unit) => el("li", null, link(`${machine.name}.${unit.name}.events`, unit.name))))) : null,
    el("ul", null, el("li", null, link(`${machine.name}.options`, "options"))));
}

const tree = el("nav", {id: "tree", "aria-label": "registers"}, atlas.machines.map(machineNode));

/* Opens the tree where the place is, with the block's registers. A block of several processors stays in the one that is
   open. */
function showInTree(place) {
  tree.querySelectorAll(".at").forEach((one) => one.classList.remove("at"));
  tree.querySelectorAll("li > ul").forEach((one) => one.remove());
  if (!place) return;
  const machine = tree.querySelector(`[data-machine="${place.machine.name}"]`);
  machine.open = true;
  const shown = place.options ? "options" : place.block ? place.block.name : place.unit ? place.unit.name + ".events" : null;
  const links = [...machine.querySelectorAll("a")].filter((one) => one.hash === `#${place.machine.name}.${shown}`);
  const first = links.find((one) => !one.parentElement.closest("details details:not([open])")) || links[0];
  if (!first) return;
  first.classList.add("at");
  const group = first.closest("details details");
  if (group) group.open = true;
  if (place.block) first.after(registerLinks(place));
  if (tree.scrollHeight > tree.clientHeight) first.scrollIntoView({block: "nearest"});
}

function registerLinks({machine, block}) {
  const id = `${machine.name}.${block.name}`;
  return el("ul", null, block.registers.map((reg) => el("li", null, link(`${id}.${reg.name}`, reg.name))),
    block.events ? el("li", null, link(`${id}.events`, "events")) : null);
}

/* Marks the register, by name, in whose description one reads. */
function followInTree(name) {
  for (const one of tree.querySelectorAll("li > ul a")) {
    one.classList.toggle("at", one.textContent === name);
    if (one.textContent === name && tree.scrollHeight > tree.clientHeight) one.scrollIntoView({block: "nearest"});
  }
}

/* ---- a block ---- */

function fact(name, ...inside) {
  return inside.flat().filter((one) => one != null && one !== "").length ? [el("dt", null, name), el("dd", null, ...inside)] : [];
}

function addresses(reg) {
  const all = (reg.at || []).map(([blocks, text]) => el("div", null, reg.at.length > 1 ? `${blocks}: ` : null, text));
  if (!all.length) return null;
  const more = all.splice(ADDRESSES_SHOWN);
  return [el("div.places", null, all),
    more.length ? el("details", null, el("summary", null, `${more.length} more`), el("div.places", null, more)) : null];
}

/* The fields of registers of this name, side by side in each variant of the block. */
function variantsTable(machine, block, reg) {
  const variants = [{block, reg}, ...machine.blocks.filter((one) => one.of === block.name)
    .map((one) => ({block: one, reg: byName(one.registers, reg.name)})).filter((one) => one.reg)];
  if (variants.length === 1) return null;
  const text = (one, low, width) => one.fields.filter((f) => f[3] !== "RV" && f[1] === low && f[2] === width).map((f) => `${f[0]} ${f[3]}`).join();
  const ranges = new Map(variants.flatMap((one) => one.reg.fields).filter((f) => f[3] !== "RV").map((f) => [`${f[1]} ${f[2]}`, [f[1], f[2]]]));
  const rows = [...ranges.values()].sort(([a, w], [b, v]) => b + v - (a + w) || v - w).map(([low, width]) => {
    const cells = variants.map((one) => text(one.reg, low, width));
    return {differs: cells.some((cell) => cell !== cells[0]), node: el("tr", null, el("td", null, bitsText(reg, low, width)),
      cells.map((cell) => el(cell === cells[0] ? "td" : "td.differs", null, cell)))};
  });
  if (!rows.some((row) => row.differs)) return el("p.same", null, "The same in all variants.");
  return el("details", {id: `${machine.name}.${block.name}.${reg.name}.variants`}, el("summary", null, "variants side by side"),
    el("div.wide", null, el("table.compare", null, el("thead", null, el("tr", null, el("th", null, "bits"),
      variants.map((one) => el("th", null, link(`${machine.name}.${one.block.name}.${reg.name}`, one.block.name))))),
    el("tbody", null, rows.map((row) => row.node)))));
}

function usesNode(uses) {
  if (!uses) return null;
  if (uses.reads === undefined) return el("p.uses", null, "touched by no scenario");
  return el("details.uses", null, el("summary", null, `touched by ${counted(uses.runs.length, "scenario")}: ${uses.reads} reads, ${uses.writes} writes`),
    el("p", null, uses.runs.join(", ")),
    uses.run ? el("figure", null, el("figcaption", null, `in ${uses.run}`, uses.step ? `, step ${uses.step}` : null),
      el("pre", {tabindex: "0"}, uses.text)) : null);
}

function registerNode(machine, block, reg) {
  const id = `${machine.name}.${block.name}.${reg.name}`;
  const register = new Register(id, reg, reg.names === undefined ? {} : atlas.names[reg.names], numbering.value);
  registers.set(id, register);
  const node = el("section.reg", {id}, el("h3", null, link(id, reg.name), el("small", null, reg.prose)),
    el("dl", null,
      fact(block.numbered ? "number" : "offset", reg.offset),
      fact("width", `${reg.width} bits, ${reg.msb0 ? "the most significant" : "the least significant"} is 0`),
      fact("reset", reg.reset), fact("address", addresses(reg)), fact("source", reg.source),
      fact("silicon", reg.silicon), fact("not modelled", reg.lacks)),
    register.nodes(), variantsTable(machine, block, reg), usesNode(reg.uses));
  register.show();
  return node;
}

function eventsNode(id, name, events) {
  if (!events) return null;
  const heads = [events.code, "event", events.number, events.text].filter(Boolean);
  const subs = (list) => el("div.subs", null, `${events.sub}: `, list.map(([sub, code], i) => [i ? ", " : null, el("span", null, `${sub}=${code}`)]).flat());
  return el("section.events", {id: `${id}.events`}, el("h3", null, link(`${id}.events`, `events of ${name}`), el("small", null, events.prose)),
    el("table.list", null, el("thead", null, el("tr", null, heads.map((head) => el("th", null, head)))),
      el("tbody", null, events.list.map(([code, event, count, prose, list]) => el("tr", {id: `${id}.events.${event}`},
        el("td", null, code), el("th", {scope: "row"}, event), events.number ? el("td", null, String(count)) : null,
        el("td", null, prose, list ? subs(list) : null))))));
}

function processorsOf(machine, block) {
  const index = machine.blocks.indexOf(block);
  return machine.groups.filter((group) => group.name && group.blocks.includes(index)).map((group) => group.prose).join(", ");
}

function blockView(machine, block) {
  const id = `${machine.name}.${block.name}`;
  return [el("h2", null, block.name, el("small", null, block.prose)),
    el("dl", null, fact("processors", processorsOf(machine, block)), fact("instances", block.instances || ""),
      fact("variant of", block.of ? link(`${machine.name}.${block.of}`, block.of) : null)),
    block.registers.map((reg) => registerNode(machine, block, reg)), eventsNode(id, block.name, block.events)];
}

/* ---- other views ---- */

function optionsView(machine) {
  return [el("h2", null, "options", el("small", null, "for a scenario's config line, pmulab boot --config, and the plugin itself")),
    el("table.list", null, el("thead", null, el("tr", null, ["option", "values", "default", "meaning"].map((head) => el("th", null, head)))),
      el("tbody", null, machine.options.map(([name, values, standard, prose]) => el("tr", {id: `${machine.name}.options.${name}`},
        el("th", {scope: "row"}, name), el("td", null, values), el("td", null, standard), el("td", null, prose)))))];
}

function groupTable(machine, group) {
  return [machine.groups.length > 1 ? el("h3", null, group.name ? group.prose : "Every processor", group.name ? el("small", null, `variant=${group.name}`) : null) : null,
    el("table.list", null, el("tbody", null, group.blocks.map((i) => machine.blocks[i]).map((block) => el("tr", null,
      el("th", {scope: "row"}, link(`${machine.name}.${block.name}`, block.name)), el("td", null, block.instances || ""), el("td", null, block.prose)))))];
}

function machineView(machine) {
  return [el("h2", null, machine.name, el("small", null, machine.prose)),
    machine.groups.filter((group) => group.blocks.length).map((group) => groupTable(machine, group)).flat(),
    el("p", null, link(`${machine.name}.options`, "options"))];
}

function startView() {
  return [el("h2", null, "Registers and events of performance monitors"),
    el("p.about", null, "All that the models of pmulab have, with their sources in the manuals. Choose a block in the tree, or press / and type a few words, " +
      "such as “op_data3 l2 miss”. In a register, click on bits, or type a value or a name: all parts follow. The page's address keeps the value, to be sent on."),
    el("table.list", null, el("tbody", null, atlas.machines.map((machine) => el("tr", null, el("th", {scope: "row"}, link(machine.name, machine.name)),
      el("td", null, machine.prose), el("td", null, counted(machine.blocks.length, "block"))))))];
}

function viewOf(place) {
  if (!place) return startView();
  if (place.options) return optionsView(place.machine);
  if (place.block) return blockView(place.machine, place.block);
  if (place.unit) return [el("h2", null, place.unit.name), eventsNode(`${place.machine.name}.${place.unit.name}`, place.unit.name, place.unit.events)];
  return machineView(place.machine);
}

/* ---- the frame ---- */

const numbering = el("select", {id: "numbering", title: "Numbers of the bits (n)", "aria-label": "numbers of the bits", onchange: () => draw(true)},
  [["manual", "bits as in the manual"], ["lsb0", "bit 0 is the least significant"], ["msb0", "bit 0 is the most significant (IBM)"]]
    .map(([value, text]) => el("option", {value}, text)));
const path = el("nav", {id: "path", "aria-label": "path"});
const main = el("main", {tabindex: "-1"});
const search = new Search(atlas, (id) => { location.hash = id; });
let shown = null; /* the place that is drawn, without its register */

function showPath(place, reg) {
  const block = place && (place.block || place.unit);
  const parts = !place ? [] : [[place.machine.name, place.machine.name],
    ...(place.options ? [[`${place.machine.name}.options`, "options"]] : []),
    ...(block ? [[`${place.machine.name}.${block.name}`, block.name]] : []),
    ...(reg ? [[`${place.machine.name}.${block.name}.${reg}`, reg]] : [])];
  path.replaceChildren(...parts.map(([id, text]) => link(id, text)));
  document.title = ["pmulab atlas", ...parts.map(([, text]) => text)].join(" ");
}

/* The register at the top of the window belongs to the path. */
function follow() {
  const place = shown;
  if (!place || !place.block) return;
  const top = [...main.querySelectorAll("section")].filter((one) => one.getBoundingClientRect().top < header.offsetHeight + NEAR_TOP).pop();
  const name = top ? top.id.split(".").pop() : null; /* a register, or "events" */
  if (path.dataset.reg === (name || "")) return;
  path.dataset.reg = name || "";
  showPath(place, name);
  followInTree(name);
}

/* Draws the place that the address names. @again: even if it is already shown. */
function draw(again) {
  const [where, text] = decodeURIComponent(location.hash.slice(1)).split("=");
  const place = where ? placeOf(where) : null;
  const same = shown && place && shown.machine === place.machine && shown.block === place.block && shown.unit === place.unit && shown.options === place.options;
  const values = new Map([...registers].map(([id, register]) => [id, register.value]));
  if (!same || again) {
    registers = new Map();
    main.replaceChildren(...[viewOf(place)].flat(3).filter(Boolean));
    for (const [id, register] of again && same ? registers : []) {
      register.value = values.get(id);
      register.show();
    }
  }
  shown = place;
  showInTree(place);
  open(false);
  path.dataset.reg = "";
  showPath(place, null);
  if (place) goTo(place, text);
  else scrollTo(0, 0);
}

function goTo(place, text) {
  const element = document.getElementById(place.id);
  const register = place.reg && registers.get(`${place.machine.name}.${place.block.name}.${place.reg.name}`);
  main.querySelectorAll(".at").forEach((one) => one.classList.remove("at"));
  if (register && text !== undefined) {
    const field = register.fields.find((one) => place.id === `${register.id}.${one.name}`);
    const value = number(text, field ? field.width : register.width);
    if (value !== null) register.value = field ? field.into(register.value, value) : value;
    register.show();
  }
  if (!element) return scrollTo(0, 0);
  if (element.matches("details")) element.open = true;
  element.classList.add("at");
  element.scrollIntoView({block: element.matches("tr") ? "center" : "start"});
  follow();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  if (event.key === "/") {
    event.preventDefault();
    search.box.focus();
    search.box.select();
  } else if (event.key === "n") {
    numbering.selectedIndex = (numbering.selectedIndex + 1) % numbering.length;
    draw(true);
  }
});
addEventListener("scroll", follow, {passive: true});
addEventListener("hashchange", () => draw(false));
const {header, open} = frame("pmulab atlas", {path, tools: [el("div.search", null, search.box, search.list), search.found, numbering], tree, main});
draw(true);
