// Generated from the Python classes by web/generate.py; do not edit.

/** A named input or output of a scheme. */
export interface PortDocument {
  /** What the signal is. */
  kind?: "number" | "boolean";
  /** Unit such as 'rad' or 'V*s/rad'; '1' is a plain number. */
  unit?: string;
  /** Shape: [] for a scalar, [n] for a vector, [rows, columns] for a matrix. */
  shape?: number[];
  description?: string;
}

/** One block: an instance of a block type, or of a sub-scheme ('scheme.NAME'). */
export interface BlockDocument {
  /** Name, unique in its scheme: letters, digits, '_' and '-'. */
  id: string;
  /** Block type such as 'control.pd', or 'scheme.NAME' for a sub-scheme. */
  type: string;
  /** Apply a scalar block elementwise to vectors or matrices of this shape. */
  shape?: number[];
  /** Values by name. For a sub-scheme: 'block.parameter' of a block inside it. */
  parameters?: Record<string, unknown>;
  /** Constants at input ports that have no wire. */
  inputs?: Record<string, unknown>;
}

/** A wire from one output to one input. 'block.port', or the bare name of an external input or output. */
export interface WireDocument {
  /** 'block.port' of an output, or the name of an external input. */
  from: string;
  /** 'block.port' of an input, or the name of an external output. */
  to: string;
}

/** A remark on the drawing. */
export interface NoteDocument {
  text: string;
}

/** Drawing of one item. */
export interface UiPlace {
  position?: number[];
  size?: number[];
  color?: string;
  flipped?: boolean;
}

/** Drawing of a scheme; has no effect on what it computes. */
export interface UiDocument {
  blocks?: Record<string, UiPlace>;
  inputs?: Record<string, UiPlace>;
  outputs?: Record<string, UiPlace>;
  notes?: UiPlace[];
  /** Bend points of wires, by 'from -> to'. */
  wires?: Record<string, (number[])[]>;
}

/** A scheme with named ports, used as a block any number of times. */
export interface SubScheme {
  inputs?: Record<string, PortDocument>;
  outputs?: Record<string, PortDocument>;
  blocks?: BlockDocument[];
  wires?: WireDocument[];
  description?: string;
  notes?: NoteDocument[];
  ui?: UiDocument;
}

/** A functional scheme: turns panel and sensor signals into drive commands once per control step. */
export interface SchemeDocument {
  /** Always 'pult.scheme'. */
  format: "pult.scheme";
  /** Version of the format. */
  version: 1;
  name?: string;
  description?: string;
  /** Control step [s]. */
  step?: number;
  inputs?: Record<string, PortDocument>;
  outputs?: Record<string, PortDocument>;
  blocks?: BlockDocument[];
  wires?: WireDocument[];
  /** Parts by their local names: shipped schemes by name, or files relative to this one. */
  uses?: Record<string, string>;
  /** Sub-schemes by name. */
  schemes?: Record<string, SubScheme>;
  notes?: NoteDocument[];
  ui?: UiDocument;
}

/** A schematic picture of the robot. */
export interface PictureDocument {
  /** SVG file in the folder of this document or below. */
  file: string;
  /** Width and height in its own units; those of the file if omitted. */
  size?: number[];
  /** Its top left corner on the panel [x, y]; [0, 0] if omitted. */
  position?: number[];
  /** Scale of the picture: panel units per picture unit. */
  scale?: number;
  /** Side from which the studio draws the robot's model instead, as it moves, with the marks where its joints and hands are; the file as it is if omitted. */
  view?: "" | "front" | "back" | "left" | "right" | "above";
}

/** A joint, an effector or a camera that can be selected. */
export interface OptionDocument {
  /** Display name; the name if omitted. */
  label?: string | Record<string, string>;
  /** Position of its mark, from the picture's top left corner, in the picture's units. */
  position?: number[];
}

/** Joints selected on the picture, several at once. */
export interface Joints {
  type: "joints";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** What can be selected, by its name in the robot. */
  options: Record<string, OptionDocument>;
  /** Maximum number selected at once; all if omitted. */
  most?: number | null;
  /** Selected at the start. */
  initial?: string[];
}

/** Effectors selected on the picture: one, or none. */
export interface Effectors {
  type: "effectors";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** What can be selected, by its name in the robot. */
  options: Record<string, OptionDocument>;
  /** Selected at the start; none if omitted. */
  initial?: string | null;
}

/** Cameras: always one is chosen. */
export interface Cameras {
  type: "cameras";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** What can be selected, by its name in the robot. */
  options: Record<string, OptionDocument>;
  /** Chosen at the start; the first if omitted. */
  initial?: string | null;
}

/** An axis of a joystick that moves nothing. */
export interface IdleAxis {
  /** The axis. */
  axis: "x" | "y" | "z";
  /** Why it moves nothing, for the operator. */
  reason: string | Record<string, string>;
  /** Positions of selectors, by selector, in which this holds; in all if omitted. */
  when?: Record<string, string[]>;
}

/** A stick of one to three axes, each -1 to 1. */
export interface Joystick {
  type: "joystick";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Number of axes: x, y, z. */
  axes?: 1 | 2 | 3;
  /** Labels of the axes, one each; x, y, z if omitted. */
  labels?: (string | Record<string, string>)[];
  /** What the stick does when released: 'spring' back to zero, or 'hold' its position. */
  return?: "spring" | "hold";
  /** Reference frames to choose from; the first is selected at the start. */
  frames?: ("effector" | "base" | "camera")[];
  /** Dead zone of each axis, as a fraction of its travel; 0 <= d < 1. */
  dead_zone?: number;
  /** Response of the signal to the deflection: x or x^3. */
  response?: "linear" | "cubic";
  /** Signal with the actual motion, -1 to 1 for each axis, drawn beside the commanded one. */
  actual?: string;
  /** Axes that move nothing; their controls say why. */
  idle?: IdleAxis[];
}

/** On while it is pressed. */
export interface Button {
  type: "button";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
}

/** Stays on or off. */
export interface Switch {
  type: "switch";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Position at the start. */
  initial?: boolean;
}

/** One of several positions. */
export interface Selector {
  type: "selector";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Names of the positions, with display names. */
  options: string[] | Record<string, string | Record<string, string>>;
  /** Position at the start; the first if omitted. */
  initial?: string | null;
}

/** A lever for one number. */
export interface Slider {
  type: "slider";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Ends [low, high], in the unit. */
  range: number[];
  /** Unit of the number. */
  unit?: string;
  /** Value at the start; 0, or the low end if 0 is outside. */
  initial?: number | null;
  /** Spacing of its detents; none if omitted. */
  step?: number | null;
  /** What it does when released: 'hold' its value, or 'spring' back to the initial one. */
  return?: "spring" | "hold";
}

/** A number that is typed in. */
export interface Entry {
  type: "entry";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Allowed values [low, high], in the unit. */
  range: number[];
  /** Unit of the number. */
  unit?: string;
  /** Value at the start; 0, or the low end if 0 is outside. */
  initial?: number | null;
}

/** A point picked in the scene: it sets three entries, and has no signal of its own. */
export interface Point {
  type: "point";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Names of the entries for x, y and z, with units of length. */
  entries: string[];
  /** Site or body of the world in whose axes the entries are; those of the world if omitted. */
  frame?: string;
}

/** Lit while a signal is on, or while a number is above a limit. */
export interface Lamp {
  type: "lamp";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Signal it shows; 'output.' and the element's own name if omitted. */
  signal?: string;
  /** Green, amber or red; each also has its own shape. */
  colour?: "yes" | "caution" | "stop";
  /** For numbers: lit above this value. */
  above?: number | null;
}

