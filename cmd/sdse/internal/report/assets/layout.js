// Where things go in the drawing of a mapping: processors in a row, grouped; the
// components that channels pass through as bars below, those with few users first;
// every channel as a wire from its writer's processor down to the lowest bar it
// passes, along a lane in it, and up to its reader's processor.

// Lanes leave room for the channels' names unless there are many.
const named = data.channels.length <= 40;
const space = { chip: 21, lane: named ? 13 : 7, box: 8, cluster: 16, pad: 9, head: 46, title: 24, barHead: named ? 33 : 27 };

// groups returns the processors by group, both in the platform's order.
function groups() {
  const found = new Map();
  data.processors.forEach((processor, p) => {
    if (!found.has(processor.group)) found.set(processor.group, []);
    found.get(processor.group).push(p);
  });
  return [...found].map(([name, members]) => ({ name, members }));
}

// users[c] are the processors that reach component c in any design of the report:
// so a bar has the same place in all drawings.
const users = data.components.map(() => new Set());
for (const design of data.designs) {
  data.channels.forEach((channel, k) => {
    const path = data.paths[design.pathOf[k]];
    if (!path) return;
    const writer = design.processorOf[channel.from], reader = design.processorOf[channel.to];
    for (const c of path.write) users[c].add(writer);
    for (const c of path.read) users[c].add(reader);
  });
}

const isMemory = component => component.kind.toLowerCase() === "memory";

// On large platforms only processors with something to do are drawn.
const collapse = data.processors.length > 24;

function layoutMapping(design, width) {
  const busy = new Set(design.processorOf);
  const clusters = groups().map(group => ({ ...group, shown: group.members.filter(p => !collapse || busy.has(p)) })).filter(group => group.shown.length);
  const boxes = placeBoxes(clusters, design, width);
  const wires = routes(design, boxes);
  const bars = placeBars(wires, boxes, clusters);
  return { clusters, boxes, wires, ...bars };
}

function placeBoxes(clusters, design, width) {
  const count = clusters.reduce((sum, cluster) => sum + cluster.shown.length, 0);
  const fixed = clusters.length * 2 * space.pad + (clusters.length - 1) * space.cluster + (count - clusters.length) * space.box;
  const side = Math.min(Math.max((width - fixed) / count, 84), 230);
  const most = Math.max(1, ...data.processors.map((_, p) => design.processorOf.filter(q => q === p).length));
  const height = space.head + most * space.chip + 5;
  const boxes = { of: new Map(), side, top: space.title + 4, height, bottom: space.title + 4 + height };
  let x = 0;
  for (const cluster of clusters) {
    cluster.x = x;
    x += space.pad;
    for (const p of cluster.shown) {
      boxes.of.set(p, { x, processes: data.processes.map((_, k) => k).filter(k => design.processorOf[k] === p) });
      x += side + space.box;
    }
    x += space.pad - space.box;
    cluster.width = x - cluster.x;
    x += space.cluster;
  }
  boxes.width = x - space.cluster;
  return boxes;
}

// routes returns one wire per channel that is mapped, with the place where it
// leaves and enters the boxes. Ends on one box are ordered by where they go.
function routes(design, boxes) {
  const wires = [];
  data.channels.forEach((channel, k) => {
    const from = design.processorOf[channel.from], to = design.processorOf[channel.to];
    if (!boxes.of.has(from) || !boxes.of.has(to)) return;
    const path = data.paths[design.pathOf[k]];
    wires.push({ channel: k, from, to, path, write: path?.write ?? [], read: path?.read ?? [] });
  });
  const ends = new Map([...boxes.of.keys()].map(p => [p, []]));
  for (const wire of wires) {
    const a = boxes.of.get(wire.from).x, b = boxes.of.get(wire.to).x;
    ends.get(wire.from).push({ wire, end: "out", towards: b });
    ends.get(wire.to).push({ wire, end: "in", towards: a });
  }
  for (const [p, list] of ends) {
    list.sort((a, b) => a.towards - b.towards || a.wire.channel - b.wire.channel || (a.end === "out" ? -1 : 1));
    list.forEach((item, i) => { item.wire[item.end] = boxes.of.get(p).x + boxes.side * (i + 1) / (list.length + 1); });
  }
  return wires;
}

