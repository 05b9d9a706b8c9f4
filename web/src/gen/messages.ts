// Generated from the Python classes by web/generate.py; do not edit.

/** One thing wrong in a document. */
export interface FaultMessage {
  /** Path inside the document, such as 'blocks[3].parameters.kp'. */
  place: string;
  /** What is wrong and what is allowed. */
  message: string;
  /** Code of the kind of fault, such as 'unknown-type'. */
  code: string;
  /** Sub-scheme the place is in; empty for the outermost. */
  level: string;
  /** The block at fault, if there is exactly one; otherwise see `blocks`. */
  block: string;
  /** All blocks concerned, for instance those of a loop. */
  blocks: string[];
  /** Template of the message: English with named placeholders. Empty for texts of others. */
  templates: string[];
  /** Values of the placeholders, by name; with the code they identify the fault in every language. */
  values: Record<string, string | number | (string | number)[]>;
}

/** Answer to a request that was refused; the HTTP status says in what way. */
export interface ErrorMessage {
  /** What went wrong and what to do. */
  error: string;
  /** 'conflict', 'not-found', 'bad-request', 'too-large', 'gone', ... */
  code: string;
  faults: FaultMessage[];
  /** For conflicts: the version that is there now. */
  version: string;
}

/** What this server is. */
export interface Info {
  /** Version of pult. */
  version: string;
  /** To be sent in the header X-Pult-Key with every request that changes something. */
  key: string;
  /** Name of the project folder. */
  project: string;
  /** Path of the project folder, for display. */
  folder: string;
  /** Exercise that was named on the command line. */
  exercise: string;
}

/** Work that takes longer than half a second. */
export interface Job {
  id: string;
  /** Description of the work. */
  what: string;
  state: "running" | "done" | "failed" | "cancelled";
  /** Progress from 0 to 1; null if unknown. */
  progress: number | null;
  /** Current step. */
  detail: string;
  /** Why it failed. */
  error: string;
  faults: FaultMessage[];
  /** Result; depends on the kind of work. */
  result: unknown;
}

/** A port of a block, its sizes known. */
export interface PortInfo {
  name: string;
  kind: "number" | "boolean";
  shape: number[];
  /** 'rad', 'V*s/rad', '1'; '?a' for a unit that follows from the wires. */
  unit: string;
  /** Colour of the port. */
  quantity: "length" | "angle" | "rate" | "force" | "electric" | "pose" | "logic" | "number";
  description: string;
  /** Whether an input may have neither wire nor constant. */
  optional: boolean;
  default: unknown;
  /** Whether an output depends on this input in the same step. */
  through: boolean;
}

/** A parameter of a block. */
export interface ParameterInfo {
  name: string;
  kind: "number" | "integer" | "boolean" | "text" | "choice" | "array";
  unit: string;
  description: string;
  required: boolean;
  default: unknown;
  low: number | null;
  high: number | null;
  /** Whether `low` itself is excluded. */
  low_open: boolean;
  high_open: boolean;
  /** Sizes, or names of sizes. */
  shape: (number | string)[];
  choices: string[];
  /** Whether a change needs a new compilation. */
  structural: boolean;
  /** Kind of robot item that it names, such as 'chain'; its numbers may be provided by the robot. */
  provided: string;
}

/** A type of block, for the palette and the property sheet. */
export interface BlockInfo {
  /** 'family.block'. */
  name: string;
  family: string;
  /** Short name for people: 'PD controller'. */
  title: string;
  summary: string;
  /** The whole documentation, in Markdown. */
  text: string;
  /** Its equation in LaTeX, if it has one. */
  equation: string;
  /** Ports with all parameters at their defaults. */
  inputs: PortInfo[];
  outputs: PortInfo[];
  parameters: ParameterInfo[];
  /** Whether it remembers something. */
  state: boolean;
  /** Whether `shape` applies it to every entry of vectors. */
  elementwise: boolean;
  /** Whether it runs as plain Python. */
  host: boolean;
}

/** A document in a list. */
export interface DocumentEntry {
  kind: "exercise" | "scheme" | "panel" | "world" | "robot" | "procedure" | "program" | "tunnel";
  name: string;
  title: string | Record<string, string>;
  description: string | Record<string, string>;
  /** Whether pult ships one of this name. */
  shipped: boolean;
  /** Whether the project has one; it comes before a shipped one. */
  own: boolean;
  version: string;
  /** When it was saved [s since 1970]. */
  changed: number | null;
  /** For schemes: a part of the library, for other schemes to use. */
  part: boolean;
}

/** A part that a scheme uses. */
export interface UsedPartInfo {
  /** The part as the scheme names it. */
  part: string;
  /** Name of its document; empty if it is not in the list. */
  scheme: string;
  /** Whether it lies in the project; else it is shipped. */
  own: boolean;
  /** Where it lies, in the project or in the catalog. */
  file: string;
}

/** A sub-scheme that a part brings: the part itself, or one inside it. */
export interface BroughtScheme {
  scheme: unknown;
  /** Names of the used parts that contain it. */
  by: string[];
}

/** A scheme that others may use as a part, with all that the editor needs to place it. */
export interface LibraryPart {
  info: UsedPartInfo;
  description: string;
  /** What is in it, as a sub-scheme. */
  scheme: unknown;
  /** Further sub-schemes that it contains, by name. */
  inner: Record<string, unknown>;
  /** Schemes that it uses, directly or indirectly: they cannot use it. */
  uses: string[];
}

/** A scheme that uses another one as a part. */
export interface PartUser {
  name: string;
  /** Whether it is the project's own; else it is shipped. */
  own: boolean;
}

