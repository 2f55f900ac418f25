import { type CommandInput, type commitCardSettlement, type SettlementSummary } from '@outturn/contracts'
import { type RunningStripe, startStripe } from '@outturn/local-servers'
import { RawReply } from '@outturn/messaging'
import { type Pool, StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { type TestDatabase, testDatabase } from '@outturn/testkit'
import { hash, randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { stripeProcessor } from '../adapters/stripe-processor.ts'
import type { SettlementDeps } from '../deps.ts'
import { cardSummaryOf } from '../domain/card/card-summary.ts'
import { handleCommitCardSettlement } from '../handlers/commit-card-settlement.ts'
import { handleOnboardPayee } from '../handlers/onboard-payee.ts'
import { onSpoolSettlementDecided } from '../reactions/spool-settlement-decided.ts'
import { findCardSettlement } from '../store/card/card-store.ts'
import { advanceCardSettlements } from '../sweepers/advance-card-settlements.ts'
import { type Attested, openDeps } from './open-deps.ts'
import { context } from './settlement-rig.ts'

/** A settlement by card of a test. */
export type CardStory = {
  readonly spoolId: string
  readonly settlementId: string
  readonly payeeId: string
  /** Changed for each verdict. */
  receiptId: string
}

type Commitment = CommandInput<typeof commitCardSettlement>

type Records = { readonly database: TestDatabase; readonly attested: Attested }

/** A processor, a clock and a migrated database of one test file, perhaps that of another rig; all of it ends with the file. */
export async function cardRig(records?: Records) {
  const { database, attested } = records ?? (await ownRecords())
  const processor: RunningStripe = await startStripe()
  afterAll(() => processor.stop())
  const cards = stripeProcessor(processor)
  let aheadMs = 0

  function open(changes: Partial<SettlementDeps> = {}, seen?: (pool: Pool) => Pool): SettlementDeps {
    const clock = { now: () => new Date(Date.now() + aheadMs) }
    return openDeps(database, attested, { cards, clock, ...changes }, seen)
  }

  const steady = open()

  async function payee(name: string, isReady = true): Promise<string> {
    const payeeId = `acc_${digestOf(`payee ${name}`)}`
    const link = await onboard(steady, payeeId)
    if (isReady) await fill(link.url)
    return payeeId
  }

  return {
    processor,
    cards,
    open,
    steady,
    payee,
    /** A Spool whose seller can be paid; nothing is committed yet. */
    async story(name: string, payeeName = 'ready'): Promise<CardStory> {
      const spoolId = `spl_${digestOf(name)}`
      return {
        spoolId,
        settlementId: derivedId('settlement', spoolId),
        payeeId: await payee(payeeName),
        receiptId: `ocr_${digestOf(name)}`,
      }
    },
    /** Time passes, and the sweeper has some turns. */
    async pass(ms: number, deps = steady, turns = 1): Promise<void> {
      for (let turn = 0; turn < turns; turn += 1) {
        aheadMs += ms
        await advanceCardSettlements(deps, new Date(Date.now() + aheadMs))
      }
    },
    attest(story: CardStory, earnedCents: number): void {
      attested.set(story.receiptId, { spoolId: story.spoolId, earnedCents: BigInt(earnedCents) })
    },
    /** What the processor has for the platform, in cents: the fees. */
    async platformCents(): Promise<number> {
      const headers = { authorization: `Bearer ${processor.secretKey}` }
      const answer = await fetch(`${processor.url}/v1/balance`, { headers })
      const { available } = (await answer.json()) as { available: [{ amount: number }] }
      return available[0].amount
    },
    /** What the processor holds and took for a Spool: each intent with its amounts. */
    intentsOf({ spoolId }: CardStory) {
      return processor
        .intents()
        .filter(({ transfer_group: group }) => group === spoolId)
        .map(({ status, amount_capturable: held, amount_received: taken, application_fee_amount: fee }) => ({
          status,
          held,
          taken,
          fee,
        }))
    },
  }
}

async function ownRecords(): Promise<Records> {
  const database = await testDatabase(['settlement'])
  afterAll(() => database.drop())
  return { database, attested: new Map() }
}

export type CardRig = Awaited<ReturnType<typeof cardRig>>

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 24)
}

export function onboard(deps: SettlementDeps, payeeId: string) {
  const urls = { refreshUrl: 'https://example.com/again', returnUrl: 'https://example.com/done' }
  return answerOf(
    handleOnboardPayee(deps)({ payeeId, spoolId: `spl_${digestOf(payeeId)}`, ...urls }, context),
  )
}

/** 5.00 at most and a fee of 0.25 at most, held in full. */
export function commitCard(
  deps: SettlementDeps,
  { spoolId, payeeId }: CardStory,
  changes: Partial<Commitment> = {},
): Promise<SettlementSummary> {
  const commitment: Commitment = {
    spoolId,
    accountId: `acc_${'1'.repeat(24)}`,
    payeeIds: [payeeId],
    description: 'Leads',
    maximumCents: 500,
    maximumFeeCents: 25,
    holdCents: 500,
    holdFeeCents: 25,
    paymentMethod: null,
    askedBy: 'request 1',
    returnUrl: 'https://example.com/s/1',
    ...changes,
  }
  return answerOf(handleCommitCardSettlement(deps)(commitment, context))
}

/** The verdict of a Spool as its service tells it, under an id that is the same each time for the same receipt. */
export async function decideCardStory(
  deps: SettlementDeps,
  rig: Pick<CardRig, 'attest'>,
  story: CardStory,
  due: { earnedCents: number; feeCents: number } | null,
  id: string = randomUUID(),
): Promise<void> {
  if (due !== null) rig.attest(story, due.earnedCents)
  const at = new Date()
  await onSpoolSettlementDecided(deps).handle(
    {
      spoolId: story.spoolId,
      due: due === null ? null : { receiptId: story.receiptId, ...due },
      at: at.toISOString(),
    },
    { id, attempt: 1, now: at, traceContext: {} },
  )
}

export async function cardSummary(
  deps: SettlementDeps,
  { settlementId }: CardStory,
): Promise<SettlementSummary> {
  const found = await findCardSettlement(deps.pool, settlementId)
  if (found === null) throw new Error(`there is no settlement ${settlementId}`)
  return cardSummaryOf(found)
}

/** A person fills in the page at this address and sends it. */
export function fill(url: string, card = '4242424242424242'): Promise<Response> {
  const body = new URLSearchParams({ card, name: 'Ana', iban: 'DE02' })
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}

async function answerOf<T>(reply: Promise<T | StoredReply | RawReply>): Promise<T> {
  const answer = await reply
  if (answer instanceof RawReply || answer instanceof StoredReply) {
    throw new Error('settlement sends plain replies')
  }
  return answer
}
