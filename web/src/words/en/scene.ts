/** Words of the scene in three dimensions. */
export const scene = {
  picture: "Scene. Drag to turn, scroll to zoom, click a joint, a hand or a camera to select it.",
  view: "View",
  views: { work: "Close-up", front: "Front", behind: "Behind", side: "Side", top: "Top", follow: "Follow" },
  camera: "Camera",
  /** Cameras of models by their usual names; a panel may name them otherwise. */
  cameras: {
    above: "Above",
    follow: "Follow",
    front: "Front",
    grab: "Grab",
    handle: "Handle",
    head_left: "Left eye",
    head_right: "Right eye",
    mast: "Mast",
    side: "Side",
    valve: "Valve",
  } as Record<string, string>,
  nextCamera: "Next camera",
  oneCamera: "The robot has only this camera.",
  sightDistance: (metres: number) => `${metres.toFixed(2)} m`,
  sightLost: "out of sight",
  enlarge: "Enlarge",
  shrink: "Make smaller",
  loading: "Loading the scene",
  meshes: (done: number, all: number) => `${done} of ${all} meshes`,
  missing: (count: number) =>
    count === 1
      ? "1 mesh could not be loaded; a box is shown instead."
      : `${count} meshes could not be loaded; boxes are shown instead.`,
  failed: "The scene could not be loaded.",
  noGraphics: "This browser has no WebGL, so the robot cannot be drawn. Panel and plots still work.",
  noGraphicsHint: "Switch on hardware acceleration in the settings of the browser, or use another browser.",
  slow: "This computer draws slowly, so the picture is coarse. The simulation keeps its pace.",
  lost: "The browser has lost the graphics context. The picture will return automatically.",
};