/** A number on a scale. */
export interface Gauge {
  type: "gauge";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Signal it shows; 'output.' and the element's own name if omitted. */
  signal?: string;
  /** Ends of the scale [low, high]. */
  range: number[];
  /** Range of normal values on the scale [low, high]. */
  working?: number[];
  /** Range of critical values on the scale [low, high]. */
  end?: number[];
  /** Unit it is shown in. */
  unit?: string;
  /** Number of decimal places. */
  digits?: number;
  /** Shape of the gauge: semicircular dial or bar. */
  style?: "dial" | "bar";
}

/** A number in figures, or words in its place. */
export interface Indicator {
  type: "indicator";
  /** Label on the panel; the element's name if omitted. */
  label?: string | Record<string, string>;
  /** Top left corner on the panel [x, y]. */
  position?: number[];
  /** Width and height on the panel. */
  size?: number[];
  /** Positions of selectors, by selector, in which it has an effect; in all if omitted. */
  acts_in?: Record<string, string[]>;
  /** Signal it shows; 'output.' and the element's own name if omitted. */
  signal?: string;
  /** Unit it is shown in. */
  unit?: string;
  /** Number of decimal places. */
  digits?: number;
  /** Texts shown for the values 0, 1, 2 and so on, instead of numbers. */
  words?: (string | Record<string, string>)[];
}

/** A part of the panel that is closed until somebody opens it. */
export interface FoldDocument {
  /** Its heading. */
  label: string | Record<string, string>;
  /** Names of its elements, which have no positions. */
  elements: string[];
}

/** A stream: numbers that a device or a program sends while a session runs. */
export interface StreamDocument {
  /** Number of values in a sample; the number of labels if omitted. */
  size?: number;
  /** Names of the values, such as joints. */
  labels?: string[];
  /** Unit of the numbers. */
  unit?: string;
  /** Time without data after which the stream counts as lost [s]. */
  timeout?: number;
  /** Maximum plausible rate of change [unit/s]; unlimited if omitted. */
  fastest?: number | null;
  /** Jitter buffer: delay of samples, by which uneven arrival is evened out [s]. */
  delay?: number;
  /** Display name; its name if omitted. */
  title?: string | Record<string, string>;
}

/** A panel. */
export interface PanelDocument {
  /** Always 'pult.panel'. */
  format: "pult.panel";
  /** Version of the format. */
  version: 1;
  name?: string;
  /** Title of the panel; its name if omitted. */
  title?: string | Record<string, string>;
  description?: string | Record<string, string>;
  picture?: PictureDocument | null;
  /** Width and height of the area in which elements are positioned. */
  size?: number[];
  /** Elements by name; the names are those of the signals. */
  elements: Record<string, Joints | Effectors | Cameras | Joystick | Button | Switch | Selector | Slider | Entry | Point | Lamp | Gauge | Indicator>;
  /** Elements that are seldom needed, in parts that can be opened. */
  folds?: FoldDocument[];
  /** Input devices besides the panel that send streams of numbers, by name. */
  streams?: Record<string, StreamDocument>;
  /** Button or switch that must be on for the robot to move, or none. */
  enable?: string;
  /** Time within which the robot stands still after enable or link is lost [s]. */
  stop_time?: number;
  /** Time without operator signal after which sticks are released [s]; 0.7 of it later it stops. */
  link_timeout?: number;
}

/** A pose: position, and rotation by roll, pitch, yaw or by a quaternion. */
export interface PlacementDocument {
  /** Position [m]. */
  position?: number[];
  /** Roll, pitch, yaw [rad]. */
  rpy?: number[];
  /** Quaternion (w, x, y, z). */
  quaternion?: number[];
}

/** A robot in a world. */
export interface PlacedRobot {
  /** Name of a shipped robot, or a robot document relative to this file. */
  robot: string;
  /** Prefix of all names of the robot; required if there are several robots. */
  prefix?: string;
  /** Site or body of the scene to which it is attached; the world if omitted. */
  at?: string;
  /** Pose of its base there. */
  placement?: PlacementDocument;
  /** A body of it that would move freely stands fixed in its place, as on a stand. */
  fixed?: boolean;
}

/** Acceleration of a site less that of gravity, in its axes [m/s^2]: 9.81 upwards at rest, 0 in free fall. */
export interface Accelerometer {
  type: "accelerometer";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
}

/** Angles of turning joints [rad], or positions of sliding ones [m]. */
export interface AngleSensor {
  type: "angle";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Joints: a list for a vector, a single name for a scalar. Revolute and prismatic ones together give a vector with a unit for each entry. */
  joints: string | string[];
}

/** Angular velocity of a frame relative to the base, in the base's axes [rad/s]. */
export interface AngularVelocitySensor {
  type: "angular_velocity";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site or body that is measured; the site if both have this name. */
  frame: string;
  /** Site or body in whose frame it is given; the world's if omitted. */
  base?: string;
}

/** Centre of mass of a body and all that hangs on it, in the world [m]. */
export interface CentreOfMassSensor {
  type: "com";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** The first body. */
  body: string;
}

/** Whether a body touched another in any physics substep of the control step. It has no noise. */
export interface ContactSensor {
  type: "contact";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Two bodies, or one for its contacts with anything. */
  bodies: string[];
  /** Each body stands for all bodies that hang on it, too; 'world' for what is fixed to the world itself. One value for both bodies, or one for each. */
  subtrees?: boolean | boolean[];
}

/** Size of the net contact force between bodies [N], the largest over the physics substeps. */
export interface ContactForceSensor {
  type: "contact_force";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Two bodies, or one for its contacts with anything. */
  bodies: string[];
  /** Each body stands for all bodies that hang on it, too; 'world' for what is fixed to the world itself. One value for both bodies, or one for each. */
  subtrees?: boolean | boolean[];
}

/** Force through the body of a site, in the site's axes [N]. */
export interface ForceSensor {
  type: "force";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
}

/** Angular velocity of a site in its own axes [rad/s]. */
export interface Gyro {
  type: "gyro";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
}

/** A marker of a target. */
export interface MarkerDocument {
  /** Its number in the family tag36h11. */
  number: number;
  /** Side of its black square [m]; the whole marker is a quarter larger. */
  size: number;
  /** Its centre in the frame of the target [m]. */
  position: number[];
  /** Its orientation (w, x, y, z): x to its right, y to its upper edge, z out of its face; that of the target if omitted. */
  quaternion?: number[];
}

/** Pose of a target in the frame of a camera, from the AprilTag markers in its picture. The signals are NAME_seen, NAME_count, NAME_position, NAME_orientation, NAME_residual, NAME_position_deviation, NAME_rotation_deviation and NAME_age. */
export interface MarkersSensor {
  type: "markers";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Observations per second [Hz], as whole control steps. */
  rate?: number;
  /** Camera of the model. */
  camera: string;
  /** The markers of the target. */
  markers: MarkerDocument[];
  /** Number of markers that must be found for a pose. */
  least?: number;
  /** Width of the picture [px]. */
  width?: number;
  /** Height of the picture [px]. */
  height?: number;
}

/** Moment through the body of a site, about the site and in its axes [N*m]; its sign is that of 'force'. */
export interface MomentSensor {
  type: "moment";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
}

/** Orientation of a frame as a quaternion (w, x, y, z). Noise and bias act on its four numbers, and it is not made a unit quaternion again: a rotation made from it has to do that. */
export interface OrientationSensor {
  type: "orientation";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site or body that is measured; the site if both have this name. */
  frame: string;
  /** Site or body in whose frame it is given; the world's if omitted. */
  base?: string;
}

/** Position of a frame [m]. */
export interface PositionSensor {
  type: "position";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site or body that is measured; the site if both have this name. */
  frame: string;
  /** Site or body in whose frame it is given; the world's if omitted. */
  base?: string;
}