/** A document and its version. */
export interface DocumentState {
  kind: "exercise" | "scheme" | "panel" | "world" | "robot" | "procedure" | "program" | "tunnel";
  name: string;
  /** Hash of its bytes; given back when saving. */
  version: string;
  shipped: boolean;
  own: boolean;
  document: unknown;
  changed: number | null;
  /** For schemes: used parts by their names in it. */
  parts: Record<string, UsedPartInfo>;
  /** For schemes: sub-schemes that the parts contain, by their names in it. */
  brought: Record<string, BroughtScheme>;
  /** For schemes: schemes that use it as a part. */
  used_by: PartUser[];
}

/** Save a document into the project. Faults do not hinder saving; what is no such document at all is refused. */
export interface SaveDocument {
  document: unknown;
  /** Version it is based on; null for a new document. Another stored version is a conflict. */
  version?: string | null;
  /** Save even if somebody else has saved in the meantime. */
  overwrite?: boolean;
}

/** Check a document, saved or not. */
export interface CheckDocument {
  document: unknown;
  /** For schemes: the world whose robots it names, if known. */
  world?: string;
  /** For schemes and panels: the exercise it is used in, if known. */
  exercise?: string;
  variant?: string;
}

/** Ports of a block in a scheme; units follow from the wires where they can. */
export interface BlockFacts {
  inputs: PortInfo[];
  outputs: PortInfo[];
}

/** What is known of one level of a scheme. */
export interface LevelFacts {
  blocks: Record<string, BlockFacts>;
  inputs: PortInfo[];
  outputs: PortInfo[];
}

/** What a check has found. */
export interface CheckResult {
  faults: FaultMessage[];
  /** Warnings: not wrong, but worth a look. */
  warnings: FaultMessage[];
  /** For schemes without faults: why it cannot run by itself, but only as a part of others. */
  not_runnable: FaultMessage[];
  /** For schemes: by level, '' is the outermost. */
  levels: Record<string, LevelFacts>;
  /** For schemes: blocks, written out. */
  blocks: number;
  wires: number;
  /** How long the check took [s]. */
  time: number;
}

/** One level of a scheme, to be laid out or drawn. */
export interface LevelQuery {
  document: unknown;
  level?: string;
  theme?: "light" | "dark";
}

/** Where everything on one level goes, and how the wires run. */
export interface Layout {
  blocks: Record<string, number[]>;
  inputs: Record<string, number[]>;
  outputs: Record<string, number[]>;
  /** Bend points of wires, by 'from -> to'. */
  wires: Record<string, (number[])[]>;
}

/** A new document, or a copy of one under another name; an exercise brings all that it names. */
export interface NewDocument {
  kind: "exercise" | "scheme" | "panel" | "world" | "robot" | "procedure" | "program" | "tunnel";
  name: string;
  /** Document to copy; empty for an empty one. */
  template?: string;
}

/** The picture of a panel. */
export interface PanelPicture {
  svg: string;
}

/** A way to do an exercise. */
export interface VariantInfo {
  name: string;
  title: string | Record<string, string>;
  scheme: string;
  panel: string;
}

/** The best attempt so far. */
export interface Best {
  points: number;
  medal: string;
  time: number;
  record: string;
}

/** One attempt in the progress over time. */
export interface AttemptPoint {
  record: string;
  /** [s since 1970] */
  started: number;
  points: number;
  success: boolean;
}

/** An exercise in the gallery. */
export interface ExerciseCard {
  name: string;
  title: string | Record<string, string>;
  description: string | Record<string, string>;
  instructions: string | Record<string, string>;
  /** 1 basic, 2 medium, 3 hard. */
  difficulty: number;
  /** Time allowed [s]. */
  duration: number | null;
  stages: (string | Record<string, string>)[];
  variants: VariantInfo[];
  /** The default one. */
  variant: string;
  world: string;
  panel: string;
  /** Address of its picture; empty if there is none. */
  picture: string;
  /** Whether it is one of the user's own documents. */
  own: boolean;
  attempts: number;
  /** Body or site with which it is done; empty if none is named. */
  effector: string;
  best: Best | null;
  /** The latest scored attempts of a person, in order. */
  progress: AttemptPoint[];
  /** The first robot of its world; empty if there is none. */
  robot: string;
  /** Name of the robot for people. */
  robot_title: string | Record<string, string>;
  /** What the robot is. */
  robot_text: string | Record<string, string>;
  /** Why it cannot be started. */
  problem: string;
}

/** Something opened lately. */
export interface Recent {
  kind: "exercise" | "scheme" | "panel" | "procedure" | "program" | "tunnel" | "world" | "robot" | "record";
  name: string;
  title: string | Record<string, string>;
  /** '8 blocks', 'score 81', ... */
  detail: string;
  /** [s since 1970] */
  when: number;
}

/** Something that the user has opened just now. */
export interface NoteRecent {
  kind: "exercise" | "scheme" | "panel" | "procedure" | "program" | "tunnel" | "world" | "robot" | "record";
  name: string;
}

/** A record in a list. */
export interface RecordEntry {
  /** File name. */
  name: string;
  exercise: string;
  title: string | Record<string, string>;
  variant: string;
  operator: string;
  /** Name of the pilot that attempted it, or began to; empty for a person. */
  pilot: string;
  /** Whether a person took over from the pilot. */
  assisted: boolean;
  seed: number;
  /** [s since 1970] */
  started: number;
  /** Length [s]. */
  time: number;
  points: number | null;
  medal: string;
  success: boolean;
  /** 'success', 'time', 'reset', 'ended', 'abandoned', 'interrupted', ... */
  reason: string;
  /** What is missing, if the file is damaged or truncated. */
  partial: string;
  /** Size [byte]. */
  size: number;
}

/** Who can show an exercise. */
export interface DemoInfo {
  /** Name of the pilot; empty if there is none. */
  pilot: string;
  /** The variant that the pilot uses. */
  variant: string;
}

