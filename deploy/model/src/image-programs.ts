import { deployedProcesses, type Program } from './processes.ts'

/** Programs of the image that no process of the deployment runs by default: several services in one process, and a signer apart. */
const furtherPrograms: readonly Program[] = [
  { folder: 'deploy/host', main: 'src/main.ts' },
  { folder: 'deploy/remote-signer', main: 'src/main.ts' },
]

/** Every program of the image. */
export const imagePrograms: readonly Program[] = [
  ...deployedProcesses.map(({ program }) => program),
  ...furtherPrograms,
]
