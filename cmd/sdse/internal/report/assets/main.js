// Start everything, and draw again when the size or the theme changes.

startFront();
startHistory();
startMappings();
startTable();

selected = data.start;
redraw();
if (selected >= 0) select(selected);

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
let width = innerWidth, waiting = 0;
window.addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(redraw);
});

// Paper is light and narrow.
window.addEventListener("beforeprint", () => {
  Object.assign(document.documentElement.dataset, { theme: "light", print: "" });
  redraw();
});
window.addEventListener("afterprint", () => {
  delete document.documentElement.dataset.theme;
  delete document.documentElement.dataset.print;
  redraw();
});