/** A signal: where it lies in a row, and what it is. */
export interface ChannelInfo {
  name: string;
  start: number;
  shape: number[];
  unit: string;
  kind: string;
  labels: string[];
  description: string;
}

/** Names of things of a world, for parameters, bindings and panels. */
export interface ProvidedThings {
  /** By kind: 'chain', 'joint', 'body', 'site', 'effector', 'camera', ... */
  names: Record<string, string[]>;
  sensors: ChannelInfo[];
  drives: ChannelInfo[];
  /** Signals of the panel that was named with the world. */
  panel: ChannelInfo[];
}

/** A stage of an attempt in time. */
export interface StageSpan {
  name: string;
  title: string | Record<string, string>;
  /** [s] since the first row. */
  begin: number;
  /** [s]; null if it was not passed. */
  end: number | null;
}

/** Something that happened. */
export interface RecordEvent {
  /** [s] since the first row. */
  time: number;
  kind: string;
  text: string | Record<string, string>;
  points: number;
}

/** A metric of an attempt. */
export interface Measure {
  name: string;
  title: string | Record<string, string>;
  value: number | null;
  unit: string;
  better: "less" | "more" | "";
  /** False if it says nothing of how well it was done: the exercise was not completed. */
  counts: boolean;
}

/** One part of a score, in whole points: all parts of a score add up to its whole points. */
export interface ScorePart {
  name: string;
  title: string | Record<string, string>;
  points: number;
  /** The most that it can be; 0 for a penalty. */
  most: number;
  /** False if it brings nothing because the exercise was not done. */
  counts: boolean;
}

/** A record, looked into. */
export interface RecordInfo {
  entry: RecordEntry;
  dt: number;
  rows: number;
  /** Time of the first row since the session began [s]. */
  first: number;
  /** When the attempt begins [s since the first row]. */
  begin: number;
  /** Signals that `rows` can give. */
  channels: ChannelInfo[];
  stages: StageSpan[];
  events: RecordEvent[];
  parts: ScorePart[];
  measures: Measure[];
  /** Pose signal of the hand, for its path, such as 'site.hand'; empty if there is none. */
  effector: string;
  /** Empty if it can be replayed bit by bit here, otherwise why not. */
  replayable: string;
}

/** A shape fixed to a body. */
export interface SceneGeom {
  id: number;
  /** Index into `bodies`; -1 is the world. */
  body: number;
  kind: "plane" | "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh";
  /** As in MuJoCo [m]: half sizes, or radius and half length. */
  size: number[];
  /** In the body [m]. */
  position: number[];
  /** (w, x, y, z) in the body. */
  quaternion: number[];
  rgba: number[];
  /** Number of the mesh; -1 for none. */
  mesh: number;
  name: string;
  shininess: number;
  metallic: number;
  roughness: number;
  /** Index into `textures`, on every side of a box; -1 for none. */
  texture: number;
  /** Corners of its hull in the body [m], three numbers each, for shapes of robots; else none. */
  outline: number[];
}

/** A joint. */
export interface SceneJoint {
  name: string;
  kind: "hinge" | "slide" | "ball" | "free";
  body: number;
  /** In the body [m]. */
  anchor: number[];
  /** In the body. */
  axis: number[];
  /** [rad or m] */
  low: number | null;
  high: number | null;
  /** Index of its coordinate in the signal 'qpos'. */
  qpos: number;
}

/** A camera of the model. */
export interface SceneCamera {
  name: string;
  body: number;
  position: number[];
  /** (w, x, y, z) in the body; looks along -z, y up. */
  quaternion: number[];
  /** Vertical field of view [rad]. */
  fovy: number;
}

/** A named point. */
export interface SceneSite {
  name: string;
  body: number;
  position: number[];
  quaternion: number[];
}

/** A body. */
export interface SceneBody {
  name: string;
  /** Index into `bodies`; -1 is the world. */
  parent: number;
  /** In the world at the start [m]. */
  position: number[];
  quaternion: number[];
}

/** A shape that is lit while a signal is above a value. */
export interface SceneLamp {
  /** `id` of the shape. */
  geom: number;
  signal: string;
  above: number;
  /** Red, green, blue; 0 to 1. */
  colour: number[];
}

/** A short word at a place, such as the number of a button. */
export interface SceneSign {
  /** Signal of the pose of a site or body. */
  place: string;
  text: string;
}

/** A target that the robot itself looks for in the pictures of a camera. */
export interface SceneSight {
  /** Name of the sensor. */
  name: string;
  /** The camera. */
  camera: string;
  /** Signal: whether the target was in the last picture. */
  seen: string;
  /** Signal: where it is in the camera's frame [m]; x right, y up, z back. */
  position: string;
  /** Signal: how it is turned there, (w, x, y, z). */
  orientation: string;
}

/** What is to be drawn. Bodies stand in the order of the poses in frames. */
export interface Scene {
  bodies: SceneBody[];
  geoms: SceneGeom[];
  joints: SceneJoint[];
  cameras: SceneCamera[];
  sites: SceneSite[];
  /** Meshes to be fetched one by one. */
  meshes: number;
  /** Centre of the scene [m]. */
  center: number[];
  /** Size of the scene [m]. */
  extent: number;
  /** Bodies of each robot, by its prefix. */
  robots: Record<string, number[]>;
  /** Site or body of each effector of the panel, by name. */
  effectors: Record<string, string>;
  /** Shapes that are lit by a signal. */
  lamps: SceneLamp[];
  /** Short words, shown where they are. */
  signs: SceneSign[];
  /** Pictures on shapes: PNG files in base 64. */
  textures: string[];
  /** Targets that cameras look for. */
  sights: SceneSight[];
  /** Initial viewpoint. */
  view: "front" | "behind" | "side" | "top" | "follow";
}

