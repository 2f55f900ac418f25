import {
  absent,
  accountOf,
  conflict,
  type Consumption,
  type ConsumptionRequest,
  recordConsumption,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { inside, remembered } from '@outturn/postgres/typed'
import { formatAmount, parseAmount } from '@outturn/receipt-verifier'
import { derivedId } from '@outturn/service'
import type { HoldCause } from '@outturn/vocabulary'
import { consume } from '../../domain/receipts/consume.ts'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import { recordingParty, refuseForeignSettlement } from '../../domain/receipts/recording-party.ts'
import {
  advisoriesOf,
  disputedBy,
  replacementIn,
  statusOf,
  unnoticed,
} from '../../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../../deps.ts'
import {
  findUse,
  holdSettlement,
  type RecordedUse,
  recordUse,
  saveSettled,
} from '../../store/consumption-store.ts'
import { findReceiptFacts } from '../../store/receipt-store.ts'
import { findReceiptState } from '../../store/status-store.ts'
import { announceInTransaction } from '../../flows/announce.ts'

const cents = (amount: string) => parseAmount(amount, 2) ?? 0n
const decimal = (amount: bigint) => formatAmount(amount, 2)

/** Uses of receipts of one Spool are recorded one after the other, so however many come at once, their sum holds. */
export function handleRecordConsumption(deps: SigningDeps): Handler<typeof recordConsumption> {
  const { pool } = deps
  return async ({ receiptId, request }, context) => {
    // Uses of the time that was lost would be missing, and be recorded a second time.
    deps.floor.assertNotRestored()
    const { principal, commandId, bodyDigest, now } = context
    const facts = await findReceiptFacts(onPool(pool), receiptId)
    if (facts === null || !mayReadReceipt(principal, facts)) {
      throw absent('There is no such receipt.')
    }
    const party = recordingParty(principal, facts)
    refuseForeignSettlement(principal, request, party)
    // Asked before the transaction: what is opened meanwhile came after this use.
    const heldBy = await holdsAt(deps, facts.spoolId, request, context)
    const identity = { commandId, bodyDigest, command: recordConsumption.name }
    return announceInTransaction(deps, (tx, announce) =>
      remembered(tx, identity, async () => {
        const { isBeingPaid, ...held } = await holdSettlement(tx, facts.spoolId)
        const settled = cents(held.settled)
        const known = await findUse(tx, receiptId, request)
        if (known !== null) return { isNew: false, consumption: repeated(known, request) }
        const became = await findReceiptState(inside(tx), receiptId)
        const { changes = [], consumptions = 0, keyRevokedAt = null } = became ?? {}
        const status = statusOf(changes)
        const state = became ?? { ...unnoticed, changes, consumptions, keyRevokedAt }
        const advisories = advisoriesOf(heldBy.includes('dispute') ? disputedBy(state, now) : state)
        const use = consume(request, {
          status,
          replacedBy: replacementIn(changes),
          isKeyRevoked: keyRevokedAt !== null,
          earned: cents(facts.earned),
          settled,
          isBeingPaid,
          heldBy,
        })
        const consumption: Consumption = {
          id: derivedId('consumption', commandId),
          receipt_id: receiptId,
          recorded_by: party,
          consumer: request.consumer,
          purpose: request.purpose,
          reference: request.reference,
          amount: request.amount ?? null,
          recorded_at: now.toISOString(),
          consumptions_recorded: consumptions + 1,
          amount_remaining: decimal(use.remaining),
          ...(advisories.length > 0 && { advisories }),
        }
        const recordedBy = accountOf(principal) ?? ''
        const answer = JSON.stringify(consumption)
        await recordUse(tx, { id: consumption.id, receiptId, request, recordedBy, now, answer })
        if (use.settledAfter !== settled) {
          const { spoolId } = facts
          const settledNow = decimal(use.settledAfter)
          await saveSettled(tx, spoolId, settledNow)
          await announce({ spoolId, receiptId, status, settled: settledNow, at: consumption.recorded_at })
        }
        return { isNew: true, consumption }
      }),
    )
  }
}

/** Time that is kept for recording a use, ms. One that settles nothing is recorded whether or not the Spool answers before. */
const recordMs = 3_000

async function holdsAt(
  deps: SigningDeps,
  spoolId: string,
  { purpose }: ConsumptionRequest,
  context: CommandContext,
): Promise<readonly HoldCause[]> {
  if (purpose === 'settlement') return deps.holdsOf(spoolId, context)
  const hop = { ...context, deadline: context.deadline - recordMs }
  return deps.holdsOf(spoolId, hop).catch(() => [])
}

/** The answer of before for the same use; another use under the same reference is refused. */
function repeated(
  known: RecordedUse,
  { consumer, purpose, reference, amount }: ConsumptionRequest,
): Consumption {
  if (known.purpose !== purpose || known.amount !== (amount ?? null)) {
    throw conflict(`${consumer} recorded another use of this receipt as ${reference}.`, {
      field: 'reference',
      reason: 'reference_used',
      remediation: 'Send the use as it was recorded, or another reference for another use.',
    })
  }
  return JSON.parse(known.answer) as Consumption
}
