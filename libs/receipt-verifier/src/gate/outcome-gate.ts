import { nodeSuite } from '@outturn/canonical/node'
import type { Environment } from '@outturn/vocabulary'
import type { TrustSet } from '../keys/trust-set.ts'
import { type OutcomePolicy, parsePolicy } from '../policy/outcome-policy.ts'
import { type OutcomeDecision, requireOutcome } from '../policy/require-outcome.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import type { ReceiptVerdict } from '../receipt/verify-outcome-receipt.ts'
import { type CarryingRequest, findCarriedReceipt } from './carried-receipt.ts'
import { type GateRefusal, refuse, refuseDecision } from './gate-refusal.ts'
import type { UsedReceipts } from './used-receipts.ts'

/** What a route demands, and how receipts are checked. */
export interface OutcomeGateOptions<Request> {
  /** What the receipt must show: the JSON policy of `outturn-verify --policy`, or a function that makes it for a request. */
  readonly policy: OutcomePolicy | ((request: Request) => OutcomePolicy | Promise<OutcomePolicy>)
  /** The keys to trust, of `parseKeyDocument`, or a function that reads them (`serviceKeys`). */
  readonly trustSet: TrustSet | (() => TrustSet | Promise<TrustSet>)
  /** The environment that receipts must be of. @default that of the policy, else `production` */
  readonly environment?: Environment
  /**
   * Reads the present status of a receipt (`serviceStatus`), to refuse one that was corrected or revoked. Where it rejects, the request is
   * refused with 503. Without it only a status that comes with the receipt counts.
   */
  readonly status?: (receiptId: string) => unknown
  /** Lets each receipt open the route once. It counts as used before the handler runs. */
  readonly used?: UsedReceipts
  /** Largest size of the header, in bytes; Node itself takes 16 KiB of headers. @default 15360 */
  readonly maxHeaderBytes?: number
  /** The time by which ages and statuses are judged. @default the present */
  readonly now?: () => Date
  /** Gets every refusal with its cause, for the log. */
  readonly onRefused?: (refusal: GateRefusal, request: Request) => void
}

/** The outcome that a request has shown. */
export interface ShownOutcome {
  readonly receipt: OutcomeReceipt
  readonly verdict: ReceiptVerdict
}

/** Decides about one request: the outcome that it shows, or how it is refused. */
export type OutcomeGate<Request> = (
  request: Request,
  carrying: CarryingRequest,
) => Promise<ShownOutcome | GateRefusal>

/** Makes the gate of a route. Throws PolicyError for a fixed policy that cannot be applied. */
export function createOutcomeGate<Request>(options: OutcomeGateOptions<Request>): OutcomeGate<Request> {
  const { policy } = options
  if (typeof policy !== 'function') parsePolicy(policy)
  return async (request, carrying) => {
    const answer = await decide(options, request, carrying).catch(refuseUnavailable)
    if ('body' in answer) options.onRefused?.(answer, request)
    return answer
  }
}

async function decide<Request>(
  options: OutcomeGateOptions<Request>,
  request: Request,
  carrying: CarryingRequest,
): Promise<ShownOutcome | GateRefusal> {
  const { maxHeaderBytes = 15_360, now = () => new Date(), environment } = options
  const found = findCarriedReceipt(carrying, maxHeaderBytes)
  if ('body' in found) return found
  const policy = typeof options.policy === 'function' ? await options.policy(request) : options.policy
  const trustSet = await from('The keys', () =>
    typeof options.trustSet === 'function' ? options.trustSet() : options.trustSet,
  )
  const judge = (status: unknown) =>
    requireOutcome(found.receipt, policy, {
      trustSet,
      now: now(),
      suite: nodeSuite,
      ...(environment && { environment }),
      ...(status !== undefined && { status }),
    })
  const offline = judge(found.status)
  // The issuer is not asked about a receipt that no status can make good.
  if (!offline.reasons.every((reason) => reason === 'status_required')) return refuseDecision(offline)
  const receipt = found.receipt as OutcomeReceipt
  const { status, used } = options
  const decision = status ? judge(await from('The status', () => status(receipt.id))) : offline
  if (status && isStatusUnusable(decision)) throw new Unavailable('The status is not a fresh and signed one.')
  if (!decision.ok) return refuseDecision(decision)
  if (used && !(await from('The record of used receipts', () => used.use(receipt.id)))) {
    return refuse('receipt_already_used', `The receipt ${receipt.id} was used here before.`)
  }
  return { receipt, verdict: decision.verdict }
}

/** A route that reads statuses opens by no receipt of which the present status is unknown. */
function isStatusUnusable({ verdict: { valid, advisories } }: OutcomeDecision): boolean {
  const unusable = ['status_source_unavailable', 'status_stale'] as const
  return valid && unusable.some((advisory) => advisories.includes(advisory))
}

/** Something that the server needs to decide, and does not get. */
class Unavailable extends Error {}

async function from<Value>(source: string, read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (cause) {
    throw new Unavailable(`${source} cannot be read.`, { cause })
  }
}

function refuseUnavailable(error: unknown): GateRefusal {
  if (!(error instanceof Unavailable)) throw error
  return refuse('outcome_unavailable', 'The receipt cannot be judged at the moment.', error.cause ?? error)
}
