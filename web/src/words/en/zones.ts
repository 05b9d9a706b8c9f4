/** Words of the page "Work zones of PRM-1". */
export const zones = {
  title: "Work zones of PRM-1",
  hint: "Drag the pitch of the grab to see where its finger tips can work. Click a point to see all configurations that reach it. With a held object its far end counts.",
  drawing: "Vertical plane of the grab, seen from the side",
  wanted: "Pitch and point",
  labels: { pitch: "Pitch, positive down", roll: "Roll", x: "Point, forward", z: "Point, up" },
  values: {
    pitch: (value: string) => `${value}°`,
    roll: (value: string) => `${value}°`,
    x: (value: string) => `${value} m`,
    z: (value: string) => `${value} m`,
  },
  area: (zone: string, free: string) => `The finger tips reach ${zone} m² at this pitch, ${free} m² at any.`,
  areaHeld: (zone: string, free: string) =>
    `The far end of the object reaches ${zone} m² at this pitch, ${free} m² at any.`,
  holds: "Held object",
  held: {
    angle: "Angle to the grab, down",
    height: "Height at its start",
    distance: "Start from the wrist",
    length: "Length",
  },
  gap: (distance: string) => `Lengths and ranges do not match: an arc ends ${distance} mm off the other.`,
  ways: "Configurations that reach the point",
  type: (column: string, elbow: string) => `${column}, elbow ${elbow}`,
  angles: ([column, shoulder, elbow, wrist]: readonly string[]) =>
    `column ${column}°, shoulder ${shoulder}°, elbow ${elbow}°, wrist ${wrist}°`,
  reaches: "reaches it",
  refused: (number: number, text: string) => `Refused (${number}): ${text}`,
};
