// The selected mapping drawn on the platform, and the picks as small drawings.

const ruler = document.createElement("canvas").getContext("2d");
function measure(text, font) {
  ruler.font = font + " " + theme("sans");
  return ruler.measureText(text).width;
}

// fit cuts a text to a width.
function fit(text, width, font) {
  if (measure(text, font) <= width) return text;
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ruler.measureText(text.slice(0, middle) + "…").width <= width) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).replace(/[\uD800-\uDBFF]$/, "") + "…";
}

const tip = byId("tip");
function showTip(event, lines) {
  tip.replaceChildren(...lines);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(event.clientX + 14, innerWidth - width - 10)) + "px";
  tip.style.top = Math.max(8, event.clientY + 16 + height > innerHeight ? event.clientY - height - 12 : event.clientY + 16) + "px";
}
const line = (...children) => el("div", {}, ...children);

function drawMapping(design, host) {
  const plan = layoutMapping(design, host.clientWidth);
  const map = svg("svg", { class: "map", width: plan.boxes.width + 2, height: plan.height + 2, viewBox: `-1 -1 ${plan.boxes.width + 2} ${plan.height + 2}`, role: "img",
    "aria-label": `Mapping of design ${design.id} on the platform; the lists of places and of channels hold the same` });
  const wires = plan.wires.map(wire => ({ wire, node: drawWire(wire, plan), name: wireName(wire, plan) }));
  const chips = new Map();
  map.append(...plan.clusters.map(cluster => drawCluster(cluster, plan, design)), ...plan.bars.map(bar => drawBar(bar)), ...wires.map(w => w.node),
    ...wires.map(w => w.name).filter(Boolean), ...plan.bars.map(bar => barName(bar, design)), ...[...plan.boxes.of].map(([p, box]) => drawBox(p, box, plan.boxes, design, chips)));
  connectHover(map, wires, chips, design);
  host.replaceChildren(map);
  return plan;
}

function drawCluster(cluster, plan) {
  const hidden = cluster.members.length - cluster.shown.length;
  const name = cluster.name + (hidden > 0 ? ` · ${hidden} idle not drawn` : "");
  return svg("g", {}, svg("rect", { class: "cluster", x: cluster.x, y: 0, width: cluster.width, height: plan.boxes.bottom + space.pad, rx: 9 }),
    svg("text", { class: "cluster-name", x: cluster.x + space.pad + 2, y: 18 }, fit(name, cluster.width - 2 * space.pad, "600 11.5px"), svg("title", {}, name)));
}

function drawBox(p, box, boxes, design, chips) {
  const processor = data.processors[p], point = design.points?.[p], load = design.processorLoad?.[p];
  const about = [processor.type, box.processes.length ? point : "idle"].filter(Boolean).join(" · ");
  const inner = boxes.side - 16;
  const node = svg("g", { class: box.processes.length ? "" : "idle" },
    svg("rect", { class: "box", x: box.x, y: boxes.top, width: boxes.side, height: boxes.height, rx: 6 }),
    svg("text", { class: "name", x: box.x + 8, y: boxes.top + 17 }, fit(processor.name, inner, "600 12px"), svg("title", {}, processor.name)),
    svg("text", { class: "sub", x: box.x + 8, y: boxes.top + 31 }, fit(about, inner, "11px"), svg("title", {}, about)));
  if (load !== undefined && load !== null) {
    node.append(svg("rect", { class: "load-track", x: box.x + 8, y: boxes.top + 37, width: inner, height: 3, rx: 1.5 }),
      svg("rect", { class: "load", x: box.x + 8, y: boxes.top + 37, width: inner * Math.min(load, 1), height: 3, rx: 1.5 }, svg("title", {}, "busy " + percent(load))));
  }
  box.processes.forEach((k, i) => {
    const process = data.processes[k], y = boxes.top + space.head + i * space.chip;
    const chip = svg("g", { class: "process", app: process.application },
      svg("rect", { class: "chip-box", x: box.x + 6.5, y, width: boxes.side - 13, height: space.chip - 4, rx: 4 }),
      svg("text", { x: box.x + 12, y: y + 12.5 }, fit(process.name, boxes.side - 24, "11.5px")));
    chips.set(k, chip);
    node.append(chip);
  });
  return node;
}

