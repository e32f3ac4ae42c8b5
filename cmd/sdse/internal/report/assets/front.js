// The Pareto front as a scatter plot, and the selected design beside it.

// What all plots share.
function plotBase() {
  return {
    animation: false,
    textStyle: { fontFamily: theme("sans"), color: theme("soft"), fontSize: 12 },
    tooltip: { backgroundColor: "transparent", borderWidth: 0, padding: 0, shadowColor: "transparent", confine: true, transitionDuration: 0.1 },
  };
}
function plotAxis(name, gap) {
  return {
    type: "value", scale: true, boundaryGap: ["4%", "4%"], name, nameLocation: "middle", nameGap: gap,
    nameTextStyle: { color: theme("ink"), fontWeight: 600, fontSize: 13 },
    axisLine: { show: true, lineStyle: { color: theme("strong") } }, axisTick: { show: false },
    axisLabel: { color: theme("soft"), formatter: tick, hideOverlap: true }, splitLine: { lineStyle: { color: theme("line") } },
  };
}

function startFront() {
  const host = byId("front-plot");
  if (!host) return;
  const plot = echarts.init(host, null, { renderer: "svg" });
  const axes = { x: byId("axis-x"), y: byId("axis-y") };
  const predicted = byId("show-predicted");
  const many = data.designs.length > 80;
  axes.y.value = 1;

  const shown = () => {
    const x = Number(axes.x.value), y = Number(axes.y.value);
    return { x, y, colour: data.objectives.findIndex((_, o) => o !== x && o !== y) };
  };
  // Choosing the other axis's objective swaps the two.
  let before = shown();
  for (const [name, other] of [["x", "y"], ["y", "x"]]) {
    axes[name].addEventListener("change", () => {
      if (axes.x.value === axes.y.value) axes[other].value = before[name];
      before = shown();
      draw();
    });
  }
  predicted?.addEventListener("change", () => draw());

  function colourScale(o) {
    const known = data.designs.map(design => design.true[o]).filter(value => value !== null);
    const low = Math.min(...known), high = Math.max(...known);
    return { low, high, of: value => (value === null ? theme("soft") : high > low ? ramp((value - low) / (high - low)) : theme("accent")) };
  }

  // The staircase that bounds what was found in this projection.
  function envelope(points) {
    const sorted = points.slice().sort((a, b) => a.value[0] - b.value[0] || a.value[1] - b.value[1]);
    let lowest = Infinity;
    return sorted.filter(point => point.value[1] < lowest && ((lowest = point.value[1]), true)).map(point => point.value);
  }

  function tooltip(item) {
    const index = item.data?.design;
    if (index === undefined) return "";
    const design = data.designs[index];
    return el("div", { class: "plot-tip" }, el("b", {}, "Design " + design.id), " ", picksOf(index).map(label => el("span", { class: "tag" }, label)),
      values(design), places(design, 10));
  }

  function draw() {
    const { x, y, colour } = shown();
    const scale = colour < 0 ? null : colourScale(colour);
    const at = list => [list[x], list[y]];
    const known = pair => pair.every(value => value !== null && value !== undefined);
    const points = [], guesses = [], ties = [];
    data.designs.forEach((design, index) => {
      if (!known(at(design.true))) return;
      points.push({ value: at(design.true), design: index, itemStyle: scale ? { color: scale.of(design.true[colour]) } : undefined });
      if (!predicted?.checked || !known(at(design.predicted))) return;
      guesses.push({ value: at(design.predicted), design: index });
      ties.push(at(design.predicted), at(design.true), [null, null]);
    });
    const size = many ? 8 : 13;
    const quiet = { type: "line", symbol: "none", silent: true, tooltip: { show: false } };
    plot.setOption({
      ...plotBase(),
      tooltip: { ...plotBase().tooltip, trigger: "item", formatter: tooltip },
      grid: { left: 14, right: 22, top: 18, bottom: 14, containLabel: false, outerBoundsMode: "same", outerBoundsContain: "all" },
      xAxis: plotAxis(labelled(x), 32), yAxis: plotAxis(labelled(y), 58),
      series: [
        { ...quiet, data: envelope(points), step: "end", lineStyle: { color: theme("strong"), width: 1.5 }, z: 1 },
        { ...quiet, data: ties, connectNulls: false, lineStyle: { color: theme("soft"), width: 1, type: [2, 2], opacity: .55 }, z: 2 },
        { type: "scatter", data: guesses, symbolSize: size - 3, z: 3, itemStyle: { color: theme("card"), borderColor: theme("soft"), borderWidth: 1.4 } },
        { type: "scatter", data: points, symbolSize: size, z: 4, itemStyle: { color: theme("accent"), borderColor: theme("card"), borderWidth: 1.3 }, emphasis: { scale: 1.35 } },
        { id: "picks", type: "scatter", data: pickLabels(points, guesses), symbolSize: size, z: 5, silent: true, itemStyle: { color: "transparent" } },
        { id: "selected", type: "scatter", data: ring(), symbolSize: size + 9, z: 6, silent: true, itemStyle: { color: "transparent", borderColor: theme("ink"), borderWidth: 2 } },
      ],
    }, true);
    legend(scale, colour, guesses.length > 0);
  }

  function pickLabels(points, guesses) {
    if (host.clientWidth < 480) return []; // no room for names
    const chosen = points.filter(point => picksOf(point.design).length);
    const xs = [...points, ...guesses].map(point => point.value[0]);
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
    // Names stand on the side where the plot has room, each a line above the one before.
    let line = 0;
    return chosen.map(point => ({
      value: point.value,
      label: { show: true, ...(point.value[0] > middle ? { position: "top", align: "right", distance: 10 + 17 * line++ } : { position: "right", distance: 9 }), formatter: () => picksOf(point.design).join(", "), color: theme("ink"), fontSize: 12, fontWeight: 600,
        width: 190, overflow: "truncate", textBorderColor: theme("card"), textBorderWidth: 3 },
    }));
  }
  function ring() {
    const design = data.designs[selected];
    if (!design) return [];
    const { x, y } = shown();
    return [{ value: [design.true[x], design.true[y]] }];
  }

  function legend(scale, colour, guessed) {
    const entry = (mark, ...text) => el("span", {}, el("i", { class: mark }), ...text);
    const entries = [];
    if (scale && scale.high <= scale.low) entries.push(entry("dot", `true; ${labelled(colour)} ${format(scale.low, data.objectives[colour].decimals)} for all`));
    else if (scale) {
      const decimals = data.objectives[colour].decimals;
      entries.push(el("span", {}, labelled(colour), " ", format(scale.low, decimals), el("i", { class: "bar", style: `background:linear-gradient(90deg,${data.ramp.map((_, i) => ramp(i / (data.ramp.length - 1)))})` }), format(scale.high, decimals)));
    } else entries.push(entry("dot", "true, over all scenarios"));
    if (guessed) entries.push(entry("dot hollow", "predicted by the subset"));
    entries.push(entry("stairs", "bound of this projection"), entry("dot ring", "selected"));
    byId("front-legend").replaceChildren(...entries);
  }

  plot.on("click", event => {
    if (event.data?.design !== undefined) select(event.data.design);
  });
  parts.push({
    redraw() { plot.resize(); draw(); },
    follow() {
      plot.setOption({ series: [{ id: "selected", data: ring() }] });
      const design = data.designs[selected];
      byId("chosen").replaceChildren(el("h3", {}, "Design " + design.id), ...picksOf(selected).map(label => el("span", { class: "tag" }, label)), values(design), places(design, 40));
    },
  });
}
