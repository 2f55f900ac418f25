import { initialState } from '../domain/model/new-spool.ts'
import type { Agreement, Dispute, RunSummary, SpoolState } from '../domain/model/spool.ts'

/** A state as the column holds it. Rows of earlier versions lack the members that their version did not know. */
export type StoredState = Partial<Omit<SpoolState, 'disputes' | 'openRun' | 'lastRun' | 'status'>> &
  Pick<SpoolState, 'status'> & {
    disputes?: readonly StoredDispute[]
    openRunId?: string | null
    lastRun?: StoredRun | null
  }

type StoredDispute = Omit<Dispute, 'conditionIds'> & Partial<Pick<Dispute, 'conditionIds'>>

type StoredRun = Omit<RunSummary, 'isIrremediable' | 'ways'> &
  Partial<Pick<RunSummary, 'isIrremediable' | 'ways'>>

export function toStoredState({ openRun, payouts: _, ...state }: SpoolState): StoredState {
  return { ...state, openRunId: openRun?.runId ?? null }
}

/** The one place that reads rows of earlier versions: what they lack is as it was at the start of the Spool. */
export function fromStoredState(
  { openRunId = null, lastRun = null, disputes = [], ...stored }: StoredState,
  agreement: Agreement,
): SpoolState {
  return {
    ...initialState(agreement.mode, ''),
    evidenceCount: deliveredCount(stored, agreement),
    countedRuns: stored.runs ?? 0,
    deliveredAt: stored.newestEvidenceAt ?? null,
    ...stored,
    disputes: disputes.map((each) => ({ conditionIds: [], ...each })),
    openRun: openRunId === null ? null : { runId: openRunId },
    lastRun: lastRun === null ? null : { isIrremediable: false, ways: [], ...lastRun },
  }
}

/** Before items were counted, only a one-call delivery had any: one for each condition. */
function deliveredCount({ status }: Pick<SpoolState, 'status'>, { conditions }: Agreement): number {
  const isEmpty = status.fulfillment === 'pending' || status.fulfillment === 'in_progress'
  return isEmpty ? 0 : conditions.length
}
