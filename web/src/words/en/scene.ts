/** Words of the scene in three dimensions. */
export const scene = {
  picture: "Scene. Drag to turn, scroll to zoom, click a joint, a hand or a camera to select it.",
  view: "View",
  views: { front: "Front", behind: "Behind", side: "Side", top: "Top", follow: "Follow" },
  camera: "Camera",
  nextCamera: "Next camera",
  oneCamera: "The robot has only this camera.",
  sightDistance: (metres: number) => `${metres.toFixed(2)} m`,
  sightLost: "out of sight",
  enlarge: "Enlarge",
  shrink: "Make smaller",
  loading: "Loading the scene",
  meshes: (done: number, all: number) => `${done} of ${all} meshes`,
  missing: (count: number) =>
    count === 1 ? "1 mesh did not come; a box stands for it." : `${count} meshes did not come; boxes stand for them.`,
  failed: "The scene could not be loaded.",
  noGraphics: "This browser has no WebGL, so the robot cannot be drawn. Panel and plots still work.",
  noGraphicsHint: "Switch on hardware acceleration in the settings of the browser, or use another browser.",
  lost: "The browser has lost the graphics context. The picture will return automatically.",
};
