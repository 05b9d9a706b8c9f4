/** Places that a drag snaps to. Down, the raster of the ports: wires between blocks are then straight. */

export const SNAP_X = 20;
export const SNAP_Y = 12;

export const SNAP = {
  x: (value: number): number => Math.round(value / SNAP_X) * SNAP_X || 0,
  y: (value: number): number => Math.round(value / SNAP_Y) * SNAP_Y || 0,
};
