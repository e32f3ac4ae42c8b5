// What everything else uses: the data, building of elements, numbers, colours,
// and which design is selected.

const failure = document.getElementById("failure");
window.addEventListener("error", event => {
  failure.hidden = false;
  failure.textContent = "This page's program failed: " + event.message;
});

const data = JSON.parse(document.getElementById("data").textContent);
for (const key of Object.keys(data)) data[key] ??= [];
for (const design of data.designs) {
  for (const key of ["true", "predicted", "processorOf", "pathOf"]) design[key] ??= [];
}
for (const path of data.paths) {
  path.write ??= [];
  path.read ??= [];
}

// Applications beyond the eighth share the colours of the first eight.
const colours = 8;
for (const mark of document.querySelectorAll("[data-app]")) mark.dataset.app %= colours;

// set gives an element attributes and children. Text always enters as text, never
// as markup, whatever the names hold.
function set(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "app") node.dataset.app = value % colours;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(child => child !== null));
  return node;
}
const el = (tag, attributes = {}, ...children) => set(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
const byId = id => document.getElementById(id);

function format(value, decimals) {
  if (value === null || value === undefined) return "–";
  if (decimals < 0) return value.toExponential(3).replace("e+", "e");
  const [whole, fraction] = value.toFixed(decimals).split(".");
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction ? grouped + "." + fraction : grouped;
}
const percent = value => (value === null || value === undefined ? "–" : (100 * value).toFixed(1) + " %");

// Ticks of a plot know nothing of columns: up to four significant digits.
function tick(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(2).replace("e+", "e");
  const short = String(Number(value.toPrecision(6)));
  return size >= 10000 ? short.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : short;
}

const theme = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// ramp returns the colour at part (0 to 1) of the colour map; on dark paper the map
// starts later, where it is bright enough to see.
function ramp(part) {
  const from = Number(theme("ramp-from"));
  const place = (from + (1 - from) * Math.min(Math.max(part, 0), 1)) * (data.ramp.length - 1);
  const i = Math.min(Math.floor(place), data.ramp.length - 2);
  const channel = (colour, k) => parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mixed = [0, 1, 2].map(k => {
    const low = channel(data.ramp[i], k), high = channel(data.ramp[i + 1], k);
    return Math.round(low + (place - i) * (high - low));
  });
  return `rgb(${mixed})`;
}

const shorten = (text, most) => ([...text].length > most ? [...text].slice(0, most - 1).join("") + "…" : text);
for (const objective of data.objectives) objective.unit = shorten(objective.unit, 16);
const labelled = o => shorten(data.objectives[o].name, 48) + (data.objectives[o].unit ? " [" + data.objectives[o].unit + "]" : "");
const picksOf = design => data.picks.filter(pick => pick.design === design).flatMap(pick => pick.labels);

// Parts of the page that draw register here: redraw after a change of size or
// theme, follow after a change of the selection.
const parts = [];
let selected = -1;
function select(design) {
  selected = design;
  for (const part of parts) part.follow?.();
}
function redraw() {
  for (const part of parts) part.redraw?.();
}

// places lists who runs where: one line per processor that is used.
function places(design, limit) {
  const lines = [];
  data.processors.forEach((processor, p) => {
    const here = data.processes.filter((_, k) => design.processorOf[k] === p);
    if (here.length === 0) return;
    const point = design.points?.[p];
    lines.push(el("div", {}, el("dt", { title: processor.name }, shorten(processor.name, 30), point ? el("small", {}, shorten(point, 30)) : null),
      el("dd", {}, here.map(process => el("span", { class: "chip", app: process.application, title: process.name }, process.name)))));
  });
  const hidden = lines.length - limit;
  if (hidden > 0) lines.splice(limit, hidden, el("div", {}, el("dt", {}, "…"), el("dd", {}, `${hidden} more processors`)));
  return el("dl", { class: "places" }, lines);
}

// values is the table of a design's objectives.
function values(design) {
  return el("table", { class: "values" }, data.objectives.map((objective, o) => {
    const guess = design.predicted[o];
    return el("tr", {}, el("th", { scope: "row", title: objective.name }, shorten(objective.name, 48)),
      el("td", {}, el("b", {}, format(design.true[o], objective.decimals)), el("small", {}, " " + objective.unit),
        design.predicted.length ? el("span", { class: "guess" }, " predicted " + format(guess, objective.decimals)) : null));
  }));
}
