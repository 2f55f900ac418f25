import {
  paidCommandPrefix,
  type Refusal,
  refusalToMessage,
  spoolVerified,
  storeConflict,
  type VerifiedRun,
} from '@outturn/contracts'
import { storedReplyOf } from '@outturn/messaging'
import type { OutboxRow, StoredReply } from '@outturn/postgres'
import { derivedId, failPoint } from '@outturn/service'
import { abandonRun, concludeRun } from '../../domain/runs/conclude-run.ts'
import { type Decision, type NextVersion, nextVersion } from '../../domain/model/decision.ts'
import { withCorrectionFailed, withDisputeDecided } from '../../domain/disputes/correct-receipt.ts'
import { oneCallResponse, withoutKey } from '../../domain/views/one-call-response.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { type Correction, supersededEntry } from '../../domain/receipts/supersede-receipt.ts'
import {
  type Issued,
  supersededReceipt,
  verifiedSpool,
  withoutDocuments,
} from '../../domain/views/verified-spool.ts'
import {
  withReviewEffect,
  withReviewRunFailed,
  withReviewsOfEarlier,
} from '../../domain/reviews/review-run.ts'
import { verifiedRunOf } from '../../domain/runs/verified-run.ts'
import type { RecordedRunResult } from '../../adapters/verification.ts'
import { announced, changeEvents, runFailed } from '../../events.ts'
import { BareReply, type KeptReply } from '../../store/kept-reply.ts'
import { correctionOf, type RunProcess, type RunRequest } from '../../store/run-process.ts'
import type { SpoolDeps } from '../../deps.ts'
import { writtenDispute, writtenView } from '../disputes/written-dispute.ts'
import type { FrozenRun, HeldSpool } from './frozen-run.ts'
import { loadHeldSpool } from './load-frozen-run.ts'

/** How often the end of a run is decided again, in turn with other changes, because evidence arrived meanwhile. */
const maxTurns = 20

/** What ends a run, as it is decided on one version of its Spool. */
type Ending = {
  state: 'done' | 'failed'
  change: NextVersion
  at: string
  event: OutboxRow
  /** What is answered to the command that asked for the run. */
  answer: object
  isRefusal: boolean
  verifiedRun: VerifiedRun | null
}

/** Ends a run with its verdict: what it earned, its receipt, and the reply to the command that asked for it. */
export async function concludeWith(
  deps: SpoolDeps,
  frozen: FrozenRun,
  { outcome, completedAt }: RecordedRunResult,
  issued: Issued,
): Promise<StoredReply | null> {
  const { process, evidence } = frozen
  const receiptId = issued?.receiptId ?? null
  const evidenceUpTo = evidence.at(-1)?.receivedAt ?? process.requestedAt
  const written = await writtenDispute(deps, process.request)
  return endRun(deps, frozen, ({ spool: before, held }) => {
    const concluded = withCorrection(
      concludeRun(before, outcome, { at: completedAt, receiptId, evidenceUpTo }),
      correctionOf(process.request),
      receiptId,
    )
    const decision = withReviews(process, receiptId, withDisputeDecided(concluded, process.runId, receiptId))
    const change = nextVersionAfterRun(deps, process.runId, decision)
    const now = new Date(decision.at)
    const { accountId } = process
    const isUncharged = decidedBy(process.request)
    const facts = { accountId, receiptId, at: completedAt, isUncharged }
    const verifiedRun = verifiedRunOf(change.spool, outcome, facts)
    const result =
      written === null
        ? answerOf(deps, frozen, { spool: change.spool, held, now }, outcome, issued)
        : writtenView(change.spool, written, process.request)
    const answer = verifiedRun.isUncharged === true && !isUncharged ? { ...result, charged: false } : result
    return {
      state: 'done',
      change,
      at: decision.at,
      event: announced(deps, spoolVerified, verifiedRun, deps.clock.now()),
      answer,
      isRefusal: false,
      verifiedRun,
    }
  })
}

/** Ends a run without a verdict: nothing is charged, the evidence stays, and the command answers with this refusal. */
export async function failRun(
  deps: SpoolDeps,
  frozen: FrozenRun,
  refusal: Refusal,
): Promise<StoredReply | null> {
  const { runId, spoolId, accountId } = frozen.process
  const failedAt = deps.clock.now()
  return endRun(deps, frozen, ({ spool }) => {
    const abandoned = abandonRun(spool, { runId, code: refusal.code, at: failedAt.toISOString() })
    const decision = withFailedReview(frozen.process, refusal, withCorrectionFailed(abandoned, runId))
    return {
      state: 'failed',
      change: nextVersionAfterRun(deps, runId, decision),
      at: decision.at,
      event: runFailed(deps, { runId, spoolId, accountId, code: refusal.code }, failedAt),
      answer: refusalToMessage(refusal),
      isRefusal: true,
      verifiedRun: null,
    }
  })
}

