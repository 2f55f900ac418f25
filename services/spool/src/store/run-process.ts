import { type Principal, readPrincipal } from '@outturn/contracts'
import type { Spool } from '../domain/model/spool.ts'
import type { Correction } from '../domain/receipts/supersede-receipt.ts'

/** A run that must end: who asked for it, under which command, and until when its driver may work undisturbed. */
export type RunProcess = {
  runId: string
  spoolId: string
  /** The account that is charged for the run and limited in what is fetched for it. */
  accountId: string
  commandId: string
  nonce: string
  /** The last event of the Spool when the run was opened: later ones are of the next run. */
  history: { seq: number; hash: string }
  requestedAt: string
  leaseUntil: string
  /** How many drivers took it over. */
  attempts: number
  /** When the run is given up, if no one has asked for its answer again and nothing was signed; null where it never is. */
  unclaimedAfter: string | null
  request: RunRequest
}

/** A run that a decision opens, before the version of its Spool is made that it stands on. */
export type RunToOpen = Omit<RunProcess, 'history'>

/** What the command that opened a run fixed for it: whose reply is made, and what is judged. */
export type RunRequest =
  /** A one-call verification: the first run, over the evidence of the call. */
  | { kind: 'delivery' }
  | (AskedRun & { kind: 'verify'; correction: Correction | null })
  /** A run that a party asked for to replace a receipt. */
  | (AskedRun & { kind: 'supersede'; correction: Correction })
  /** A run that the decision of a reviewer asks for. */
  | (AskedRun & { kind: 'review'; correction: Correction; decided: DecidedInput })
  /** A run that the decision of a dispute asks for: over the evidence as it is where it decides no outcomes. */
  | (AskedRun & { kind: 'dispute'; disputeId: string; correction: Correction; decided: DecidedInput | null })

/** The case whose decision asks for a run, and what the run judges. */
export type DecidedInput = {
  by: 'dispute' | 'review'
  id: string
  /** The items of the receipt in question, and those with the outcomes that were decided. */
  evidenceIds: readonly string[]
  /** The run of that receipt: what was observed and answered for it counts again. */
  findingsOf: string
}

type AskedRun = {
  askedBy: Principal
  /** 1 for the first run of the Spool. */
  attempt: number
  /** The run judges so many items of the Spool's evidence, from the first. */
  evidenceCount: number
}

/** A run with the history that it stands on: all of the version that opens it. */
export function openedOn({ state }: Pick<Spool, 'state'>, run: RunToOpen): RunProcess {
  return { ...run, history: { seq: state.historyLength, hash: state.historyHash } }
}

/** What a run judges where a case decided its outcomes; null for every other run. */
export function decidedInput(request: RunRequest): DecidedInput | null {
  return request.kind === 'review' || request.kind === 'dispute' ? request.decided : null
}

/** The receipt that a run's receipt replaces, or null where it replaces none. */
export function correctionOf(request: RunRequest): Correction | null {
  return request.kind === 'delivery' ? null : request.correction
}

/**
 * SQL for whether a process has not ended, where it is found by its run. It says what the state is not, as the planner would take
 * `state = 'requested'` for a reason to read the index of open processes, which leads to all that were open since it was vacuumed.
 */
export function isOpen(process: string): string {
  return `${process}.state not in ('done', 'failed')`
}

/** Columns of the item of a commit that opens a run. */
export function toRunRow({ request, ...process }: RunProcess) {
  return {
    opened_run: process.runId,
    run_account_id: process.accountId,
    run_command_id: process.commandId,
    nonce: process.nonce,
    run_history_seq: process.history.seq,
    run_history_hash: process.history.hash,
    requested_at: process.requestedAt,
    lease_until: process.leaseUntil,
    ...(process.unclaimedAfter !== null && { unclaimed_after: process.unclaimedAfter }),
    run_kind: request.kind,
    ...(request.kind !== 'delivery' && {
      asked_by: request.askedBy,
      attempt: request.attempt,
      evidence_count: request.evidenceCount,
      ...(request.correction !== null && { correction: request.correction }),
      ...(request.kind === 'review' && { run_decided: request.decided }),
      ...(request.kind === 'dispute' && {
        run_decided: { ...request.decided, by: 'dispute', id: request.disputeId },
      }),
    }),
  }
}

export type RunRow = {
  run_id: string
  spool_id: string
  account_id: string
  command_id: string
  nonce: string
  history_seq: number
  history_hash: string
  requested_at: Date
  lease_until: Date
  attempts: number
  unclaimed_after: Date | null
} & (
  | { kind: 'delivery' }
  | {
      kind: 'verify'
      asked_by: Principal
      attempt: number
      evidence_count: number
      correction: Correction | null
    }
  | {
      kind: 'supersede'
      asked_by: Principal
      attempt: number
      evidence_count: number
      correction: Correction
    }
  | {
      kind: 'review'
      asked_by: Principal
      attempt: number
      evidence_count: number
      correction: Correction
      decided: DecidedInput
    }
  | {
      kind: 'dispute'
      asked_by: Principal
      attempt: number
      evidence_count: number
      correction: Correction
      decided: Pick<DecidedInput, 'by' | 'id'> & Partial<DecidedInput>
    }
)

export const runColumns =
  'run_id, spool_id, account_id, command_id, nonce, history_seq, history_hash, requested_at, lease_until, attempts, unclaimed_after, kind, asked_by, attempt, evidence_count, correction, decided'

export function fromRunRow(row: RunRow): RunProcess {
  return {
    runId: row.run_id,
    spoolId: row.spool_id,
    accountId: row.account_id,
    commandId: row.command_id,
    nonce: row.nonce,
    history: { seq: row.history_seq, hash: row.history_hash },
    requestedAt: row.requested_at.toISOString(),
    leaseUntil: row.lease_until.toISOString(),
    attempts: row.attempts,
    unclaimedAfter: row.unclaimed_after?.toISOString() ?? null,
    request: requestOf(row),
  }
}

function requestOf(row: RunRow): RunRequest {
  if (row.kind === 'delivery') return { kind: 'delivery' }
  const asked = {
    askedBy: readPrincipal(row.asked_by),
    attempt: row.attempt,
    evidenceCount: row.evidence_count,
  }
  switch (row.kind) {
    case 'verify':
      return { kind: 'verify', ...asked, correction: row.correction }
    case 'supersede':
      return { kind: 'supersede', ...asked, correction: row.correction }
    case 'review':
      return { kind: 'review', ...asked, correction: row.correction, decided: row.decided }
    case 'dispute': {
      const { by, id, evidenceIds, findingsOf } = row.decided
      const isDecided = evidenceIds !== undefined && findingsOf !== undefined
      const decided = isDecided ? { by, id, evidenceIds, findingsOf } : null
      return { kind: 'dispute', ...asked, disputeId: id, correction: row.correction, decided }
    }
    default:
      return row satisfies never
  }
}