const memoryClass = bar => (isMemory(bar.component) ? " memory" : "");
function drawBar(bar) {
  return svg("rect", { class: "bar" + memoryClass(bar) + (bar.used ? "" : " bar-idle"), x: bar.left, y: bar.top, width: bar.right - bar.left, height: bar.height, rx: 6 });
}

// barName comes after the wires so that they pass behind it.
function barName(bar, design) {
  const load = design.componentLoad?.[bar.c];
  const many = bar.members.length > 1;
  const about = many ? `${bar.busy} used here` : [bar.component.kind, !bar.used ? "unused" : load === undefined || load === null ? null : "busy " + percent(load)].filter(Boolean).join(" · ");
  const name = fit(bar.component.name, (bar.right - bar.left) * .55, "600 12px");
  const note = fit(about, (bar.right - bar.left) * .4 - 16, "11px");
  const room = measure(name, "600 12px") + measure(note, "11px") + 19;
  return svg("g", {}, svg("rect", { class: "plate" + memoryClass(bar), x: bar.left + 3, y: bar.top + 3, width: room, height: 18, rx: 4 }),
    svg("text", { x: bar.left + 9, y: bar.top + 16 }, svg("tspan", { class: "name" }, name), svg("tspan", { class: "sub", dx: 7 }, note)),
    svg("title", {}, bar.component.name + " · " + about));
}

const busiest = Math.max(1, ...data.channels.map(channel => channel.bytes));

function drawWire(wire, plan) {
  const channel = data.channels[wire.channel], top = plan.boxes.bottom;
  const start = wire.out, end = wire.in, y = wire.y;
  const turn = Math.min(5, Math.abs(end - start) / 2), side = Math.sign(end - start);
  const d = `M${start} ${top}V${y - turn}Q${start} ${y} ${start + side * turn} ${y}H${end - side * turn}Q${end} ${y} ${end} ${y - turn}V${top + 7}`;
  const width = channel.bytes > 0 ? 1.2 + 2.2 * Math.sqrt(channel.bytes / busiest) : 1.6;
  const node = svg("g", { class: "wire", app: data.processes[channel.from].application, tabindex: -1 },
    svg("path", { class: "hit", d }), svg("path", { d, "stroke-width": width.toFixed(2) }),
    svg("circle", { class: "end", cx: start, cy: top + 1, r: 2.6 }), svg("polygon", { class: "end", points: `${end},${top} ${end - 4},${top + 8} ${end + 4},${top + 8}` }));
  // A dot in every component that the channel really passes; lines without one only cross.
  const dots = new Set();
  for (const [list, x] of [[wire.write, start], [wire.read, end]]) {
    for (const c of list) {
      const bar = plan.barOf.get(c);
      if (bar) dots.add(`${x},${bar.row === wire.row ? y : bar.top + bar.height / 2}`);
    }
  }
  for (const dot of dots) {
    const [x, at] = dot.split(",");
    node.append(svg("circle", { cx: x, cy: at, r: 3 }));
  }
  return node;
}

// wireName is the channel's name on its lane, in the first gap between crossing
// wires that is wide enough, or else in the widest one; null without room.
function wireName(wire, plan) {
  if (!named || wire.row < 0) return null;
  const left = Math.min(wire.out, wire.in), right = Math.max(wire.out, wire.in);
  const crossing = plan.wires.filter(other => other.y > wire.y).flatMap(other => [other.out, other.in]).filter(x => x > left && x < right);
  const stops = [left, ...crossing.sort((a, b) => a - b), right];
  const gaps = stops.slice(1).map((stop, i) => ({ x: stops[i], room: stop - stops[i] - 10 }));
  const channel = data.channels[wire.channel];
  const wanted = Math.min(measure(channel.name, "10px") + 1, 180);
  const gap = gaps.find(g => g.room >= wanted) ?? gaps.reduce((a, b) => (b.room > a.room ? b : a));
  if (gap.room < 24) return null;
  return svg("text", { class: "wire-name", app: data.processes[channel.from].application, x: gap.x + 5, y: wire.y - 3 }, fit(channel.name, Math.min(gap.room, 181), "10px"));
}

const arrow = channel => data.processes[channel.from].name + " → " + data.processes[channel.to].name;
function route(wire) {
  const names = [...new Set([...wire.write, ...wire.read])].map(c => data.components[c].name);
  return names.length ? names.join(", ") : "local to the processor";
}

