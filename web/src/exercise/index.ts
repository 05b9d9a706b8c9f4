export { HowTo, type HowToProps } from "./HowTo";
export { ScoreCard, type ScoreCardProps } from "./ScoreCard";
export { TaskCard, type TaskCardProps } from "./TaskCard";