/** Start a session: an exercise, or a scheme in a world. */
export interface StartSession {
  exercise?: string;
  variant?: string;
  /** A procedure that was rehearsed, instead of an exercise. */
  procedure?: string;
  /** Seed of the start; a new one if null. */
  seed?: number | null;
  world?: string;
  scheme?: string;
  panel?: string;
  /** Run `scheme` without a robot, with sources at its inputs. */
  bench?: boolean;
  /** Name of the person, for the record. */
  operator?: string;
}

/** A session. */
export interface SessionInfo {
  id: string;
  exercise: string;
  variant: string;
  world: string;
  scheme: string;
  panel: string;
  seed: number;
  title: string | Record<string, string>;
  state: "starting" | "compiling" | "ready" | "running" | "halted" | "ended" | "dead";
  /** Why it is in this state. */
  reason: string;
  /** Fraction of the work of this state that is done, if known. */
  share: number | null;
  /** Estimated time left, if known [s]. */
  left: number | null;
  /** [s since 1970] */
  started: number;
  watchers: number;
  /** Name of who operates; empty if nobody does. */
  operator: string;
  /** Hash of the scheme that runs. */
  scheme_version: string;
  /** Records it has made. */
  records: string[];
}

/** What a session is made of: known before it is open, so that it can be shown while it compiles. */
export interface Planned {
  /** The panel document, or null. */
  panel: unknown;
  /** Initial values of panel elements that differ from those of the panel. */
  values: Record<string, unknown>;
  /** Elements of the panel that reach the scheme. */
  acting: string[];
  /** The exercise, if it is one. */
  exercise: ExerciseCard | null;
}

/** What a session is, once it is open; sent again when it was reopened. */
export interface Described {
  /** Increases with every reopening. */
  number: number;
  /** Control step [s]. */
  dt: number;
  channels: ChannelInfo[];
  /** Names of the bodies whose poses are in frames, in order. */
  bodies: string[];
  link_timeout: number;
  stop_time: number;
  /** The panel document, or null. */
  panel: unknown;
  /** The scheme document that runs. */
  scheme: unknown;
  /** The exercise, if it is one. */
  exercise: ExerciseCard | null;
}

/** How far the shipped exercises are compiled ahead. */
export interface WarmingState {
  /** 'waiting' while a session is prepared or runs, which has priority. */
  state: "off" | "waiting" | "working" | "done";
  /** What is compiled now. */
  exercise: string;
  variant: string;
  /** Exercises and variants that are compiled. */
  done: number;
  all: number;
  /** What could not be compiled, by 'exercise/variant'. */
  problems: Record<string, string>;
}

/** Put an edited scheme into the running session; blocks that are the same keep their state. */
export interface ApplyScheme {
  document: unknown;
}

/** Result of the job of applying a scheme. */
export interface Applied {
  /** Blocks that kept their state. */
  kept: string[];
  /** Blocks that were reset. */
  fresh: string[];
}

/** Successes among runs, with the 95 % confidence interval of their rate (Wilson). */
export interface Rate {
  hits: number;
  runs: number;
  /** 0 to 1. */
  low: number;
  /** 0 to 1. */
  high: number;
}

/** A sweep in a list. */
export interface SweepEntry {
  name: string;
  /** 'planned': no run was done; 'interrupted': some runs are missing. */
  state: "planned" | "running" | "stopping" | "interrupted" | "done" | "failed";
  exercise: string;
  /** Empty before the first start if the plan names none. */
  pilot: string;
  variant: string;
  /** Names of what is varied. */
  vary: string[];
  /** Total number of runs. */
  runs: number;
  /** Of the runs that are done. */
  success: Rate;
  /** When something was last written [s since 1970]. */
  changed: number;
  /** Size of the results file [byte]. */
  size: number;
  /** Records that were kept beside the results. */
  records: number;
  /** Recent number of runs per second; null if unknown. */
  speed: number | null;
  /** Estimated time left [s]; null if unknown. */
  left: number | null;
  /** The job that runs it; empty if none does. */
  job: string;
  /** Why it failed, or cannot be read. */
  problem: string;
}

/** A sweep with its plan. */
export interface SweepInfo {
  entry: SweepEntry;
  /** The plan: a sweep document. */
  sweep: unknown;
}

/** A new sweep: its plan is saved, and it is started. */
export interface NewSweep {
  name: string;
  /** The plan: a sweep document whose exercise is a name. */
  sweep: unknown;
  /** Processes; 0 for all cores but one. */
  workers?: number;
}

/** Do the runs of a sweep that are missing. */
export interface StartSweep {
  /** Processes; 0 for all cores but one. */
  workers?: number;
}

/** Check a plan that need not be saved. */
export interface CheckSweep {
  sweep: unknown;
}

/** What is varied, as people write it. */
export interface VariedText {
  name: string;
  /** '10, 20, 30', '10:50:5', 'uniform(10,50)', 'log(1,100)', 'normal(20,2)'. */
  values: string;
}

/** A plan as people write it, with the same notation as on the command line. */
export interface SweepDraft {
  exercise: string;
  pilot?: string;
  variant?: string;
  /** '0:20', '7', '1,5,20:30'; empty if seeds are drawn. */
  seeds?: string;
  draw?: number;
  vary?: VariedText[];
  plan?: string;
  points?: number;
}

/** A plan, checked with everything that it names. */
export interface SweepCheck {
  faults: FaultMessage[];
  /** Total number of runs; 0 if unknown. */
  runs: number;
  /** Pilot that attempts it. */
  pilot: string;
  variant: string;
  /** For a draft without faults: its document. */
  sweep: unknown;
}

/** Something that a sweep can vary. */
export interface VariedName {
  name: string;
  /** Its current value. */
  value: unknown;
  unit: string;
}

/** What a sweep of an exercise can choose from. */
export interface SweepChoices {
  pilots: string[];
  /** The default operator; empty if the exercise names none. */
  pilot: string;
  variants: string[];
  /** What can be varied. */
  names: VariedName[];
}

