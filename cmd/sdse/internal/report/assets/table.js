// The table of designs: sorting by any column, selection by row.

function startTable() {
  const table = document.querySelector("table.designs");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  // Columns in the order of their cells: the second row of headings stands under
  // the groups of the first.
  const [first, second] = table.tHead.rows;
  const heads = [...first.cells].flatMap(head => (head.scope === "colgroup" ? [] : [head]));
  if (second) heads.splice(1, 0, ...second.cells);

  heads.forEach((head, column) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      const key = row => row.cells[column].dataset.key;
      // Unknown values come last both ways; equal ones keep the order of the front.
      const order = (a, b) => (key(a) === "") - (key(b) === "") || direction * (Number(key(a)) - Number(key(b))) || a.dataset.design - b.dataset.design;
      body.append(...rows.slice().sort(order));
    });
  });
  body.addEventListener("click", event => {
    const row = event.target.closest("tr");
    if (row) select(Number(row.dataset.design));
  });
  parts.push({
    follow() {
      for (const row of rows) row.setAttribute("aria-selected", String(Number(row.dataset.design) === selected));
    },
  });
}