function connectHover(map, wires, chips, design) {
  const focus = (nodes, lines) => event => {
    map.classList.add("focus");
    for (const node of nodes) node?.classList.add("hot");
    showTip(event, lines());
  };
  const clear = () => {
    map.classList.remove("focus");
    for (const node of map.querySelectorAll(".hot")) node.classList.remove("hot");
    tip.hidden = true;
  };
  const listen = (node, enter) => {
    node.addEventListener("pointerenter", enter);
    node.addEventListener("pointermove", enter);
    node.addEventListener("pointerleave", clear);
  };
  for (const { wire, node, name } of wires) {
    const channel = data.channels[wire.channel];
    listen(node, focus([node, name, chips.get(channel.from), chips.get(channel.to)], () => [line(el("b", {}, channel.name)), line(arrow(channel)),
      line((wire.path?.name ? wire.path.name + ": " : "") + route(wire))]));
  }
  for (const [k, chip] of chips) {
    const own = wires.filter(({ wire }) => data.channels[wire.channel].from === k || data.channels[wire.channel].to === k);
    const others = own.flatMap(({ wire }) => [chips.get(data.channels[wire.channel].from), chips.get(data.channels[wire.channel].to)]);
    const process = data.processes[k];
    listen(chip, focus([chip, ...own.flatMap(w => [w.node, w.name]), ...others], () => [line(el("b", {}, process.name)),
      line(data.applications[process.application] + " on " + data.processors[design.processorOf[k]].name), line(`${own.length} channels`)]));
  }
}

// mini is a mapping in the size of a stamp: one cell per processor, one square per
// process.
function mini(design) {
  const busy = new Set(design.processorOf);
  const cell = p => el("i", { title: data.processors[p].name },
    data.processes.filter((_, k) => design.processorOf[k] === p).map(process => el("u", { app: process.application })));
  return el("span", { class: "mini", "aria-hidden": "true" }, groups().map(group => el("span", {}, group.members.filter(p => !collapse || busy.has(p)).map(cell))));
}

function pickCard(pick) {
  const design = data.designs[pick.design];
  const costs = data.objectives.map((objective, o) => el("span", { class: pick.labels.includes("best " + objective.name) ? "best" : "" },
    format(design.true[o], objective.decimals) + (objective.unit ? " " + objective.unit : " " + objective.name)));
  return el("button", { class: "pick", type: "button", "aria-pressed": "false", onclick: () => select(pick.design) },
    el("span", { class: "why" }, pick.labels.join(", "), el("small", {}, "  design " + design.id)), el("span", { class: "costs" }, costs), mini(design));
}

function channelTable(plan) {
  const rows = plan.wires.map(wire => {
    const channel = data.channels[wire.channel];
    return el("tr", {}, el("td", {}, channel.name), el("td", {}, arrow(channel)),
      el("td", {}, data.processors[wire.from].name + " → " + data.processors[wire.to].name), el("td", {}, wire.path?.name ?? ""), el("td", {}, route(wire)));
  });
  const heads = ["channel", "processes", "processors", "path", "through"].map(head => el("th", { scope: "col" }, head));
  return el("table", { class: "channels" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows));
}

function startMappings() {
  const host = byId("drawing");
  if (!host) return;
  const cards = data.picks.map(pick => ({ pick, node: pickCard(pick) }));
  byId("picks").replaceChildren(...cards.map(card => card.node));
  byId("picks").hidden = data.designs.length < 2 || cards.length === 0;
  byId("application-legend").replaceChildren(...data.applications.map((name, a) => el("span", { class: "app", app: a }, name)));
  function draw() {
    const design = data.designs[selected];
    const plan = drawMapping(design, host);
    const costs = data.objectives.filter((_, o) => design.true[o] !== undefined).map((objective, o) => el("span", {}, `${objective.name} ${format(design.true[o], objective.decimals)} ${objective.unit}`));
    if (design.reason) costs.push(el("span", {}, design.reason));
    byId("drawing-caption").replaceChildren(el("b", {}, "Design " + design.id), ...picksOf(selected).map(label => el("span", { class: "tag" }, label)), ...costs);
    byId("drawing-note").textContent = plan.missing > 0 ? `${plan.missing} components carry nothing in this mapping and are not drawn.` : "";
    byId("channel-table").replaceChildren(channelTable(plan));
    for (const { pick, node } of cards) node.setAttribute("aria-pressed", String(pick.design === selected));
  }
  parts.push({ redraw: draw, follow: draw });
}
