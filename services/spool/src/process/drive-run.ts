import {
  type CommandOutput,
  type Event,
  type EventPayload,
  issueReceipt,
  type JobResult,
  type Principal,
  Refusal,
  refusalToMessage,
  runVerification,
  spoolRunFailed,
  spoolVerified,
} from '@outturn/contracts'
import { derivedId, failPoint } from '@outturn/service'
import { type OutboxRow, outboxRow, StoredReply } from '@outturn/postgres'
import { concludeRun } from '../domain/conclude-run.ts'
import { chainHistory } from '../domain/history.ts'
import { oneCallResponse } from '../domain/one-call-response.ts'
import { issueRequest } from '../domain/receipt-body.ts'
import { verifiedRunOf } from '../domain/verified-run.ts'
import type { SpoolDeps } from '../service.ts'
import type { ConcludedRun } from '../store/conclude-statement.ts'
import { type FrozenRun, runJobOf } from './frozen-run.ts'

type RecordedRun = Extract<JobResult<typeof runVerification>, { status: 'recorded' }>

/** What both ways into a run, the first call and a take-over, bring along. */
export type Drive = { deadline: number; requestId: string; principal: Principal }

/**
 * Brings a run from its committed input to its committed end: work, receipt, conclusion. Every step is insert-or-read by
 * the run id, so a run may be driven again from the start by anybody, at any time. Answers null when another driver
 * ended it first.
 */
export async function driveRun(
  deps: SpoolDeps,
  frozen: FrozenRun,
  drive: Drive,
): Promise<StoredReply | null> {
  const result = await runJob(deps, frozen, drive.deadline)
  failPoint('spool.after-run')
  if (result.status === 'failed') return failRun(deps, frozen, new Refusal(result.code, result.message))
  const request = issueRequest(frozen.spool, result.outcome, {
    slug: deps.slug,
    issuedAt: result.completedAt,
    nonce: frozen.process.nonce,
    pseudonymOf: (party) => deps.hashes.pseudonym(frozen.salt, party.partyId),
  })
  const issued = await deps.bus.request(issueReceipt, request, {
    commandId: `issue:${frozen.process.runId}`,
    principal: drive.principal,
    requestId: drive.requestId,
    deadline: drive.deadline,
  })
  failPoint('spool.after-receipt')
  return concludeWith(deps, frozen, result, issued)
}

/** Every attempt is a job of its own: the queue drops repetitions of one id, and the first may have died with its worker. */
async function runJob(
  deps: SpoolDeps,
  frozen: FrozenRun,
  deadline: number,
): Promise<JobResult<typeof runVerification>> {
  const { runId, attempts } = frozen.process
  const resultKey = `${runId}-${attempts}`
  const awaited = deps.bus.awaitResult(runVerification, resultKey, deadline)
  deps.bus.enqueue(runVerification, runJobOf(frozen, deps.slug, deadline), { id: resultKey, resultKey })
  failPoint('spool.after-enqueue')
  const result = await awaited
  if (result === null) {
    throw new Refusal('configuration_unavailable', 'The verification is recorded and has not finished yet.', {
      reason: 'verification_pending',
      retryAfterSeconds: 2,
    })
  }
  return result
}

async function concludeWith(
  deps: SpoolDeps,
  frozen: FrozenRun,
  { outcome, completedAt }: RecordedRun,
  issued: CommandOutput<typeof issueReceipt>,
): Promise<StoredReply | null> {
  const { process } = frozen
  const concluded = concludeRun(frozen.spool, outcome, {
    at: completedAt,
    receiptId: issued.receiptId,
    evidenceUpTo: process.requestedAt,
  })
  const { chained, head } = chainHistory(
    { length: frozen.spool.standing.historyLength, hash: frozen.spool.standing.historyHash },
    [
      {
        id: derivedId('event', `${process.runId}:completed`),
        type: 'verification.completed',
        at: completedAt,
        actor: { party_id: null, kind: 'service' },
        data: { run_id: process.runId, result: outcome.result, run_digest: outcome.runDigest },
      },
      {
        id: derivedId('event', `${process.runId}:receipt`),
        type: 'receipt.issued',
        at: completedAt,
        actor: { party_id: null, kind: 'service' },
        data: { run_id: process.runId, receipt_id: issued.receiptId },
      },
    ],
    deps.hashes.eventHash,
  )
  const spool = {
    ...concluded,
    standing: { ...concluded.standing, historyLength: head.length, historyHash: head.hash },
  }
  const verifiedRun = verifiedRunOf(spool, outcome, issued.receiptId, completedAt)
  const reply = JSON.stringify(oneCallResponse(spool, outcome, issued, new Date(completedAt), deps.publicUrl))
  return end(deps, {
    runId: process.runId,
    commandId: process.commandId,
    state: 'done',
    spool,
    history: chained,
    outbox: [announce(deps, spoolVerified, verifiedRun)],
    reply,
    isRefusal: false,
    verifiedRun,
    at: completedAt,
  })
}

/** Ends a run without a verdict: nothing is charged, the evidence stays, and the command answers with this refusal. */
export async function failRun(
  deps: SpoolDeps,
  frozen: FrozenRun,
  refusal: Refusal,
): Promise<StoredReply | null> {
  const { process, spool } = frozen
  const at = deps.clock.now().toISOString()
  const { chained, head } = chainHistory(
    { length: spool.standing.historyLength, hash: spool.standing.historyHash },
    [
      {
        id: derivedId('event', `${process.runId}:failed`),
        type: 'verification.failed',
        at,
        actor: { party_id: null, kind: 'service' },
        data: { run_id: process.runId, code: refusal.code },
      },
    ],
    deps.hashes.eventHash,
  )
  const failed = {
    runId: process.runId,
    spoolId: spool.id,
    accountId: process.accountId,
    at,
    code: refusal.code,
  }
  return end(deps, {
    runId: process.runId,
    commandId: process.commandId,
    state: 'failed',
    spool: {
      ...spool,
      version: spool.version + 1,
      updatedAt: at,
      standing: { ...spool.standing, historyLength: head.length, historyHash: head.hash },
    },
    history: chained,
    outbox: [announce(deps, spoolRunFailed, failed)],
    reply: JSON.stringify(refusalToMessage(refusal)),
    isRefusal: true,
    verifiedRun: null,
    at,
  })
}

function announce<E extends Event>(deps: SpoolDeps, event: E, payload: EventPayload<E>): OutboxRow {
  const { environment } = deps
  return outboxRow({ environment, event, payload }, { id: deps.ids.newUuid(), now: deps.clock.now() })
}

async function end(deps: SpoolDeps, run: ConcludedRun): Promise<StoredReply | null> {
  if (!(await deps.conclude(run))) return null
  failPoint('spool.after-conclude')
  deps.relay.publish(run.outbox)
  return new StoredReply(run.reply, { isRefusal: run.isRefusal })
}
