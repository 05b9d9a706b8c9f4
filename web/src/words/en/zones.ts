/** Words of the page "Work zones of PRM-1". */
export const zones = {
  title: "Work zones of PRM-1",
  hint: "Drag the pitch of the grab to see where its finger tips can work. Click a point to see all configurations that reach it.",
  drawing: "Vertical plane of the grab, seen from the side",
  wanted: "Pitch and point",
  labels: { pitch: "Pitch, positive down", x: "Point, forward", z: "Point, up" },
  values: {
    pitch: (value: string) => `${value}°`,
    x: (value: string) => `${value} m`,
    z: (value: string) => `${value} m`,
  },
  area: (zone: string, free: string) => `The finger tips reach ${zone} m² at this pitch, ${free} m² at any.`,
  gap: (distance: string) => `Lengths and ranges do not match: an arc ends ${distance} mm off the other.`,
  ways: "Configurations that reach the point",
  type: (column: string, elbow: string) => `${column}, elbow ${elbow}`,
  angles: ([column, shoulder, elbow, wrist]: readonly string[]) =>
    `column ${column}°, shoulder ${shoulder}°, elbow ${elbow}°, wrist ${wrist}°`,
  reaches: "reaches it",
  refused: (number: number, text: string) => `Refused (${number}): ${text}`,
};
