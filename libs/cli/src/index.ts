export type { Output } from './output.ts'
export { runOutturn } from './program.ts'
export {
  type ReplayReport,
  type ReplayStep,
  replayBundle,
  type StepName,
  UnusableBundle,
} from './replay/replay-bundle.ts'
export type { StepFinding } from './replay/replay-step.ts'
