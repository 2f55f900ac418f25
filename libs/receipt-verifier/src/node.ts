export { nodeSuite } from '@outturn/canonical/node'
export { readBoundedFile } from './cli/read-bounded-file.ts'
export { type CommandOutput, runVerify } from './cli/verify-command.ts'