/** Pressure in a chamber of a pneumatic drive [Pa], over that of the other chamber at rest. */
export interface PressureSensor {
  type: "pressure";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** The pneumatic drive. */
  drive: string;
  /** The chamber that pushes, or the one with the rod, which pulls. */
  chamber?: "piston" | "rod";
}

/** Dose rate at a site, from point sources behind shields [Sv/s]: */
export interface RadiationSensor {
  type: "radiation";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
  /** Strength S of each source: dose rate at 1 m [Sv*m^2/s], by the name of a site or body. */
  emitters: Record<string, number>;
  /** Attenuation mu of each shield [1/m], by the name of a shape, which is a box. */
  shields?: Record<string, number>;
  /** Dose rate B far from all sources [Sv/s]. */
  background?: number;
  /** Least distance r that counts [m]: sources are no points. */
  nearest?: number;
  /** Events of the counter for a dose [1/Sv], by Poisson's law; 0 for a steady reading. */
  counts?: number;
}

/** Distance from a site along its z axis to the nearest surface [m]; its own body is not seen. */
export interface RangeFinder {
  type: "range";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site of the model at which it is mounted; it measures in the site's axes. */
  site: string;
  /** Range of the beam [m]; also its reading if nothing is hit. */
  far?: number;
}

/** Speeds of joints [rad/s or m/s]. */
export interface SpeedSensor {
  type: "speed";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Joints: a list for a vector, a single name for a scalar. Revolute and prismatic ones together give a vector with a unit for each entry. */
  joints: string | string[];
}

/** Load torques of joints about their axes [N*m], or forces of sliding ones along them [N]. */
export interface TorqueSensor {
  type: "torque";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Joints: a list for a vector, a single name for a scalar. Revolute and prismatic ones together give a vector with a unit for each entry. */
  joints: string | string[];
}

/** Velocity of a frame's origin [m/s]: how fast its position in the base changes, in the base's axes. */
export interface VelocitySensor {
  type: "velocity";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Site or body that is measured; the site if both have this name. */
  frame: string;
  /** Site or body in whose frame it is given; the world's if omitted. */
  base?: string;
}

/** Zero moment point: where on the ground the horizontal moment of all forces on the feet vanishes [m]. */
export interface ZeroMomentPointSensor {
  type: "zmp";
  /** One-line description. */
  description?: string | Record<string, string>;
  /** Delay [s], rounded to whole control steps. */
  delay?: number;
  /** Standard deviation of white Gaussian noise; one number, or one for each entry. */
  noise?: number | number[];
  /** Bias: a constant error; one number, or one for each entry. */
  bias?: number | number[];
  /** Resolution: readings are rounded to multiples of it, half to even; 0 for none. */
  resolution?: number;
  /** Minimum and maximum reading; unlimited if omitted. */
  range?: number[] | null;
  /** Bodies of the feet; each includes its whole subtree. */
  feet: string[];
  /** Body they stand on; anything they touch if omitted. */
  ground?: string;
  /** Height h of the ground in the world [m]. */
  height?: number;
  /** Minimum upward force on the feet for a valid reading [N]. */
  least?: number;
}

/** Two spheres about sites that press on each other and rub. */
export interface Contact {
  type: "contact";
  /** Site at the centre of one sphere. */
  from: string;
  /** Site at the centre of the other, on another body. */
  to: string;
  /** Radii of the two spheres [m]. */
  radii: number[];
  /** Stiffness c [N/m]. */
  stiffness: number;
  /** Damping k [N*s/m]. */
  damping?: number;
  /** Coefficient f of dry friction. */
  friction?: number;
  /** v_f [m/s], sliding speed above which friction is fully developed. */
  slip_speed?: number;
}

/** A damper: pulls its ends together with F = k l', l being their distance. */
export interface Damper {
  type: "damper";
  /** Site at one end. */
  from: string;
  /** Site at the other end, on another body. */
  to: string;
  /** Damping k [N*s/m]. */
  damping: number;
}

/** A spring with a damper: pulls its ends together with F = c (l - l0) + k l', l being their distance. */
export interface Spring {
  type: "spring";
  /** Site at one end. */
  from: string;
  /** Site at the other end, on another body. */
  to: string;
  /** Stiffness c [N/m]. */
  stiffness: number;
  /** Rest length l0 [m]; the initial length if null. */
  length?: number | null;
  /** Damping k [N*s/m]. */
  damping?: number;
}

/** What spheres cover whose centre goes from one point to another while their radius changes evenly. */
export interface Cone {
  /** One end, in the frame of the site [m]. */
  begin: number[];
  /** The other end [m]. */
  end: number[];
  /** Radii at the ends [m]. */
  radii: number[];
}

/** A sphere about a site that presses and rubs on a smooth surface fixed to another. */
export interface SurfaceContact {
  type: "surface";
  /** Site at the centre of the sphere. */
  from: string;
  /** Site that carries the surface, on another body. */
  to: string;
  /** Radius r of the sphere [m]. */
  radius: number;
  /** Round cones that form the surface. */
  cones: Cone[];
  /** Stiffness c [N/m]. */
  stiffness: number;
  /** Blending radius b at the joints of cones [m]. */
  blend?: number;
  /** Damping k [N*s/m]. */
  damping?: number;
  /** Coefficient f of dry friction. */
  friction?: number;
  /** v_f [m/s], sliding speed above which friction is fully developed. */
  slip_speed?: number;
}

/** When a shape is lit. */
export interface LampDocument {
  /** Signal of the world: 'sensor.NAME', or 'element.NAME.READING'. */
  signal: string;
  /** Lit while the signal is above this value. */
  above?: number;
  /** Colour of its light: red, green, blue, 0 to 1; warm white if omitted. */
  colour?: number[] | null;
}

/** A world: a MuJoCo scene with robots placed in it. */
export interface WorldDocument {
  /** Always 'pult.world'. */
  format: "pult.world";
  /** Version of the format. */
  version: 1;
  name?: string;
  title?: string | Record<string, string>;
  description?: string | Record<string, string>;
  /** Source of dimensions and materials. */
  source?: string;
  /** MJCF file relative to this one; empty space if omitted. */
  scene?: string;
  /** Robots in it. */
  robots?: PlacedRobot[];
  /** Sensors of the world that belong to no robot. */
  sensors?: Record<string, Accelerometer | AngleSensor | AngularVelocitySensor | CentreOfMassSensor | ContactSensor | ContactForceSensor | ForceSensor | Gyro | MarkersSensor | MomentSensor | OrientationSensor | PositionSensor | PressureSensor | RadiationSensor | RangeFinder | SpeedSensor | TorqueSensor | VelocitySensor | ZeroMomentPointSensor>;
  /** Forces evaluated in every physics step. */
  elements?: Record<string, Contact | Damper | Spring | SurfaceContact>;
  /** Shapes (geoms) that are shown lit by a signal. */
  lamps?: Record<string, LampDocument>;
  /** Short words at sites or bodies, such as the numbers of buttons; the studio shows them. */
  signs?: Record<string, string>;
  /** Initial viewpoint; robots face +x. */
  view?: "front" | "behind" | "side" | "top" | "follow";
  /** Gravitational acceleration [m/s^2]; the scene's if omitted. */
  gravity?: number[];
  /** Physics step [s]. */
  timestep?: number;
  /** How the equations of motion are integrated; 'rk4' is of fourth order, the others of first. */
  integrator?: "implicitfast" | "implicit" | "euler" | "rk4";
  /** A joint faster than this [rad/s or m/s] means that the simulation has diverged. */
  max_speed?: number;
}