/** One run. */
export interface SweepRun {
  key: string;
  seed: number;
  /** What was varied, by name. */
  values: Record<string, unknown>;
  success: boolean;
  reason: string;
  /** Cause of the failure; empty for a success. */
  cause: string;
  /** Simulated time [s]. */
  time: number;
  points: number;
  /** Its record, if it was made already. */
  record: string;
}

/** Some runs of a sweep. */
export interface SweepRuns {
  /** Runs that fit the filter. */
  total: number;
  /** The first of these among them. */
  offset: number;
  runs: SweepRun[];
}

/** A median over the successes with its 95 % confidence interval. */
export interface SweepFigure {
  name: string;
  median: number;
  low: number;
  high: number;
  /** Number of values of which it is the median. */
  count: number;
}

/** Runs with the same varied values. */
export interface SweepPoint {
  values: Record<string, unknown>;
  success: Rate;
  /** Median of the points. */
  points: number | null;
}

/** Runs that failed for the same cause. */
export interface SweepFailure {
  /** The cause as it stands in the results, to request these runs. */
  cause: string;
  /** The cause, for display. */
  text: string;
  count: number;
  /** The first of them. */
  keys: string[];
}

/** What share of the variance one varied value explains by itself, 0 to 1. */
export interface SweepInfluence {
  name: string;
  /** Unit of the varied value; empty if it is not known. */
  unit: string;
  success: number;
  points: number;
}

/** What the runs say. */
export interface SweepSummary {
  /** Changes with every row of the results. */
  version: string;
  success: Rate;
  /** Upper 95 % bound of the failure rate if no run failed; null if some failed. */
  none_failed: number | null;
  figures: SweepFigure[];
  /** At most 200 of them. */
  points: SweepPoint[];
  point_count: number;
  /** At most 50, the most frequent first. */
  failures: SweepFailure[];
  /** The strongest first. */
  influence: SweepInfluence[];
  /** Names of the pictures that can be drawn. */
  pictures: string[];
}

/** The record of a run, made by doing it again; the result of a job. */
export interface SweepRecord {
  /** Name of the record. */
  record: string;
  /** Whether every number is as in the results. */
  same: boolean;
}

/** What is wanted of the arms. Lengths in m, angles in rad. */
export interface MangoDesign {
  link1: number;
  link2: number;
  shoulder_low: number;
  shoulder_high: number;
  /** Least angle between the links; 0 is stretched. */
  elbow_low: number;
  elbow_high: number;
  /** Length of the folded cylinders. */
  folded: number;
  stroke: number;
  /** Inner diameter of the cylinders. */
  bore: number;
  /** How many of them carry the body, 1 to 6. */
  arms: number;
}

/** A cylinder of the design. */
export interface MangoMount {
  /** Distance of its mount point on the side of the base from the joint [m]. */
  k: number;
  /** Distance of the other one [m]. */
  p: number;
  /** Strokes of the curve of moment arms [m]. */
  stroke: number[];
  /** Moment arms there [m]. */
  moment_arm: number[];
  /** Mount point on the side of the base, in the pose shown [m]. */
  begin: number[];
  /** The other one [m]. */
  end: number[];
}

/** What a design is like. If it cannot be, only `problem` says so. */
export interface MangoLook {
  /** Why it cannot be, and by how much; empty if it can. */
  problem: string;
  /** Area of the work space [m^2]. */
  area: number;
  /** Border of the work space, x and y [m]. */
  border: (number[])[];
  /** Shoulder, elbow and hand in a middle pose [m]. */
  pose: (number[])[];
  /** Most force that a cylinder pushes with [N]. */
  push: number;
  /** Most force that it pulls with [N]. */
  pull: number;
  /** Shoulder and elbow. */
  mounts: MangoMount[];
}

/** Robot, world, scheme and an exercise are made of a design. */
export interface MakeMango {
  name: string;
  design: MangoDesign;
}

/** What was made. */
export interface MangoMade {
  name: string;
  /** Its exercise; empty for a single arm. */
  exercise: string;
  /** Files in the project. */
  files: string[];
}

/** A file that is going to be uploaded. */
export interface UploadedFile {
  /** Relative path, with the folders it came in. */
  path: string;
  /** [bytes] */
  size: number;
}

/** Files that are going to be uploaded; one that is there already is replaced. */
export interface AddToUpload {
  files: UploadedFile[];
}

/** An upload: its files are sent one by one, in pieces. */
export interface UploadState {
  id: string;
  /** Largest piece of a file in one request [bytes]. */
  piece: number;
  /** Numbers of the files that were announced, in their order. */
  numbers: number[];
}

/** Look at the robot in an upload. */
export interface LookAtUpload {
  /** The file of the robot, if there are several candidates. */
  main?: string;
  /** Put simple shapes in the place of meshes that are missing, instead of refusing. */
  without_meshes?: boolean;
}

/** How a joint follows another one: offset + ratio times the value of that. */
export interface Follows {
  leader: string;
  ratio: number;
  offset: number;
}

/** A joint of a robot that is going to be imported. */
export interface LookedJoint {
  name: string;
  kind: "hinge" | "slide" | "ball" | "free";
  /** Of its range. */
  unit: string;
  low: number | null;
  high: number | null;
  /** Where it stands in the scene [rad or m]. */
  rest: number;
  /** The joint that it follows, if it does. */
  follows: Follows | null;
  /** The model's own actuator that moves it; empty if there is none. */
  own: string;
  /** Whether its range is given for many copies and cannot be set. */
  fixed: boolean;
}

/** A chain that the model suggests. */
export interface LookedChain {
  name: string;
  effector: string;
  base: string;
  joints: string[];
  /** Whether the joystick can move its end. */
  reach: boolean;
}