// placeBars gives each component a row and an extent, and each wire a lane in the
// lowest row that it touches.
function placeBars(wires, boxes, clusters) {
  const used = new Set(wires.flatMap(wire => [...wire.write, ...wire.read]));
  const all = data.components.length <= 14;
  const bars = [];
  let missing = 0;
  for (const { component, members } of barKinds()) {
    const reach = new Set(members.flatMap(c => [...users[c]]));
    const at = [...reach].map(p => boxes.of.get(p)?.x).filter(x => x !== undefined);
    const busy = members.filter(c => used.has(c)).length;
    if (busy > 0 || (all && at.length > 0)) bars.push({ c: members[0], members, component, ...extent(at, boxes, clusters), used: busy > 0, busy });
    else missing += members.length;
  }
  const rank = bar => (isMemory(bar.component) ? 1 : 0);
  bars.sort((a, b) => (a.right - a.left) - (b.right - b.left) || rank(a) - rank(b) || a.c - b.c);
  const rows = [];
  for (const bar of bars) {
    // Below everything that it overlaps, so that narrow bars stay above wide ones.
    let row = 0;
    rows.forEach((members, r) => { if (members.some(other => other.left < bar.right && bar.left < other.right)) row = r + 1; });
    (rows[row] ??= []).push(bar);
    bar.row = row;
  }
  const barOf = new Map(bars.flatMap(bar => bar.members.map(c => [c, bar])));
  const lanes = rows.map(() => []);
  const local = []; // lanes directly under the boxes, for channels that pass nothing
  for (const wire of wires) {
    wire.row = Math.max(-1, ...[...wire.write, ...wire.read].map(c => barOf.get(c).row));
    wire.lane = firstFree(wire.row < 0 ? local : lanes[wire.row], Math.min(wire.out, wire.in), Math.max(wire.out, wire.in));
  }
  let y = boxes.bottom + space.pad + 10 + local.length * 8;
  const place = rows.map((members, r) => {
    const top = y, height = lanes[r].length ? space.barHead + lanes[r].length * space.lane : 30;
    y += height + 9;
    return { top, height };
  });
  for (const bar of bars) Object.assign(bar, place[bar.row]);
  for (const wire of wires) {
    wire.y = wire.row < 0 ? boxes.bottom + space.pad + 8 + wire.lane * 8 : place[wire.row].top + space.barHead + 1 + wire.lane * space.lane;
  }
  return { bars, barOf, height: y, missing };
}

// barKinds returns what a bar stands for: one component, or all of a kind of which
// there are too many to draw, such as the links of a mesh.
function barKinds() {
  const kinds = new Map();
  data.components.forEach((component, c) => {
    if (!kinds.has(component.kind)) kinds.set(component.kind, []);
    kinds.get(component.kind).push(c);
  });
  return [...kinds].flatMap(([kind, members]) => (members.length > 12
    ? [{ component: { name: `${members.length} × ${kind || "component"}`, kind }, members }]
    : members.map(c => ({ component: data.components[c], members: [c] }))));
}

// extent is where a bar begins and ends, given the places of the processors that
// reach the component: below the only one, or below all of the clusters of several.
function extent(at, boxes, clusters) {
  let left = Math.min(...at), right = Math.max(...at) + boxes.side;
  if (at.length > 1) {
    for (const cluster of clusters) {
      const end = cluster.x + cluster.width;
      if (cluster.x <= left && left < end) left = cluster.x + space.pad;
      if (cluster.x < right && right <= end) right = end - space.pad;
    }
  }
  return { left, right };
}

// firstFree puts an extent on the first lane where nothing is in its way.
function firstFree(lanes, left, right) {
  let lane = lanes.findIndex(taken => taken.every(([a, b]) => b + 6 < left || right + 6 < a));
  if (lane < 0) lane = lanes.push([]) - 1;
  lanes[lane].push([left, right]);
  return lane;
}