/** One row of a Denavit-Hartenberg table. The parameter that moves is added to what the row gives. */
export interface RowDocument {
  /** Length of the link [m]. */
  a: number;
  /** Twist of the link [rad]. */
  alpha: number;
  /** Offset along the joint's axis [m]; moves if the joint is prismatic. */
  d?: number;
  /** Angle about the joint's axis [rad]; moves if it is revolute. */
  theta?: number;
  joint?: "revolute" | "prismatic";
  /** Lower limit [rad or m]; none if omitted. */
  lower?: number | null;
  /** Upper limit [rad or m]; none if omitted. */
  upper?: number | null;
  /** Name of the joint; 'joint1' and so on if omitted. */
  name?: string;
}

/** A Denavit-Hartenberg table. */
export interface TableDocument {
  /** Standard: Rz(theta) Tz(d) Tx(a) Rx(alpha). Modified: Rx(alpha) Tx(a) Rz(theta) Tz(d). */
  convention: "standard" | "modified";
  rows: RowDocument[];
  /** Pose of the table's first frame in the base. */
  base?: PlacementDocument;
  /** Pose of the effector in the last frame. */
  tool?: PlacementDocument;
}

/** A chain: two frames of the model, or a table. */
export interface ChainDocument {
  /** Body, site or link of the model at the end of the chain. */
  effector?: string;
  /** Body, site or link that is the base frame; the model's root if omitted. */
  base?: string;
  /** The chain as a table of its own, instead of a part of the model. */
  table?: TableDocument | null;
  /** Limits narrower than the model's, by joint [rad or m], for all computations with the chain. */
  limits?: Record<string, number[]>;
}

/** A DC motor with a gear of ratio N: u = i R + L di/dt + C_w N w, tau = N C_m i, w the speed of the joint. */
export interface DcMotorDrive {
  type: "dc";
  /** Inertia of the rotor and the gear as the joint feels it [kg*m^2]: behind a gear of ratio N, N^2 times the inertia at the motor. */
  inertia?: number | number[];
  /** Dry friction in the joint [N*m]. */
  friction?: number | number[];
  /** Viscous friction in the joint [N*m*s/rad]. */
  damping?: number | number[];
  /** Holding torque of the brake while it is engaged [N*m]; 0 for no brake. */
  brake?: number | number[];
  /** How stiffly dry friction and brake hold a joint at rest, MuJoCo's impedance d: under a load that would accelerate it by a, it creeps at (1 - d) a times 1 ms, or a longer physics step. Nearer to 1 the physics costs more while joints turn back and forth. */
  friction_impedance?: number;
  /** Joints it drives; if its commands have other units for prismatic joints, all of one kind. */
  joints: string[];
  /** Resistance R of the winding [Ohm]. */
  resistance: number | number[];
  /** Torque constant C_m [N*m/A]. */
  torque_constant: number | number[];
  /** Back-EMF constant C_w, by speed of the motor [V*s/rad]. */
  speed_constant: number | number[];
  /** Maximum voltage, in either direction [V]. */
  max_voltage: number | number[];
  /** Inductance L of the winding [H]. */
  inductance?: number | number[];
  /** Gear ratio N: speed of the motor by speed of the joint. */
  gear?: number | number[];
}

/** An electric motor by its characteristic: tau = M_s (U - w/w_idle), U the normalised voltage in [-1, 1]. */
export interface ElectricDrive {
  type: "electric";
  /** Inertia of the rotor and the gear as the joint feels it [kg*m^2]: behind a gear of ratio N, N^2 times the inertia at the motor. */
  inertia?: number | number[];
  /** Dry friction in the joint [N*m]. */
  friction?: number | number[];
  /** Viscous friction in the joint [N*m*s/rad]. */
  damping?: number | number[];
  /** Holding torque of the brake while it is engaged [N*m]; 0 for no brake. */
  brake?: number | number[];
  /** How stiffly dry friction and brake hold a joint at rest, MuJoCo's impedance d: under a load that would accelerate it by a, it creeps at (1 - d) a times 1 ms, or a longer physics step. Nearer to 1 the physics costs more while joints turn back and forth. */
  friction_impedance?: number;
  /** Joints it drives; if its commands have other units for prismatic joints, all of one kind. */
  joints?: string[];
  /** Tendons of the model that it drives, instead of joints; each spans revolute joints. */
  tendons?: string[];
  /** Stall torque M_s at full voltage [N*m]. */
  stall_torque: number | number[];
  /** No-load speed w_idle at full voltage [rad/s]. */
  no_load_speed: number | number[];
}

/** The model's own actuators, as they are, whatever they act on: joints, tendons, sites. */
export interface ModelDrive {
  type: "model";
  /** Names of the actuators, in the order of the commands; all if omitted. */
  actuators?: string[];
}

/** A cylinder between two sites that a valve feeds with a differential pressure p: one command [Pa]. */
export interface PneumaticDrive {
  type: "pneumatic";
  /** Site at one end. */
  from: string;
  /** Site at the other end. */
  to: string;
  /** Inner diameter of the cylinder [m]. */
  bore: number;
  /** Minimum (0 or below) and maximum differential pressure [Pa]. */
  pressure: number[];
  /** Diameter of the piston rod [m]. */
  rod?: number;
  /** Time constant of the pressure [s]. */
  lag?: number;
  /** Dry friction of the piston [N]. */
  friction?: number;
  /** Holding force of the rod lock while it is engaged [N]; 0 for no lock. */
  brake?: number;
  /** End stops: minimum and maximum distance of the sites [m]; none if omitted. */
  stroke?: number[] | null;
}

/** An ideal position servo: tau = k (wanted - q) - d q', the wanted position [rad] within the joint's limits. */
export interface PositionDrive {
  type: "position";
  /** Joints it drives; if its commands have other units for prismatic joints, all of one kind. */
  joints: string[];
  /** Stiffness k [N*m/rad]. */
  stiffness: number | number[];
  /** Damping d [N*m*s/rad]; alternatively a damping ratio. */
  damping?: number | number[] | null;
  /** Damping ratio at the model's reference configuration; 1 is critical, and the default. */
  damping_ratio?: number | number[] | null;
  /** Maximum torque [N*m] or force [N]; unlimited if omitted. */
  limit?: number | number[] | null;
}

/** An ideal drive: the torque [N*m] is what is asked for. */
export interface TorqueDrive {
  type: "torque";
  /** Joints it drives; if its commands have other units for prismatic joints, all of one kind. */
  joints: string[];
  /** Maximum torque [N*m] or force [N], in either direction. */
  limit: number | number[];
  /** Holding torque of the brake while it is engaged [N*m]; 0 for no brake. */
  brake?: number | number[];
}

/** An ideal speed servo: tau = k (wanted - q'), the wanted speed in rad/s. */
export interface VelocityDrive {
  type: "velocity";
  /** Joints it drives; if its commands have other units for prismatic joints, all of one kind. */
  joints: string[];
  /** Velocity gain k [N*m*s/rad]. */
  gain: number | number[];
  /** Maximum torque [N*m] or force [N]; unlimited if omitted. */
  limit?: number | number[] | null;
  /** Holding torque of the brake while it is engaged [N*m]; 0 for no brake. */
  brake?: number | number[];
}

/** A camera on a body of the model. It looks along its own -z axis, with y up in the picture. */
export interface CameraDocument {
  /** Body to which it is attached. */
  body: string;
  /** Its pose on the body. */
  placement?: PlacementDocument;
  /** Vertical field of view [rad]. */
  field_of_view?: number;
}

/** A rectangular sole, measured from the effector of the leg: a frame on the sole, x to the toe, z up. */
export interface SoleDocument {
  /** Half its width [m]. */
  half_width: number;
  /** Distance of the heel's edge behind the frame [m]. */
  heel: number;
  /** Distance of the toe's edge before the frame [m]. */
  toe: number;
}

