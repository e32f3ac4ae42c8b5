// Convergence: one small plot per quantity, all over the same axis.

function startHistory() {
  const host = byId("history-plots");
  if (!host) return;
  const against = byId("history-x");
  const history = data.history;
  const subsets = history.some(g => g.subset > 0 || g.misclassification !== null);
  const quantities = [
    { title: "Hypervolume", note: "of the front so far, larger is better", of: g => g.hypervolume, text: v => tick(v), zero: false },
    { title: "Front", note: "Pareto-optimal designs", of: g => g.front, text: v => format(v, 0), zero: true, step: true },
  ];
  if (subsets) {
    quantities.push(
      { title: "Misclassification", note: "pairs of designs that the subset ranks wrongly", of: g => g.misclassification, text: percent, zero: true, step: true },
      { title: "Subset", note: "scenarios in use; marks: a new subset", of: g => g.subset || null, text: v => format(v, 0), zero: true, step: true, versions: true });
  }

  // What never happened, like a front where nothing is feasible, needs no plot.
  const drawn = quantities.filter(quantity => history.some(g => quantity.of(g)));
  const plots = drawn.map(quantity => {
    const chart = el("div", { class: "chart", role: "img", "aria-label": quantity.title + " by generation" });
    host.append(el("figure", {}, el("h3", {}, quantity.title), el("p", {}, quantity.note), chart));
    const plot = echarts.init(chart, null, { renderer: "svg" });
    plot.group = "history";
    return plot;
  });
  echarts.connect("history");

  function tooltip(quantity) {
    return items => {
      const g = history[items[0]?.dataIndex];
      if (!g) return "";
      return el("div", { class: "plot-tip" }, el("b", {}, quantity.text(quantity.of(g))), el("div", {}, `generation ${g.number} · ${format(g.simulations, 0)} simulations`));
    };
  }

  // Generations whose subset is another than the one before.
  const changes = history.filter((g, i) => i > 0 && g.version !== history[i - 1].version);

  function draw() {
    const place = g => g[against.value];
    drawn.forEach((quantity, i) => {
      const x = plotAxis("", 0), y = plotAxis("", 0);
      x.boundaryGap = y.boundaryGap = undefined;
      x.max = "dataMax";
      x.min = "dataMin";
      x.splitLine = { show: false };
      x.splitNumber = 4;
      y.splitNumber = 3;
      y.scale = !quantity.zero;
      y.axisLine = { show: false };
      if (quantity.text === percent) y.axisLabel.formatter = v => tick(100 * v) + " %";
      plots[i].setOption({
        ...plotBase(),
        tooltip: { ...plotBase().tooltip, trigger: "axis", formatter: tooltip(quantity), axisPointer: { type: "line", snap: true, lineStyle: { color: theme("strong") } } },
        grid: { left: 2, right: 12, top: 12, bottom: 2, outerBoundsMode: "same", outerBoundsContain: "all" },
        xAxis: x, yAxis: y,
        series: [{
          type: "line", data: history.map(g => [place(g), quantity.of(g)]), step: quantity.step ? "end" : false, showSymbol: history.length === 1, symbolSize: 7,
          lineStyle: { color: theme("accent"), width: 2 }, itemStyle: { color: theme("accent") }, areaStyle: { color: theme("accent"), opacity: .08, origin: "start" },
          markPoint: quantity.versions && changes.length <= 60 ? {
            silent: true, symbol: "circle", symbolSize: 5, label: { show: false }, itemStyle: { color: theme("card"), borderColor: theme("accent"), borderWidth: 1.5 },
            data: changes.filter(g => quantity.of(g) !== null).map(g => ({ coord: [place(g), quantity.of(g)] })),
          } : undefined,
        }],
      }, true);
    });
  }
  against.addEventListener("change", draw);
  parts.push({ redraw() { for (const plot of plots) plot.resize(); draw(); } });
}