/** What a robot is; the result of the job of looking at it. Its scene is at `/api/uploads/ID/scene`. */
export interface RobotLook {
  main: string;
  /** Other files that could be the robot. */
  others: string[];
  /** Suggested name. */
  title: string;
  bodies: number;
  meshes: number;
  joints: LookedJoint[];
  /** The model's own actuators. */
  actuators: string[];
  /** Suggested home pose: joint to value, 0 if left out. */
  home: Record<string, number>;
  /** The model's key frames: joint to value. */
  keyframes: Record<string, Record<string, number>>;
  chains: LookedChain[];
  /** Bodies and sites that may end a chain: name to its body. */
  frames: Record<string, string>;
  /** What was left out or assumed. */
  notes: string[];
}

/** A chain of the new robot. */
export interface ChainWanted {
  name: string;
  effector: string;
  base?: string;
  reach?: boolean;
}

/** Make robot, world, panel and scheme of an upload that was looked at. */
export interface MakeRobot {
  /** Name for people; names of documents and files are made from it. */
  title: string;
  chains: ChainWanted[];
  drives?: "auto" | "model" | "ours";
  /** Key frame that is the home pose. */
  pose?: string;
  /** Home pose by joint, instead of a key frame. */
  home?: Record<string, number>;
  /** Corrected ranges of joints [rad or m]. */
  ranges?: Record<string, number[]>;
}

/** What was made; the result of its job. */
export interface RobotMade {
  /** Name of robot, world, panel and scheme. */
  name: string;
  title: string;
  /** What command mode moves. */
  joints: string[];
  /** Chains that semi-automatic mode moves. */
  arms: string[];
  notes: string[];
}

/** A robot of one's own that can be driven: world, scheme and panel have its name. */
export interface OwnRobot {
  name: string;
  title: string | Record<string, string>;
  /** Address of the picture of its panel; empty if it has none. */
  picture: string;
  /** [s since 1970] */
  changed: number;
}

/** A pitch of the grab, what it holds, and a point that was clicked. */
export interface ZoneQuery {
  /** Pitch of the grab, positive down [rad]. */
  pitch: number;
  /** Forward and up in the vertical plane [m]; empty for none. */
  point?: number[];
  /** Roll of the grab [rad]. */
  roll?: number;
  /** Held object: angle [rad], height, distance, length [m]; empty for the finger tips. */
  held?: number[];
}

/** A configuration that reaches the point. */
export interface ZoneWay {
  /** forward or fling-over. */
  column: string;
  /** up or down. */
  elbow: string;
  /** Column, shoulder, elbow, wrist, roll [rad]. */
  angles: number[];
  /** Shoulder, elbow, wrist, finger tips: forward, up [m]. */
  joints: (number[])[];
  /** Start and far end of the held object; empty without one. */
  held: (number[])[];
  /** Number of the reason why it is refused; 0 if it is not. */
  reason: number;
  /** The reason in words. */
  text: string;
}

/** Where two arcs of the boundary miss each other. */
export interface ZoneGap {
  /** End of the one arc [m]. */
  point: number[];
  /** How far it is off the other one [m]. */
  distance: number;
}

/** The zones, and what reaches the point. */
export interface ZoneLook {
  /** Area of the zone at this pitch [m^2]. */
  area: number;
  /** Its closed boundaries: forward, up [m]. */
  borders: ((number[])[])[];
  /** Area of the zone at any pitch [m^2]. */
  free_area: number;
  /** Its closed boundaries [m]. */
  free_borders: ((number[])[])[];
  gaps: ZoneGap[];
  /** Configurations that reach the point, the refused ones last. */
  ways: ZoneWay[];
  /** Why nothing reaches the point; empty if something does. */
  problem: string;
  platform_radius: number;
  platform_height: number;
}

/** A request to the session (see the sessions page of the docs); answered by an `Answer` of the same number. */
export interface Ask {
  type: "ask";
  id: number;
  /** {'do': 'start'}, {'do': 'input', 'values': {...}}, and so on. */
  request: unknown;
}

/** Ask for the panel. */
export interface Take {
  type: "take";
  id: number;
  /** Who asks. */
  name?: string;
  /** Take it from whoever has it. */
  force?: boolean;
}

/** Give the panel back. */
export interface Release {
  type: "release";
  id: number;
}

/** Say which signals frames should bring, by name, whole or by entry: 'sensor.angles', 'body.hand[z]'. */
export interface Watch {
  type: "watch";
  /** Returned in frames, so that the page knows to which list they belong. */
  number: number;
  signals: string[];
  /** Control steps from one row of signals to the next. */
  every?: number;
}

/** The page's connection is alive; comes back with the same time. It is sent by a worker of the page, which drawing does not delay, and says how the page itself does. */
export interface Beat {
  type: "beat";
  /** Any number. */
  time: number;
  /** Whether it is the operator's. */
  operating?: boolean;
  /** Whether the page is visible and its window has the focus. */
  hand?: "here" | "hidden" | "focus";
  /** How long the page has not responded to its worker [s]. */
  page?: number;
  /** How late the worker was with this [s]. */
  late?: number;
}

/** Say in which language texts for people come from now on; the connection begins with that of its address. */
export interface Speak {
  type: "speak";
  /** The language, such as 'en'; it must have a catalog. */
  language: string;
}

/** A recorded motion that a stream of the session takes. */
export interface MotionInfo {
  name: string;
  /** Name of the stream; empty if it matches none. */
  stream: string;
  /** Display name of the stream; empty if it has none. */
  title: string | Record<string, string>;
  /** [s] */
  duration: number;
  /** Whether it is the user's, from the folder 'motions' of the project. */
  own: boolean;
  /** Why it matches no stream. */
  problem: string;
}

/** Play a recorded motion into a stream of the session. */
export interface PlayMotion {
  motion: string;
  stream: string;
}

