export { nodeSuite } from '@outturn/canonical/node'
export { type CommandOutput, runVerify } from './cli/verify-command.ts'
