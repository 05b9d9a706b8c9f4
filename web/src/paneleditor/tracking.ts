/** A point of the window on the board, in units of the panel; null if there is no board. */
export function onBoard(x: number, y: number, width: number): [number, number] | null {
  const box = document.querySelector("[data-panel-board]")?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  const scale = width / box.width;
  return [(x - box.left) * scale, (y - box.top) * scale];
}