/**
 * Writes the end of a run in one statement. Evidence may arrive while a run is under way, and belongs to the next one:
 * the end is then decided again on the Spool that holds it. Answers null when another driver ended the run first.
 */
async function endRun(
  deps: SpoolDeps,
  { spool, held, process }: FrozenRun,
  decide: (current: HeldSpool) => Ending,
): Promise<StoredReply | null> {
  let end = await tryEnd(deps, process, { spool, held }, decide)
  for (let turn = 0; end === 'changed' && turn < maxTurns; turn += 1) {
    end = await deps.spoolMutex.run(process.spoolId, async () => {
      const current = await loadHeldSpool(deps, process.spoolId)
      return tryEnd(deps, process, current, decide)
    })
  }
  if (end !== 'changed') return end
  throw storeConflict('The Spool kept changing while its verification ended.', { retryAfterSeconds: 1 })
}

async function tryEnd(
  deps: SpoolDeps,
  { runId, commandId }: RunProcess,
  current: HeldSpool,
  decide: (current: HeldSpool) => Ending,
): Promise<StoredReply | null | 'changed'> {
  const { event, at, change, answer, isRefusal, ...ending } = decide(current)
  const reply = await storedReplyOf(answer, { isRefusal })
  const outbox = [event, ...changeEvents(deps, current.spool, change.spool, new Date(at))]
  const result = await deps.commit({
    origin: { kind: 'run', runId, commandId, reply: keptAs(reply, answer, runId), ...ending },
    before: current.spool,
    spool: change.spool,
    history: change.history,
    outbox,
    at,
  })
  if (result === 'version_conflict') return 'changed'
  if (result === 'already_done') return null
  failPoint('spool.after-conclude')
  deps.relay.publish(outbox)
  return reply
}

/** What signing keeps is not kept a second time, but for a long reply: to pack it anew would cost its repetition more than it saves. */
function keptAs(reply: StoredReply, answer: object, runId: string): KeptReply {
  const bare = typeof reply.text === 'string' ? withoutDocuments(answer) : null
  return bare === null ? reply : new BareReply(JSON.stringify(bare), runId)
}

/** The reply to the command that asked for a run: the one call, the verify action, or the correction. */
function answerOf(
  { publicUrl }: SpoolDeps,
  { process: { request, commandId } }: FrozenRun,
  { spool, held, now }: HeldSpool & { now: Date },
  outcome: RecordedRunResult['outcome'],
  issued: Issued,
) {
  switch (request.kind) {
    case 'delivery': {
      const answer = oneCallResponse(spool, outcome, issued, now, publicUrl)
      return commandId.startsWith(paidCommandPrefix) ? withoutKey(answer, spool, outcome) : answer
    }
    case 'supersede':
    case 'review':
      return supersededReceipt(request.correction, outcome, issued, publicUrl)
    case 'verify':
      return verifiedSpool(toSpoolView(spool, held, request.askedBy, now), outcome, issued, publicUrl)
    case 'dispute':
      return { receipt_id: issued?.receiptId ?? null }
    default:
      return request satisfies never
  }
}

/** Beside what the run made of the Spool, that its receipt took the place of another. A run without a receipt replaces none. */
function withCorrection<D extends Decision & { at: string }>(
  decision: D,
  correction: Correction | null,
  receiptId: string | null,
): D {
  if (correction === null || receiptId === null) return decision
  const entry = supersededEntry(correction, receiptId, decision.at)
  return { ...decision, entries: [...decision.entries, entry] }
}

/** Beside that, what it means to reviews: the one that asked for the run has its effect, and those of earlier receipts are over. */
function withReviews<D extends Decision & { at: string }>(
  { request }: RunProcess,
  receiptId: string | null,
  decision: D,
): D {
  const made =
    request.kind === 'review' && receiptId !== null
      ? withReviewEffect(decision, request.decided.id, receiptId)
      : decision
  return withReviewsOfEarlier(made, receiptId)
}

/** A run of a review that failed is opened again, but where the signer refused its receipt for good. */
function withFailedReview<D extends Decision & { at: string }>(
  { request }: RunProcess,
  { code, options }: Refusal,
  decision: D,
): D {
  if (request.kind !== 'review') return decision
  const isFinal =
    ['conflict', 'invalid_state', 'not_found'].includes(code) && options.reason !== 'run_of_earlier_epoch'
  return withReviewRunFailed(decision, request.decided.id, { isFinal, at: decision.at })
}

function nextVersionAfterRun(
  deps: SpoolDeps,
  runId: string,
  decision: Decision & { at: string },
): NextVersion {
  return nextVersion(decision, decision.at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type) => derivedId('event', `${runId}:${type}`),
  })
}

/** A run that the decision of a case asks for is charged to no one. */
function decidedBy({ kind }: RunRequest): boolean {
  return kind === 'review' || kind === 'dispute'
}