/** First thing that is said. */
export interface Hello {
  type: "hello";
  /** Name of this connection. */
  client: string;
  session: SessionInfo;
}

/** What the session is made of, before it is open and whenever that changes. */
export interface PlannedMessage {
  type: "planned";
  planned: Planned;
}

/** The session is open, or was reopened. */
export interface Opened {
  type: "opened";
  described: Described;
}

/** The session is in another state. */
export interface StateChanged {
  type: "state";
  session: SessionInfo;
}

/** A stage of the running attempt. */
export interface StageAccount {
  name: string;
  title: string | Record<string, string>;
  hint: string | Record<string, string>;
  caption: string | Record<string, string>;
  state: "done" | "current" | "ahead";
  /** How long it took [s]. */
  time: number | null;
}

/** What the goal of a stage measures now. */
export interface ReadingAccount {
  title: string | Record<string, string>;
  /** Null for a condition that is not a number. */
  value: number | null;
  unit: string;
  /** 'outside' for how far a point is outside a box, below 0 inside; 'contact' for a force. */
  kind: "" | "outside" | "contact";
  /** The value must be above this. */
  above: number | null;
  /** The value must be below this. */
  below: number | null;
  holds: boolean;
}

/** A stage passed, a limit broken, and so on. */
export interface AttemptEvent {
  time: number;
  kind: string;
  title: string | Record<string, string>;
  /** Points gained; negative if it cost points. */
  points: number;
}

/** Zones of a gauge, in the gauge's unit. */
export interface GaugeZones {
  /** Ends of the scale [low, high]; limits are on it. */
  range: number[];
  /** Where the value is wanted [low, high]; empty if nowhere. */
  working?: number[];
  /** A limit is broken below this. */
  low?: number | null;
  /** A limit is broken above this. */
  high?: number | null;
}

/** Breaks of one limit: what is shown of them is the first, or the one that ended the attempt. */
export interface LimitBreaks {
  name: string;
  title: string | Record<string, string>;
  count: number;
  /** Points that they cost, 0 or less. */
  points: number;
  /** Whether it ended the attempt. */
  fatal: boolean;
  /** Time of the break since the attempt began [s]. */
  time: number;
  /** Title of the stage in which it happened; empty if there was none. */
  stage: string | Record<string, string>;
  /** Where the effector was, in the world [m]; null if there is none. */
  place: number[] | null;
  /** What was measured then, and what is allowed. */
  readings: ReadingAccount[];
}

/** Result of an attempt. */
export interface AttemptResult {
  attempt: number;
  time: number;
  success: boolean;
  reason: "" | "success" | "time" | "limit" | "halted" | "reset" | "restored" | "ended" | "abandoned" | "replaced" | "stopped";
  /** Null if there is no score. */
  points: number | null;
  /** Why there is no score. */
  score_missing: string;
  /** Name of its record; empty if there is none. */
  record: string;
  /** Why the record is incomplete; empty if it is complete. */
  record_problem: string;
}

/** State of the attempt. */
export interface AttemptAccount {
  attempt: number;
  /** 'free' if there is no exercise: it is recorded, but not judged. */
  state: "waiting" | "running" | "done" | "free";
  /** The task clock [s]. */
  time: number;
  /** Why the task clock stands: Stop was pressed, or the operator is absent. */
  standing: "" | "stop" | "absence";
  /** How long the task clock has stood so far [s]. */
  stood: number;
  duration: number | null;
  stage: number;
  stages: StageAccount[];
  /** Time for which the goal has held [s]. */
  held: number;
  /** Time for which it has to hold [s]. */
  hold: number;
  readings: ReadingAccount[];
  /** The score; while the attempt runs, the maximum that is still possible. */
  points: number | null;
  penalty: number;
  /** Limits that are violated now. */
  broken: string[];
  events: AttemptEvent[];
  /** Zones of gauges of the panel in the current stage, by name. */
  gauges: Record<string, GaugeZones>;
  /** Limits that were broken, in order of the first break. */
  breaks: LimitBreaks[];
  success: boolean;
  reason: "" | "success" | "time" | "limit" | "halted" | "reset" | "restored" | "ended" | "abandoned" | "replaced" | "stopped";
  /** Name of the pilot that shows it; empty if a person attempts it. */
  pilot: string;
  /** When a person took over from the pilot [s]; null if none did. */
  taken_over: number | null;
  /** Points once the attempt is over. */
  score: number | null;
  medal: string;
  parts: ScorePart[];
  /** Why there is no score; empty if there is one, or not yet. */
  score_missing: string;
  record: string;
  /** Why the record is incomplete; empty if it is complete. */
  record_problem: string;
  /** Result of the last attempt. */
  last: AttemptResult | null;
}

/** State of the attempt. */
export interface AccountMessage {
  type: "account";
  account: AttemptAccount;
}

/** Something happened in the session. */
export interface SessionEvent {
  type: "event";
  tick: number;
  kind: string;
  text: string;
  data: unknown;
}

/** Who has the panel. */
export interface OperatorMessage {
  type: "operator";
  /** Connection that has it; empty if nobody. */
  client: string;
  name: string;
  watchers: number;
}

/** Answer to a request of the page. */
export interface Answer {
  type: "answer";
  id: number;
  ok: boolean;
  error: string;
  value: unknown;
  /** Control steps done when it was carried out, if known. */
  tick: number | null;
}

/** The server is alive. */
export interface BeatBack {
  type: "beat";
  time: number;
  /** Time since the last sign of life of the session [s]. */
  age: number;
}

/** Work for this session goes on. */
export interface JobMessage {
  type: "job";
  job: Job;
}

