import type { Agreement, RunSummary, SpoolState } from '../domain/lifecycle/spool.ts'

type Since<T, Name extends keyof T> = Omit<T, Name> & Partial<Pick<T, Name>>

/** A state as the column holds it. Rows of earlier versions lack what their version did not know or did not need. */
export type StoredState = Since<
  Omit<SpoolState, 'openRun' | 'lastRun'>,
  | 'receiptStatuses'
  | 'settledCents'
  | 'evidenceCount'
  | 'newestEvidenceAt'
  | 'confirmations'
  | 'externalResults'
  | 'quote'
  | 'finalizedAt'
> & { openRunId?: string | null; lastRun: Since<RunSummary, 'isIrremediable'> | null }

export function toStoredState({ openRun, ...state }: SpoolState): StoredState {
  return { ...state, openRunId: openRun?.runId ?? null }
}

export function fromStoredState(stored: StoredState, agreement: Agreement): SpoolState {
  const { openRunId = null, lastRun, ...state } = stored
  return {
    receiptStatuses: {},
    settledCents: 0,
    evidenceCount: deliveredCount(stored, agreement),
    newestEvidenceAt: null,
    confirmations: {},
    externalResults: {},
    quote: null,
    finalizedAt: null,
    ...state,
    openRun: openRunId === null ? null : { runId: openRunId },
    lastRun: lastRun === null ? null : { isIrremediable: false, ...lastRun },
  }
}

/** Before items were counted, only a one-call delivery had any: one for each condition. */
function deliveredCount({ status }: StoredState, { conditions }: Agreement): number {
  const isEmpty = status.fulfillment === 'pending' || status.fulfillment === 'in_progress'
  return isEmpty ? 0 : conditions.length
}
