/** How one step of a replay ended: as the receipt says, otherwise, or not at all for want of input. */
export interface StepFinding {
  readonly status: 'ok' | 'failed' | 'not_replayed'
  /** One sentence that names ids, units and members, and never repeats evidence. */
  readonly detail: string
}

export function ok(detail: string): StepFinding {
  return { status: 'ok', detail }
}

export function failed(detail: string): StepFinding {
  return { status: 'failed', detail }
}

export function notReplayed(detail: string): StepFinding {
  return { status: 'not_replayed', detail }
}

/** Up to three of the ids, and how many more there are. */
export function listed(ids: readonly string[]): string {
  const more = ids.length - 3
  return more > 0 ? `${ids.slice(0, 3).join(', ')} and ${more} more` : ids.join(', ')
}

/** A number with its noun: `1 row`, `3 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
