import { errorCodes, type Principal, Refusal } from '@outturn/contracts'
import { isContention, isOutage, type StoredReply } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import { receiptRequest } from '../receipt-request.ts'
import type { Issued } from '../../domain/views/verified-spool.ts'
import { correctionOf } from '../../store/run-process.ts'
import type { SpoolDeps } from '../../deps.ts'
import { yieldProcess } from '../../store/process-store.ts'
import { concludeWith, failRun } from './end-run.ts'
import { issuedReceipt, signedReceiptOf } from '../../adapters/signing.ts'
import { type RecordedRunResult, runByWorker } from '../../adapters/verification.ts'
import { type FrozenRun, runJobOf } from './frozen-run.ts'
import { pauseAfterDriver } from '../lease.ts'

/** What all ways into a run, the first call and a take-over, bring along. */
export type Drive = { deadline: number; requestId: string; principal: Principal }

/**
 * Brings a run from its committed input to its committed end: work, receipt, conclusion. Every step is insert-or-read by
 * the run id, so any replica may drive a run again from the start, at any time. Answers null when another driver
 * ended it first.
 */
export async function driveRun(
  deps: SpoolDeps,
  frozen: FrozenRun,
  drive: Drive,
): Promise<StoredReply | null> {
  deps.driven.set(frozen.process, deps.clock.now())
  try {
    return await driveToEnd(deps, frozen, drive)
  } catch (error) {
    if (!(await isHopeless(deps, frozen.process, error))) throw error
    deps.log.error(
      { err: error, runId: frozen.process.runId },
      'a run failed twice for one cause and is ended',
    )
    return await failRun(
      deps,
      frozen,
      new Refusal('checker_error', 'The verification could not be completed.'),
    )
  } finally {
    deps.driven.delete(frozen.process)
  }
}

/**
 * Whether a run has failed for this cause before, in this process, and waiting changes nothing about it. What was signed
 * is concluded all the same, however often that fails.
 */
async function isHopeless(
  deps: SpoolDeps,
  { runId }: FrozenRun['process'],
  error: unknown,
): Promise<boolean> {
  if (isOutage(error) || isContention(error)) return false
  if (error instanceof Refusal && errorCodes[error.code].retryable && error.code !== 'internal_error')
    return false
  if (!deps.failures.isAgain(runId, error)) return false
  return (await signedReceiptOf(deps, runId, deps.clock.now().getTime() + askMs)) === null
}

/** Time to ask whether a receipt was signed, ms. */
const askMs = 5_000

async function driveToEnd(deps: SpoolDeps, frozen: FrozenRun, drive: Drive): Promise<StoredReply | null> {
  const times = { deadline: drive.deadline, now: deps.clock.now() }
  const result = await runByWorker(deps, runJobOf(frozen, deps.slug, times), frozen.process.attempts)
  failPoint('spool.after-run')
  if (result.status === 'failed') return failRun(deps, frozen, new Refusal(result.code, result.message))
  const issued = await issue(deps, frozen, result, drive)
    .catch(refusedCorrection(frozen))
    .catch(yieldedLease(deps, frozen))
  if (issued instanceof Refusal) return failRun(deps, frozen, issued)
  failPoint('spool.after-receipt')
  return concludeWith(deps, frozen, result, issued)
}

/** The signer does not answer: the next driver begins soon at first, and later each time it finds the same. */
function yieldedLease(deps: SpoolDeps, { process }: FrozenRun): (error: unknown) => Promise<never> {
  return async (error) => {
    const until = new Date(deps.clock.now().getTime() + pauseAfterDriver(process.attempts))
    deps.driven.delete(process)
    // Where the store is out of reach too, the lease ends by itself.
    await yieldProcess(deps.pool, process, until).catch(() => undefined)
    throw error
  }
}

/**
 * Asks for the receipt of a recorded run. Where signing is off on purpose the verify action ends without a receipt, which an
 * operator may issue later; without a key every run waits for one.
 */
async function issue(
  deps: SpoolDeps,
  { spool, salt, process }: FrozenRun,
  recorded: RecordedRunResult,
  drive: Drive,
): Promise<Issued> {
  const recoveryEpoch = await deps.epochs.now(drive)
  const facts = { issuedAt: recorded.completedAt, correction: correctionOf(process.request), recoveryEpoch }
  try {
    return await issuedReceipt(deps, receiptRequest(deps, { spool, salt, process }, recorded, facts), drive)
  } catch (error) {
    const isUnsigned = error instanceof Refusal && error.options.reason === 'signing_off'
    if (isUnsigned && process.request.kind === 'verify') return null
    throw error
  }
}

/**
 * A correction that the signer refuses for good ends its run: asking again would be refused again. So does any run of before a restore,
 * whose receipt may be out.
 */
function refusedCorrection({ process }: FrozenRun): (error: unknown) => Refusal {
  const isFinal = ({ code }: Refusal) => ['conflict', 'invalid_state', 'not_found'].includes(code)
  return (error) => {
    if (error instanceof Refusal && error.options.reason === 'run_of_earlier_epoch') return error
    const { kind } = process.request
    const replacesOne = kind === 'supersede' || kind === 'review' || kind === 'dispute'
    if (!replacesOne || !(error instanceof Refusal) || !isFinal(error)) throw error
    return error
  }
}
