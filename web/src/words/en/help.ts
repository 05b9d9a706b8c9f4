/** Words of the manual, and what controls are: "What is this?". */
export const help = {
  manual: "Manual",
  contents: "Contents of the manual",
  search: "Search the manual",
  english: "The manual is in English.",
  missing: "The manual is not part of this installation.",
  noPage: "The manual has no such page.",
  toStart: "To its first page",
  what: "What is this?",
  howTo:
    "Press any control, or go to it with Tab, to read what it is. Nothing is moved or changed meanwhile; Stop works as ever. Esc ends it.",
  leave: "Close the explanation",
  more: "More in the manual",
  key: (keys: string) => `Key: ${keys}`,
  titles: {
    stop: "Stop", start: "Start and pause", release: "Release", stick: "Joystick", select: "Picture of the robot", reset: "Back to the start", pace: "Pace",
    recording: "Recording", health: "Health of the session", demo: "Demonstration", take: "Who operates", score: "Result", task: "Task", views: "Views",
    plots: "Plots", transport: "Time", panel: "Control panel", scene: "Scene", palette: "Blocks", sheet: "Properties", problems: "Problems", canvas: "Scheme",
    panelEditor: "Panel editor", timeline: "Timeline", measures: "Measures", records: "Records", review: "Review", sweeps: "Sweeps", import: "Import",
    exercise: "Exercise", robot: "Robot", manual: "Manual", screens: "Screens", bar: "Top bar", home: "Home", operate: "Operate", design: "Design",
    procedure: "Procedure", mango: "Make a ManGo", newrobot: "Your own robot", zones: "Work zones",
  }, // biome-ignore format: a table
  topics: {
    stop: "Stops the robot at once, as does the space bar. It works at any time. After it, press Release and then Start.",
    start: "Lets time run: takes the panel, enables motion, and selects what the task needs. Pressed again, it pauses.",
    release: "Lets the robot move again after a stop; it moves once you press Start.",
    stick:
      "Push it in the direction in which the selected hand or joint is to move; let go, and it stands still. The ring shows what the robot really does. Arrow keys do the same, with Shift finely.",
    select:
      "Select what the joystick moves: a joint, several joints, or a hand. The same things can be clicked in the scene.",
    reset: "Brings robot and objects back to the start of the attempt.",
    pace: "How fast simulated time passes: slow motion for difficult moments, faster for long ways.",
    recording: "Every attempt is recorded by itself, with all numbers, and can be seen again in Review.",
    health:
      "How regular the control steps are and how long the link to the robot takes. Red bars are steps that ran late.",
    demo: "A pilot does the exercise here, from the same start, at the speed you choose: watch the panel and the captions. Take over whenever you want.",
    take: "One browser operates at a time; the others watch, and may take over.",
    score:
      "What the attempt brought: parts that add up to the score, broken limits with time and place, and all measures.",
    task: "The stages of the exercise, what the present one needs and measures now, and the most points still possible.",
    views: "Where the scene is seen from: fixed views, cameras of the robot, or turned freely with the mouse.",
    plots: "Signals over time: choose them by name, measure between two lines, export the numbers.",
    transport: "Runs, pauses and steps the simulation, and shows whether it keeps up.",
    panel: "The robot's control panel: picture, joystick, switches, gauges and lamps, as its document describes them.",
    scene:
      "The robot and its surroundings. Drag to turn the view, right-drag to move it, scroll to zoom; click a joint or a hand to select it.",
    palette: "The blocks that a scheme is drawn from. Search by name or by what they do; drag one onto the canvas.",
    sheet:
      "Parameters, ports and documentation of what is selected. Numbers may have units and sums, such as 120 mm or pi/4.",
    problems: "What is wrong with the document, where, and buttons that fix it.",
    canvas:
      "The scheme: blocks, and wires from outputs to inputs. Drag from a port to wire it; ports that fit light up.",
    panelEditor: "Draws a control panel: elements are placed on the board and bound to signals.",
    timeline: "The attempt over time: stages, events and a signal. Drag the line, or step from event to event.",
    measures: "Points and their parts, measures, and the time of each stage; with two records, how they differ.",
    records: "All attempts. Open one, or tick two to compare them.",
    review: "Attempts seen again: scene, events, signals and measures on one clock.",
    sweeps: "Many runs of an exercise over seeds and values, with their statistics.",
    import: "Takes a robot of your own: a URDF or MJCF file with its meshes.",
    exercise: "A task with a robot: stages, limits, and a score. Start it, or read more about it.",
    robot: "The exercises with this robot, the easiest first, and which one to do next.",
    manual: "The manual of the studio; search it by words.",
    screens: "The screens of the studio: each keeps what you left on it.",
    bar: "Where you are, the screens, and what belongs to the whole page: search, theme, language, help.",
    home: "Where to go on, what was opened lately, and all exercises.",
    operate: "Driving a robot: the scene, its panel, and the task.",
    design: "Drawing control schemes, panels, programs and tunnels.",
    procedure: "A procedure on a surface: its path, its forces, the rehearsal on the model, and the run.",
    mango: "Designs an arm from the space in which it is to work.",
    newrobot: "Reads a robot's files, shows it, and makes a panel and a scheme to drive it with.",
    zones: "Where the grab of PRM-1 can reach.",
  },
};
