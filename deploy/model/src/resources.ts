import type { ProcessName } from './processes.ts'

/** What a process asks of a node. There is no limit of CPU: throttling would delay the event loop, which sheds load then. */
export interface Resources {
  /** CPU at the planned rate, such as `250m`. */
  readonly cpu: string
  /** Memory at the planned rate. */
  readonly memory: string
  /** Memory at which the process is ended: twice what it was seen to take. */
  readonly memoryLimit: string
}

const defaults: Resources = { cpu: '100m', memory: '128Mi', memoryLimit: '384Mi' }

const own: { readonly [N in ProcessName]?: Resources } = {
  // Large bodies and answers have a bound of their own of 256 MiB.
  gateway: { cpu: '250m', memory: '160Mi', memoryLimit: '768Mi' },
  spool: { cpu: '300m', memory: '224Mi', memoryLimit: '512Mi' },
  // Threads for large runs times their memory (512 MB), and 600 MiB.
  verification: { cpu: '250m', memory: '192Mi', memoryLimit: '1536Mi' },
  signing: { cpu: '250m', memory: '192Mi', memoryLimit: '512Mi' },
  billing: { cpu: '100m', memory: '128Mi', memoryLimit: '384Mi' },
  settlement: { cpu: '20m', memory: '64Mi', memoryLimit: '256Mi' },
  'document-audit': { cpu: '20m', memory: '64Mi', memoryLimit: '256Mi' },
  fetcher: { cpu: '20m', memory: '64Mi', memoryLimit: '192Mi' },
  streams: { cpu: '10m', memory: '96Mi', memoryLimit: '192Mi' },
  prepare: { cpu: '100m', memory: '128Mi', memoryLimit: '384Mi' },
  keys: { cpu: '10m', memory: '64Mi', memoryLimit: '192Mi' },
  operator: { cpu: '10m', memory: '64Mi', memoryLimit: '384Mi' },
}

/** What a process asks for, from measured use (docs/operating/sizing.md). */
export function resourcesOf(name: ProcessName): Resources {
  return own[name] ?? defaults
}
