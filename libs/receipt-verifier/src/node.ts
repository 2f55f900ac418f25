export { nodeSuite } from '@outturn/canonical/node'
export { type CommandOutput, VERIFY_USAGE, runVerify } from './cli/verify-command.ts'