/** Two legs to walk on: chains with one base, the pelvis, whose x axis points forward and z axis up. */
export interface WalkerDocument {
  /** Chain from the pelvis to the left sole. */
  left: string;
  /** Chain from the pelvis to the right sole. */
  right: string;
  /** Either sole. */
  sole: SoleDocument;
  /** Pose in which the robot stands, knees bent; joints that are neither of the legs nor of 'carries' stay in it. */
  pose?: string;
  /** Chains above the pelvis whose joints move while it walks: waist, neck, arms. Their masses are counted where the joint sensors say they are. */
  carries?: string[];
}

/** A robot. */
export interface RobotDocument {
  /** Always 'pult.robot'. */
  format: "pult.robot";
  /** Version of the format. */
  version: 2;
  name?: string;
  /** Name for people; 'name' if omitted. */
  title?: string | Record<string, string>;
  description?: string;
  /** Source of dimensions and limits. */
  source?: string;
  /** MJCF (.xml, .mjcf) or URDF (.urdf) file, relative to this one. */
  model?: string;
  /** Chains by name. */
  chains?: Record<string, ChainDocument>;
  /** Drives by name; each moves one or several joints. */
  drives?: Record<string, DcMotorDrive | ElectricDrive | ModelDrive | PneumaticDrive | PositionDrive | TorqueDrive | VelocityDrive>;
  /** What becomes of the model's own actuators. keep: drives of the type 'model' command them. drop: they are left out, so that drives of other types can move their joints. */
  actuators?: "keep" | "drop";
  /** What a stop means. power-off: no voltage, and the brakes are on. hold: the scheme runs on, reads 'session.stopped' and keeps the robot safe, such as one that would fall. */
  stop?: "power-off" | "hold";
  /** Sensors by name. */
  sensors?: Record<string, Accelerometer | AngleSensor | AngularVelocitySensor | CentreOfMassSensor | ContactSensor | ContactForceSensor | ForceSensor | Gyro | MarkersSensor | MomentSensor | OrientationSensor | PositionSensor | PressureSensor | RadiationSensor | RangeFinder | SpeedSensor | TorqueSensor | VelocitySensor | ZeroMomentPointSensor>;
  /** Cameras by name, besides those of the model. */
  cameras?: Record<string, CameraDocument>;
  /** Named configurations: joint to value [rad or m]; omitted joints are at 0. */
  poses?: Record<string, Record<string, number>>;
  /** Pairs of legs to walk on, by name. */
  walkers?: Record<string, WalkerDocument>;
}

/** Connections of signals, for a scheme whose ports are not named like the signals of panel and robot. */
export interface BindingsDocument {
  /** Input of the scheme, or one entry of it, 'NAME[0]': 'panel.NAME', 'stream.NAME', 'sensor.NAME' or an entry of one, 'sensor.NAME[elbow]', or several as a vector. */
  inputs?: Record<string, string | string[]>;
  /** 'drive.NAME', or one entry of it, 'drive.NAME[elbow]': output of the scheme, or one entry of it, 'NAME[0]'. */
  outputs?: Record<string, string>;
}

/** A way to do the exercise: a scheme, and how it is connected. */
export interface VariantDocument {
  /** A shipped scheme by name, or a file relative to this one. */
  scheme: string;
  title?: string | Record<string, string>;
  /** A panel other than the exercise's. */
  panel?: string;
  bindings?: BindingsDocument;
  /** Initial values of panel elements that differ from those of the panel. */
  panel_values?: Record<string, unknown>;
  /** Scheme parameters 'block.parameter' that are set in this variant. */
  parameters?: Record<string, unknown>;
}

