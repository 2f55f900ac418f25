/** What a check found, in plain words; `not_checked` when the check could not be made. */
export interface Finding {
  readonly status: 'ok' | 'failed' | 'not_checked'
  readonly detail: string
}

export function ok(detail: string): Finding {
  return { status: 'ok', detail }
}

export function failed(detail: string): Finding {
  return { status: 'failed', detail }
}

export function notChecked(detail: string): Finding {
  return { status: 'not_checked', detail }
}
