/** The state of one thing that the command line needs. `warning` does not keep it from working. */
export type FindingState = 'ok' | 'warning' | 'failed' | 'skipped'

/** One finding, with what to do about it where it is not well. */
export type Finding = {
  readonly name: string
  readonly state: FindingState
  readonly detail: string
  readonly remedy?: string
}

export function ok(name: string, detail: string): Finding {
  return { name, state: 'ok', detail }
}

export function failed(name: string, detail: string, remedy: string): Finding {
  return { name, state: 'failed', detail, remedy }
}

export function warning(name: string, detail: string, remedy: string): Finding {
  return { name, state: 'warning', detail, remedy }
}

export function skipped(name: string, detail: string): Finding {
  return { name, state: 'skipped', detail }
}