/** A recorded motion is played into a stream of the session. */
export interface Playing {
  type: "playing";
  /** Name of the motion. */
  motion: string;
  stream: string;
  /** Position in the motion [s]. */
  time: number;
  /** [s] */
  duration: number;
  /** It has ended, or was ended. */
  over: boolean;
  /** Why a sample was refused, if one was. */
  problem: string;
}

/** Look at the plan of a procedure, saved or not. */
export interface PlanProcedure {
  /** The procedure. */
  document: unknown;
}

/** Something that stands against a plan. */
export interface KnotMark {
  /** 'reach', 'joint-limit', 'joint-speed' or 'force'. */
  kind: string;
  /** Index of the nearest given knot, from 0. */
  knot: number;
  message: string;
}

/** What theory says of a number of inserted knots. */
export interface ExpectedError {
  inserted: number;
  /** Largest distance of the chords from the surface [m]. */
  deviation: number;
  /** Largest force error of position control [N]. */
  force_error: number;
  /** Largest force error of the scheme's force law [N]; null if it has none. */
  law_error: number | null;
}

/** The surface that the tool is led over. */
export interface SurfaceInfo {
  /** 'sphere' or 'body'. */
  shape: string;
  /** Centre of the angular coordinates [m]. */
  centre: number[];
  /** Radius about it that encloses the surface [m]. */
  size: number;
  /** [N/m] */
  stiffness: number;
  /** [m] */
  tool_radius: number;
}

/** A plan, looked at. */
export interface ProcedurePlan {
  /** Whether it may be rehearsed. */
  ok: boolean;
  /** Faults of the document; then there is no plan. */
  faults: FaultMessage[];
  marks: KnotMark[];
  expected: ExpectedError | null;
  /** Figures for other numbers of inserted knots. */
  choices: ExpectedError[];
  surface: SurfaceInfo | null;
  /** [m] */
  length: number;
  /** [s] */
  duration: number;
  /** Largest speed of a joint [rad/s]. */
  joint_speed: number;
  /** Minimum distance of a joint from its limits [rad]. */
  margin: number;
  /** Given and inserted knots as angles a, b on the surface [rad]. */
  angles: ([number, number])[];
}

/** A procedure in a list. */
export interface ProcedureCard {
  name: string;
  title: string | Record<string, string>;
  description: string | Record<string, string>;
  /** Whether it belongs to the project. */
  own: boolean;
}

/** Whether the robot may do a procedure, and what its last rehearsal showed. */
export interface ProcedureState {
  name: string;
  /** Why the robot may not perform it; empty if it may. */
  problem: string;
  /** Whether there is a rehearsal, of this or of an older version. */
  rehearsed: boolean;
  /** Whether that one passed. */
  passed: boolean;
  /** Date and time of the rehearsal. */
  date: string;
  /** Why it did not pass. */
  faults: string[];
  measured: Record<string, number | boolean | null>;
  /** 'time', 'force', 'wanted', 'speed', 'stage'. */
  trace: Record<string, number[]>;
}

/** Look at a whole program, saved or not. */
export interface PlanProgram {
  /** The program. */
  document: unknown;
}

/** A frame of a program, looked at. */
export interface PlannedFrame {
  /** Column, shoulder, elbow, wrist and finger tips along the way, in the interface frame [m]. */
  arms: ((number[])[])[];
  /** Joint angles at its end, or where it is refused [rad]. */
  angles: number[];
  /** The finger tips there [m]. */
  point: number[];
  /** Pitch of the grab there, positive down [rad]. */
  pitch: number;
  /** Length of the way [m]. */
  length: number;
  /** Whether it does not come to its target. */
  refused: boolean;
}

/** A program, looked at from its start to its end or to the first refusal. */
export interface ProgramPlan {
  /** Whether nothing is refused. */
  ok: boolean;
  /** What is wrong, with places in the document. */
  faults: FaultMessage[];
  /** The arm at the start [m]. */
  start: (number[])[];
  frames: PlannedFrame[];
}

/** Plan the path of the arm through a tunnel, saved or not. */
export interface PlanTunnel {
  /** The tunnel. */
  document: unknown;
}

/** A corner that stands out into a tunnel. */
export interface TunnelCorner {
  /** Its place in the document, such as 'left[2]'. */
  place: string;
  x: number;
  y: number;
  /** Distance from the opposite wall [m]. */
  width: number | null;
  /** Radius of its circle [m]. */
  radius: number;
  /** Whether the path goes around it. */
  touched: boolean;
}

/** A path through a tunnel, looked at. */
export interface TunnelPlan {
  /** Whether the arm can pass without touching. */
  ok: boolean;
  /** What is wrong, with places in the document. */
  faults: FaultMessage[];
  corners: TunnelCorner[];
  /** Points of the path from the mouth to the target [m]. */
  path: (number[])[];
  /** Joints of the arm at some places of its tip [m]. */
  arms: ((number[])[])[];
  /** Clearance that is guaranteed [m]. */
  bound: number | null;
  /** Least clearance found on the way [m]. */
  least: number | null;
  /** Length of the path from the mouth to the target [m]. */
  way: number | null;
}

/** What was made of a tunnel. */
export interface MadeWorld {
  /** Files in the project. */
  files: string[];
  /** The exercise that can be run at once. */
  exercise: string;
}

/** Words for people: one text, or one for each language. */
export type Text = string | Record<string, string>;

export type DocumentKind = "exercise" | "scheme" | "panel" | "world" | "robot" | "procedure" | "program" | "tunnel";

export type SessionState = "starting" | "compiling" | "ready" | "running" | "halted" | "ended" | "dead";

export type SweepState = "planned" | "running" | "stopping" | "interrupted" | "done" | "failed";

export type FromPage = Ask | Take | Release | Watch | Beat | Speak;

export type ToPage = Hello | PlannedMessage | Opened | StateChanged | AccountMessage | SessionEvent | OperatorMessage | Playing | Answer | BeatBack | JobMessage;