/** The distance between two things [m], in space or along some axes of the world. */
export interface Distance {
  type: "distance";
  /** A body or site. */
  a: string;
  /** A body or site; the world's origin if omitted. */
  b?: string;
  /** Point instead of the origin of b, in the frame of b [m]. */
  offset?: number[];
  /** Axes of the world that count: 'xy' is the horizontal distance. */
  axes?: "xyz" | "xy" | "xz" | "yz" | "x" | "y" | "z";
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** Signed distance of one thing from another along a direction [m], such as the height of a above b. */
export interface Along {
  type: "along";
  /** A body or site. */
  a: string;
  /** A body or site; the world's origin if omitted. */
  b?: string;
  /** The direction; its length does not matter. */
  axis?: number[];
  /** Frame in which the direction is given. */
  frame?: "world" | "b";
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** A point of a thing lies in a box in the axes of another; the value is how far it is outside [m]. */
export interface Inside {
  type: "inside";
  /** A body or site. */
  thing: string;
  /** Corner of the box with the smallest coordinates [m]. */
  low: number[];
  /** Corner of the box with the largest coordinates [m]. */
  high: number[];
  /** Body or site in whose frame the box is given; the world if omitted. */
  of?: string;
  /** The point, in the frame of the body or site [m]. */
  point?: number[];
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** Displacement of a thing in the axes of another since the stage began [m], such as slip in a hand. */
export interface Shift {
  type: "shift";
  /** A body or site. */
  thing: string;
  /** Body or site in whose frame it is measured; the world if omitted. */
  of?: string;
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** The angle between an axis of a thing and one of another thing [rad], 0 to pi. */
export interface Angle {
  type: "angle";
  /** A body or site. */
  a: string;
  /** A body or site; the world if omitted. */
  b?: string;
  /** Axis in the frame of a. */
  axis_a?: number[];
  /** Axis in the frame of b. */
  axis_b?: number[];
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** A signal of the session, or one entry of it: 'sensor.grip', 'panel.stick[2]', 'sensor.angles[elbow]'. */
export interface Signal {
  type: "signal";
  /** The signal; an entry is given in brackets, by index or label. */
  name: string;
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Required state of a boolean signal. */
  is?: boolean | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** Two bodies touch: the force between them is above a threshold [N]. */
export interface ConditionContact {
  type: "contact";
  /** The two bodies; NAME/* includes the whole subtree of a body. */
  bodies: string[];
  /** Force above which a contact counts [N]. */
  above?: number;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** Speed of a thing [m/s]: its displacement in one control step, divided by the step. */
export interface Speed {
  type: "speed";
  /** A body or site. */
  thing: string;
  /** The value must be above this; no bound if omitted. */
  above?: number | null;
  /** The value must be below this; no bound if omitted. */
  below?: number | null;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** Nothing moves: every joint speed is below a bound [rad/s or m/s]. */
export interface Still {
  type: "still";
  /** Maximum speed that counts as rest [rad/s or m/s]. */
  below?: number;
  /** Only these entries of 'qvel'; all of them if none. */
  joints?: string[];
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** The current stage is one of those named: for limits that apply in a part of the exercise. */
export interface StageIs {
  type: "stage";
  /** Names of stages. */
  stages: string[];
  /** Minimum time in the stage [s]: what began before does not count. */
  after?: number;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** A condition does not hold. */
export interface Not {
  type: "not";
  of: Distance | Along | Inside | Shift | Angle | Signal | ConditionContact | Speed | Still | StageIs | All | Any | Not;
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** At least one condition of a list holds. */
export interface Any {
  type: "any";
  of: (Distance | Along | Inside | Shift | Angle | Signal | ConditionContact | Speed | Still | StageIs | All | Any | Not)[];
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** All conditions of a list hold. */
export interface All {
  type: "all";
  of: (Distance | Along | Inside | Shift | Angle | Signal | ConditionContact | Speed | Still | StageIs | All | Any | Not)[];
  /** Name of the measured quantity, shown to the operator. */
  title?: string | Record<string, string>;
}

/** A step of the exercise: passed when its goal has held for a time without a break. */
export interface StageDocument {
  name: string;
  goal: Distance | Along | Inside | Shift | Angle | Signal | ConditionContact | Speed | Still | StageIs | All | Any | Not;
  title?: string | Record<string, string>;
  hint?: string | Record<string, string>;
  /** What a demonstration says of the stage: what is done, and why. The hint if omitted. */
  caption?: string | Record<string, string>;
  /** Time for which the goal must hold without interruption [s]. */
  hold?: number;
  /** Body or site shown as the current target. */
  target?: string;
  /** Elements of the panel that the stage is done with: they are pointed at. */
  controls?: string[];
  /** Time that a skilled operator needs for the stage [s]. */
  par?: number | null;
}

/** Uniform in a box with axes of the world. */
export interface Box {
  type: "box";
  /** Corner with the smallest coordinates [m]. */
  low: number[];
  /** Corner with the largest coordinates [m]. */
  high: number[];
  /** Body relative to which the corners are given; the world's origin if omitted. */
  about?: string;
}

/** Uniform by area in a sector of a horizontal ring, and uniform in height. */
export interface Annulus {
  type: "annulus";
  /** Inner and outer radius [m]. */
  radius: number[];
  /** First and last angle about z, measured from x towards y [rad]. */
  angle?: number[];
  /** Minimum and maximum height, relative to the centre [m]. */
  height?: number[];
  /** Centre of the ring, relative to the body [m]. */
  centre?: number[];
  /** Body relative to which the centre is given; the world's origin if omitted. */
  about?: string;
}

/** One place of a list. */
export interface Spot {
  /** Position [m]. */
  position: number[];
  /** Roll, pitch, yaw [rad]; as in the world if omitted. */
  rpy?: number[] | null;
}

/** One of several places, each as likely as the others. */
export interface Spots {
  type: "spots";
  spots: Spot[];
  /** Body relative to which positions are given; the world's origin if omitted. */
  about?: string;
}

/** A body (a mocap body, or one with a free joint) is placed at random in a region. */
export interface Place {
  type: "place";
  body: string;
  region: Box | Annulus | Spots;
  /** Name of the draw; the body's if omitted. */
  name?: string;
  /** Range of the angle by which it is rotated about the world's z axis [rad]. */
  turn?: number[];
  /** Minimum distance from bodies placed before [m]. */
  apart?: number;
}

/** Several bodies are put into several regions in random order, one in each; regions may be left empty. */
export interface Shuffle {
  type: "shuffle";
  name: string;
  bodies: string[];
  regions: (Box | Annulus | Spots)[];
  /** Range of the angle by which each is rotated about the world's z axis [rad]. */
  turn?: number[];
  /** Minimum distance from bodies placed before [m]. */
  apart?: number;
}

/** A joint starts at a value from a range. */
export interface JointStart {
  type: "joint";
  joint: string;
  /** Minimum and maximum value [rad or m]. */
  range: number[];
  /** Name of the draw; the joint's if omitted. */
  name?: string;
}

/** A joint of the scene turns or slides against friction from a range, and a spring if it has one. */
export interface Resistance {
  type: "resistance";
  joint: string;
  /** Minimum and maximum dry friction [N*m or N]. */
  friction: number[];
  /** Minimum and maximum viscous friction [N*m*s/rad or N*s/m]. */
  damping: number[];
  /** Minimum and maximum stiffness of its spring [N*m/rad or N/m]; the scene's if omitted. */
  stiffness?: number[] | null;
  /** Name of the draw; that of the joint and 'resistance' if omitted. */
  name?: string;
}

/** A number of a force element, such as the stiffness of a surface, is drawn from a range. */
export interface ElementStart {
  type: "element";
  /** Force element of the world. */
  element: string;
  /** Minimum and maximum value. */
  range: number[];
  /** Parameter that is drawn. */
  of?: "stiffness" | "damping" | "friction";
  /** Name of the draw; that of the element and of the parameter if omitted. */
  name?: string;
}

/** A body is pushed at a time, with an impulse and in a direction from ranges. */
export interface PushDraw {
  type: "push";
  name: string;
  body: string;
  /** Earliest and latest beginning, since the attempt began [s]. */
  time: number[];
  /** Smallest and largest impulse J [N*s]. */
  impulse: number[];
  /** How long it acts [s]. */
  duration?: number;
  /** First and last direction about z, measured from x towards y, in world axes [rad]. */
  angle?: number[];
  /** Smallest and largest angle above the horizontal [rad]. */
  rise?: number[];
}

/** The state in which an attempt begins. */
export interface StartDocument {
  /** Named pose of every robot, or of each by its prefix. */
  pose?: string | Record<string, string>;
  /** Time for the world to settle before the clock starts [s]. */
  settle?: number;
  /** Randomisation: what is drawn for each seed, in this order. */
  randomise?: (Place | Shuffle | JointStart | Resistance | ElementStart | PushDraw)[];
}

/** A condition that must not occur. It is violated each time the condition begins to hold. */
export interface LimitDocument {
  name: string;
  condition: Distance | Along | Inside | Shift | Angle | Signal | ConditionContact | Speed | Still | StageIs | All | Any | Not;
  title?: string | Record<string, string>;
  /** Consequence of a violation: it ends the attempt, or costs points. */
  severity?: "fail" | "penalty";
  /** Points that each violation costs (penalty only). */
  points?: number;
  /** Time for which the condition may hold before it is a violation [s]. */
  hold?: number;
  /** Violations with shorter pauses count as one, such as those of a chattering contact [s]. */
  rearm?: number;
}

/** What a gauge of the panel has to do with the task, beyond goals and limits on its own signal. */
export interface GaugeDocument {
  /** Further signals of the same quantity, whose goals and limits are shown on it. */
  signals?: string[];
  /** The value that the task wants, in the unit of its signal. */
  target?: number | null;
  /** Signal of the deviation from `target`: its least limit is the half width of the zone. */
  off?: string;
}

/** Weight of a metric, and the value that earns full points. */
export interface WeightDocument {
  /** Weight: its part of the 100 points, relative to the other weights. */
  weight: number;
  /** Full points at this value or better; that of the metric by default. */
  par?: number | null;
  /** Distance beyond par at which half the points are left; par itself if omitted. */
  half?: number | null;
}

/** A metric of the exercise itself: a quantity, evaluated over the attempt or over a stage. */
export interface MeasureDocument {
  quantity: Distance | Along | Inside | Shift | Angle | Signal | Speed;
  /** Which of its values counts: how it is reduced over time. */
  take?: "last" | "largest" | "smallest" | "mean";
  /** Only during this stage; the whole attempt if omitted. */
  stage?: string;
  /** Whether smaller or larger values are better. */
  better?: "less" | "more";
  title?: string | Record<string, string>;
}

/** Minimum points for each medal of an attempt that passed. */
export interface MedalsDocument {
  gold?: number;
  silver?: number;
  bronze?: number;
}

/** Criterion of mastery: several attempts in a row that passed with enough points. */
export interface MasteryDocument {
  attempts?: number;
  points?: number;
}

/** How the points of an attempt are computed. */
export interface ScoringDocument {
  /** Metric to weight; a default set if none are given. */
  weights?: Record<string, WeightDocument>;
  /** Additional metrics of the exercise, by name. */
  measures?: Record<string, MeasureDocument>;
  /** Force signals whose peak is measured. */
  forces?: string[];
  /** Panel signals that are 0 at rest; all vectors of numbers of the panel if omitted. */
  joysticks?: string[];
  medals?: MedalsDocument;
  mastery?: MasteryDocument;
}

/** An exercise. */
export interface ExerciseDocument {
  /** Always 'pult.exercise'. */
  format: "pult.exercise";
  /** Version of the format. */
  version: 1;
  name: string;
  /** A shipped world by name, or a file relative to this one. */
  world: string;
  /** A shipped panel by name, or a file relative to this one. */
  panel: string;
  /** Variants of the exercise, by name. */
  variants: Record<string, VariantDocument>;
  /** Stages of the task, in this order. */
  stages: StageDocument[];
  /** Time limit [s]. */
  duration: number;
  title?: string | Record<string, string>;
  /** One-line summary for lists. */
  description?: string | Record<string, string>;
  /** Briefing shown to the operator before the start. */
  instructions?: string | Record<string, string>;
  /** 1 (easy) to 5 (hard). */
  difficulty?: number;
  /** Default variant; the first if omitted. */
  variant?: string;
  /** The exercise's default operator: the pilot that attempts it unless another is named. */
  operator?: string;
  /** Scheme parameters 'block.parameter' that are set in all variants. */
  parameters?: Record<string, unknown>;
  /** Faults that happen in every attempt, such as 'sensor:angles.stuck@2.5+1'; see `pult run`. */
  faults?: string[];
  start?: StartDocument;
  /** Limits: conditions that must not occur. */
  limits?: LimitDocument[];
  /** What gauges of the panel have to do with the task, by name. */
  gauges?: Record<string, GaugeDocument>;
  /** Body or site whose path is measured. */
  effector?: string;
  /** Straight path: between the places where stages were passed, or from the start over the targets of the stages. */
  straight?: "passed" | "targets";
  scoring?: ScoringDocument;
}

/** A knot on the surface, by two angles about the middle of it. */
export interface KnotDocument {
  /** Polar angle from the top [rad]; negative on the other side. */
  a: number;
  /** Azimuth about the vertical, from the world's x axis [rad]. */
  b: number;
}

/** The wanted force at a place of the path; lines lead from one to the next. */
export interface ForcePoint {
  /** Position along the path, from 0 (first knot) to 1 (last knot). */
  at: number;
  /** Wanted force along the normal [N]. */
  force: number;
}

/** What must be kept to, in the plan and in the rehearsal. */
export interface LimitsDocument {
  /** Maximum force on the patient [N]. */
  force?: number;
  /** Maximum force error on the path, as a fraction of the wanted force. */
  error?: number;
  /** Maximum speed of the tool on the surface [m/s]. */
  speed?: number;
  /** Maximum speed of a joint [rad/s]. */
  joint_speed?: number;
  /** Minimum distance of a joint from its limits [rad]. */
  joint_margin?: number;
}

/** What an emergency stop must do to the tool. */
export interface RetractDocument {
  /** Time within which the tool must have left the patient [s]. */
  time?: number;
  /** Distance from the surface that it must have by then [m]. */
  distance?: number;
}

/** A procedure. */
export interface ProcedureDocument {
  /** Always 'pult.procedure'. */
  format: "pult.procedure";
  /** Version of the format. */
  version: 1;
  name: string;
  /** Robot that performs it, by its name in the world. */
  robot: string;
  /** A shipped world by name, or a file relative to this one. */
  world: string;
  /** A shipped scheme by name, or a file relative to this one. */
  scheme: string;
  /** A shipped panel by name, or a file relative to this one. */
  panel: string;
  /** Contact element of the world between tool and patient, by name. */
  surface: string;
  /** Knots that the tool passes, in this order. */
  knots: KnotDocument[];
  /** Speed along the path [m/s]. */
  speed: number;
  /** Profile of the wanted force along the path. */
  force: ForcePoint[];
  title?: string | Record<string, string>;
  /** One-line summary for lists. */
  description?: string | Record<string, string>;
  /** Number of knots inserted between each two given ones. */
  inserted?: number;
  /** Height above the first and the last knot for approach and retreat [m]. */
  clearance?: number;
  /** Chain of the robot that carries the tool. */
  chain?: string;
  /** Block of the scheme that follows the knots. */
  block?: string;
  limits?: LimitsDocument;
  retract?: RetractDocument;
}

/** Wait. */
export interface WaitAction {
  type: "wait";
  /** How long [s]. */
  seconds?: number;
}

/** Open or close the grab, and wait until the fingers stand still. */
export interface GrabAction {
  type: "grab";
  /** What to do. */
  do: "open" | "close";
  /** Largest force of a finger [N]; as before if left out. */
  force?: number | null;
}

/** Switch a camera on, so that its picture is shown. */
export interface CameraAction {
  type: "camera";
  /** 'grab', 'mast' or 'side'. */
  camera: string;
  /** Off: the mast camera is shown, as at the start. */
  on?: boolean;
}

/** Set an element of the panel, such as a switch of what the robot carries. */
export interface EquipmentAction {
  type: "equipment";
  /** Name of the element. */
  element: string;
  /** Its value. */
  value?: boolean | number | string;
}

/** A target of the grab, and what is done before the motion to it. The working point goes in a straight line. */
export interface ProgramFrame {
  /** Target angles of the joints; null entries inherit. */
  angles?: (number | null)[] | null;
  /** Target of the finger tips in the interface frame [m]. */
  point?: number[] | null;
  /** Pitch of the grab there, positive down [rad]; inherited. */
  pitch?: number | null;
  /** Roll of the grab there [rad]; inherited if left out. */
  roll?: number | null;
  /** Actions before the motion, one after the other. */
  before?: (WaitAction | GrabAction | CameraAction | EquipmentAction)[];
  /** A word for people. */
  note?: string | Record<string, string>;
}

/** A program of the manipulator PRM-1. */
export interface ProgramDocument {
  /** Always 'pult.program'. */
  format: "pult.program";
  /** Version of the format. */
  version: 1;
  name: string;
  /** One after the other. */
  frames: ProgramFrame[];
  /** Column, shoulder, elbow, wrist, roll [rad], pitch positive down; null inherits. */
  start?: (number | null)[];
  /** Share of the full speed, 0.1 to 1. */
  speed?: number;
  /** Mass of what is held, for the tipping check [kg]. */
  load?: number;
  /** World in which it is run: a name or a file. */
  world?: string;
  /** Scheme that drives the robot. */
  scheme?: string;
  /** Panel whose elements the program sets. */
  panel?: string;
  title?: string | Record<string, string>;
  /** One line for lists. */
  description?: string | Record<string, string>;
}

/** The arm: links in a row, on a feed that slides in before the mouth. */
export interface ArmDocument {
  /** Number of links, 6 to 200. */
  links?: number;
  /** Length of each link [m]: one for all, or one for each from the base. */
  length?: number | number[];
  /** Width of the links [m]. */
  width?: number;
}

/** A tunnel in the plane z = 0, and the arm that is to pass it. */
export interface TunnelDocument {
  /** Always 'pult.tunnel'. */
  format: "pult.tunnel";
  /** Version of the format. */
  version: 1;
  name: string;
  /** Its points from the mouth to the end, joined by segments. */
  left: (number[])[];
  /** Its points from the mouth to the end, joined by segments. */
  right: (number[])[];
  /** Where the tip is to go [m]; the middle of the end if left out. */
  target?: number[];
  arm?: ArmDocument;
  title?: string | Record<string, string>;
  /** One line for lists. */
  description?: string | Record<string, string>;
}

/** An element of a panel. */
export type Element = Joints | Effectors | Cameras | Joystick | Button | Switch | Selector | Slider | Entry | Point | Lamp | Gauge | Indicator;

/** Run in real time. */
export interface Start {
  do: "start";
}

/** Pause simulated time. */
export interface Pause {
  do: "pause";
}

/** Pause, and do a few control steps at once; the reply is the tick after them. */
export interface Step {
  do: "step";
  /** How many, up to 100. */
  steps?: number;
}

/** Run slower or faster than real time. */
export interface RequestsSpeed {
  do: "speed";
  /** Simulated time over real time, 0.25 to 4. */
  factor: number;
}

/** Let a pilot show the exercise in this session, from its start: it drives as soon as the session runs. It acts at the same control steps at any speed, so the attempt is the same to the last bit as one that is not paced. */
export interface Demonstrate {
  do: "demonstrate";
  /** Name of the pilot; the best one for the variant if omitted. */
  pilot?: string;
}

/** Take the panel from the pilot of a demonstration: the stick goes to neutral, the attempt goes on from here. */
export interface TakeOver {
  do: "take-over";
}

/** Get the complete state, as bytes for 'restore'. */
export interface TakeSnapshot {
  do: "snapshot";
}

/** Get the status of the session. */
export interface AskStatus {
  do: "status";
}

/** A sign of life of the operator. */
export interface Heartbeat {
  do: "heartbeat";
  /** Whether the page is visible and its window has the focus. */
  hand?: "here" | "hidden" | "focus";
  /** How long the page has not responded to its own worker [s]. */
  page?: number;
  /** How late this sign was sent [s]. */
  late?: number;
}

/** An operator takes the panel; from now on silence stops the robot. */
export interface ConnectOperator {
  do: "connect-operator";
}

/** The operator leaves the panel: neutral, the robot stops until it is armed, and time is paused. */
export interface DisconnectOperator {
  do: "disconnect-operator";
  /** Why the operator leaves. */
  cause?: "" | "page" | "hidden" | "focus" | "network" | "server" | "closed" | "released" | "taken";
}

/** The operator moves elements of the panel. */
export interface Input {
  do: "input";
  /** Values by element. */
  values: Record<string, unknown>;
}

/** A device or a program sends a sample of a stream. */
export interface Feed {
  do: "feed";
  /** Name of the stream. */
  stream: string;
  /** Time stamp, of any clock [s]; it increases. */
  time: number;
  /** The sample. */
  values: number[];
}

/** A parameter of the scheme is tuned. */
export interface SetParameter {
  do: "set";
  /** 'block.parameter'. */
  name: string;
  value: unknown;
}

/** A drive fails: it gives no torque and brakes nothing. */
export interface KillDrive {
  do: "kill-drive";
  /** A drive, or one entry of it: 'motors[elbow]'. */
  drive: string;
  /** Whether it fails, or works again. */
  dead?: boolean;
}

/** A sensor keeps its last reading. */
export interface FreezeSensor {
  do: "freeze-sensor";
  /** A sensor, or one entry of it. */
  sensor: string;
  /** Whether it is stuck, or reads again. */
  frozen?: boolean;
}

/** A constant bias is added to the reading of a sensor. */
export interface BiasSensor {
  do: "bias-sensor";
  /** A sensor, or one entry of it. */
  sensor: string;
  /** Added to the reading, in its unit. */
  bias: number;
}

/** The reading of a sensor is delayed. */
export interface DelaySensor {
  do: "delay-sensor";
  /** A sensor, or one entry of it. */
  sensor: string;
  /** Added delay [s]. */
  delay: number;
}

/** The operator's inputs are delayed. */
export interface DelayInput {
  do: "delay-input";
  /** Delay of all panel inputs [s]; 0 ends it. */
  delay: number;
}

/** A body is pushed at its centre of mass. */
export interface Push {
  do: "push";
  body: string;
  /** Force in world axes [N]. */
  force: number[];
  /** How long [s]. */
  duration: number;
}

/** All injected faults end. */
export interface ClearFaults {
  do: "clear-faults";
}

/** Emergency stop: the drives get no voltage and the brakes close, until the robot is armed again. */
export interface Stop {
  do: "stop";
  reason?: string;
  /** Number of physics steps of the current control step done before; filled in by the session. */
  after?: number;
}

/** The operator's signal is late: sticks and buttons go to neutral, the robot stays armed. */
export interface Neutral {
  do: "neutral";
  /** Reason for the loss of the operator. */
  cause?: "" | "page" | "hidden" | "focus" | "network" | "server" | "closed" | "released" | "taken";
  /** Delay of the operator's signal [s]. */
  seconds?: number;
}

/** The operator's connection is lost: the panel goes to neutral, the robot stops until it is armed again. */
export interface LoseLink {
  do: "lose-link";
  /** Reason for the loss of the operator. */
  cause?: "" | "page" | "hidden" | "focus" | "network" | "server" | "closed" | "released" | "taken";
  /** Delay of the operator's signal [s]. */
  seconds?: number;
  /** Number of physics steps of the current control step done before; filled in by the session. */
  after?: number;
}

/** The robot may move again. */
export interface Arm {
  do: "arm";
  /** 'absence' clears only a stop caused by the operator's absence; a pressed stop stays. */
  only?: "" | "absence";
}

/** Return to the start. Tuned parameters keep their values. */
export interface Reset {
  do: "reset";
}

/** Return to a snapshot. */
export interface Restore {
  do: "restore";
  /** The snapshot, in base 64. */
  state: string;
}

/** A sensor that is computed outside of the loop has a new value. The session does this itself, for its record. */
export interface Observation {
  do: "observation";
  /** Name of the sensor. */
  sensor: string;
  /** Its numbers, the time stamp [s] last. */
  values: number[];
}

/** Close the record and end. */
export interface Shutdown {
  do: "shutdown";
  /** Outcome of the run, for the record. */
  result?: Record<string, unknown> | null;
  /** Reason: it was ended, or it had no operator any more. */
  reason?: "ended" | "abandoned";
}

/** What may be asked of a session. */
export type SessionRequest = Start | Pause | Step | RequestsSpeed | Demonstrate | TakeOver | TakeSnapshot | AskStatus | Heartbeat | ConnectOperator | DisconnectOperator | Input | Feed | SetParameter | KillDrive | FreezeSensor | BiasSensor | DelaySensor | DelayInput | Push | ClearFaults | Stop | Neutral | LoseLink | Arm | Reset | Restore | Observation | Shutdown;

/** Full status of a session: that of its frames (see `pult.realtime.frames.Status`), and more. */
export interface SessionStatus {
  state: string;
  speed: number;
  stopped: boolean;
  operator: boolean;
  overruns: number;
  worst: number;
  lost: number;
  p50: number;
  p99: number;
  tick: number;
  time: number;
  /** Why it is halted. */
  reason: string;
  /** Why the robot is stopped. */
  reasons: string[];
  /** Kinds of causes: 'stop', 'link', 'enable'. */
  stops: Record<string, string>;
  /** Whether an operator has the panel. */
  connected: boolean;
  /** Whether everything runs as native code. */
  native: boolean;
  /** Events that were dropped because nobody fetched them. */
  lost_events: number;
  /** Files with the last seconds before a halt. */
  evidence: string[];
  record: string;
  record_problem: string;
}

/** State of the record of a session that was ended. */
export interface Closed {
  record_hash: string;
  record_problem: string;
}

/** What a session answers with, by what is asked of it. */
export interface SessionReplies {
  start: null;
  pause: null;
  step: number;
  speed: null;
  demonstrate: null;
  "take-over": null;
  snapshot: string;
  status: SessionStatus;
  heartbeat: null;
  "connect-operator": null;
  "disconnect-operator": null;
  input: null;
  feed: null;
  set: null;
  "kill-drive": null;
  "freeze-sensor": null;
  "bias-sensor": null;
  "delay-sensor": null;
  "delay-input": null;
  push: null;
  "clear-faults": null;
  stop: null;
  neutral: null;
  "lose-link": null;
  arm: null;
  reset: null;
  restore: null;
  observation: null;
  shutdown: Closed;
}
