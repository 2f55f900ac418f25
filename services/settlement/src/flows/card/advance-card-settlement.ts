import type { SettlementDeps } from '../../deps.ts'
import type { CardSettlement, CardSettlementWithHold, Hold } from '../../domain/card/card-settlement.ts'
import {
  type CardProcessor,
  type HoldFacts,
  type HoldRequest,
  ProcessorFailure,
} from '../../domain/card/card-processor.ts'
import { dutyOf, nextCardLook } from '../../domain/card/hold-duty.ts'
import { progressOfHold } from '../../domain/card/hold-progress.ts'
import { recordAnomalies } from '../../store/anomaly-store.ts'
import { readSwitch } from '../../store/operator-store.ts'
import { countHoldTry, findCardSettlement, lookAgainAt } from '../../store/card/card-store.ts'
import { isHeldSpool } from '../../store/hold-store.ts'
import { changeCardSettlement } from './change-card-settlement.ts'

/** How long a hold that the processor fails waits for its next turn, ms. */
const whileFailingMs = 15_000
/** After how long a call that was begun has ended, with or without its effect, ms. */
const longestCallMs = 120_000

/**
 * Takes a settlement by card one step on: asks the processor what it has, records that, and then has the one effect whose turn it is.
 * May be called at any time, by any number of processes, after any end of another.
 */
export async function advanceCardSettlement(deps: SettlementDeps, id: string): Promise<void> {
  const { cards } = deps
  const found = await findCardSettlement(deps.pool, id)
  if (cards === null || found === null || found.hold === null || dutyOf(found).name === 'none') return
  const isHeldByCase = await isHeldSpool(deps.pool, found.settlement.spoolId)
  try {
    const current = await recorded(deps, found, await look(deps, cards, found, found.hold))
    const facts = current.hold === null ? null : await perform(deps, cards, current, current.hold)
    const after = facts === null ? current : await recorded(deps, current, facts)
    const next = nextCardLook(isHeldByCase ? asHeld(after) : after, deps.clock.now())
    if (next !== null) await lookAgainAt(deps.pool, id, next, after.settlement.version)
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error
    await putOff(deps, found, error)
  }
}

/** Takes a step now; what goes wrong is left to the sweeper. */
export async function advanceCardSoon(deps: SettlementDeps, id: string): Promise<void> {
  try {
    await advanceCardSettlement(deps, id)
  } catch (error) {
    deps.log.warn({ err: error, settlement: id }, 'a settlement by card will be taken on later')
  }
}

/** What the processor has of a hold. One that was asked for with a lost answer is found by its mark; null where it has nothing. */
async function look(
  deps: SettlementDeps,
  cards: CardProcessor,
  { settlement }: CardSettlementWithHold,
  hold: Hold,
): Promise<HoldFacts | null> {
  if (hold.sessionId !== null || hold.intentId !== null) return cards.read(hold)
  const isGivenUp = dutyOf({ settlement, hold }).name === 'give_up'
  if (hold.paymentMethod !== null) {
    const isFirst = hold.tries === 0 && deps.clock.now().getTime() - hold.askedAt.getTime() < whileFailingMs
    const made = isFirst && !isGivenUp ? null : await cards.find(markOf(settlement.id, hold))
    if (made !== null) return made
  }
  // No one has the address of a page whose answer was lost, and a call that is still under way is waited for.
  const isOver = deps.clock.now().getTime() - hold.askedAt.getTime() >= longestCallMs
  const isUnwanted = isGivenUp && (hold.paymentMethod === null || isOver)
  return isUnwanted ? { name: 'ended', intentId: null, isDeclined: false } : null
}

/** The effect whose turn it is; what the processor answers to it, or null where there is none. */
async function perform(
  deps: SettlementDeps,
  cards: CardProcessor,
  current: CardSettlementWithHold,
  hold: Hold,
): Promise<HoldFacts | null> {
  const duty = dutyOf(current)
  const { id, due } = current.settlement
  // An operator or an open case stopped what moves money; what releases it goes on.
  if (duty.name === 'capture' && (await isStopped(deps, current.settlement))) return null
  const keyOf = (name: string) => `ovs:${id}:${name}:${hold.n}${hold.tries === 0 ? '' : `:${hold.tries}`}`
  const withTries = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ProcessorFailure && error.kind === 'remembered') {
        await countHoldTry(deps.pool, id, hold)
      }
      throw error
    }
  }
  const { intentId, sessionId } = hold
  const giveUp = async () => {
    if (intentId !== null) return withTries(() => cards.cancel(intentId, keyOf('cancel')))
    return sessionId === null ? null : withTries(() => cards.expireCheckout(sessionId, keyOf('cancel')))
  }
  switch (duty.name) {
    case 'ask':
      return withTries(() => ask(deps, cards, current, hold, keyOf))
    case 'capture':
      if (due !== null && !(await deps.isReceiptActive(due.receiptId))) return giveUp()
      return withTries(() => cards.capture(hold.intentId as string, duty, keyOf('capture')))
    case 'give_up':
      return giveUp()
    default:
      return null
  }
}

/** Whether an operator or an open case keeps money from being taken. */
async function isStopped(deps: SettlementDeps, { id, spoolId }: CardSettlement): Promise<boolean> {
  const { db, pool } = deps
  if ((await isHeldSpool(pool, spoolId)) || (await deps.isHeldByCase(spoolId))) return true
  if ((await readSwitch(db, 'sending_paused')) !== 0n) return true
  const current = await findCardSettlement(pool, id)
  return current === null || current.settlement.isHeld || current.settlement.isClosed
}

/** A settlement that an open case holds is looked at like one that an operator holds. */
function asHeld({ settlement, hold }: CardSettlementWithHold): CardSettlementWithHold {
  return { settlement: { ...settlement, isHeld: true }, hold }
}

async function ask(
  deps: SettlementDeps,
  cards: CardProcessor,
  current: CardSettlementWithHold,
  hold: Hold,
  keyOf: (name: string) => string,
): Promise<HoldFacts | null> {
  const request = requestOf(current, hold)
  if (hold.paymentMethod !== null) {
    return cards.authorize(request, hold.paymentMethod, keyOf('authorize'))
  }
  const { sessionId, facts } = await cards.openCheckout(request, keyOf('checkout'))
  await recorded(deps, current, facts, { sessionId })
  return null
}

function requestOf({ settlement }: CardSettlementWithHold, hold: Hold): HoldRequest {
  const { cents, feeCents, description, returnUrl } = hold
  const { spoolId, destination } = settlement
  return {
    mark: markOf(settlement.id, hold),
    spoolId,
    destination,
    cents,
    feeCents,
    description,
    returnUrl,
  }
}

function markOf(settlementId: string, { n }: Hold): string {
  return `${settlementId}:${n}`
}

/** Records what the processor said of a hold, unless a later one has begun. */
async function recorded(
  deps: SettlementDeps,
  found: CardSettlementWithHold,
  facts: HoldFacts | null,
  more: Partial<Pick<Hold, 'sessionId'>> = {},
): Promise<CardSettlementWithHold> {
  if (facts === null) return found
  const now = deps.clock.now()
  const isMore = Object.keys(more).length > 0
  if (!isMore && progressOfHold(found, facts, now) === null) return found
  const { id } = found.settlement
  await noticeMismatch(deps, found, facts, now)
  const changed = await changeCardSettlement(deps, { id }, (current) => {
    if (current.hold?.n !== found.hold?.n || current.hold === null) return null
    // Another replica may have opened another page meanwhile; the first one stays.
    if (isMore && current.hold.sessionId !== null) return null
    const known = { ...current, hold: { ...current.hold, ...more } }
    const progress = progressOfHold(known, facts, now)
    return progress === null ? null : { settlement: current.settlement, ...progress }
  })
  return changed ?? found
}

/** Tells an operator of an amount that is not the one that is due, before it is recorded: after that it would not be noticed again. */
async function noticeMismatch(
  { db }: SettlementDeps,
  found: CardSettlementWithHold,
  facts: HoldFacts,
  now: Date,
): Promise<void> {
  const hold = progressOfHold(found, facts, now)?.hold ?? null
  if (hold?.problem !== 'amount_mismatch' || hold.intentId === null) return
  const detail = `The processor took another amount by ${hold.intentId} than the one that is due.`
  const { id: settlementId } = found.settlement
  const anomaly = { kind: 'amount_mismatch', subject: hold.intentId, settlementId, detail } as const
  await recordAnomalies(db, [anomaly], now)
}

async function putOff(
  deps: SettlementDeps,
  { settlement: { id }, hold: failed }: CardSettlementWithHold,
  error: ProcessorFailure,
): Promise<void> {
  deps.log.warn({ err: error.cause, kind: error.kind, settlement: id }, 'the processor of cards failed')
  if (error.kind === 'too_small') {
    await changeCardSettlement(deps, { id }, ({ settlement, hold }) =>
      hold === null || hold.state !== 'held'
        ? null
        : { settlement, hold: { ...hold, problem: 'below_minimum' }, transfers: [] },
    )
  }
  if (error.kind === 'refused') await endRefusedHold(deps, id)
  // A hold that was made all the same is found only after a while; until then no other one is asked for.
  const isSought = error.kind === 'remembered' && failed?.state === 'asked' && failed.paymentMethod !== null
  const waitMs = isSought ? longestCallMs : whileFailingMs
  await lookAgainAt(deps.pool, id, new Date(deps.clock.now().getTime() + waitMs))
}

/** A hold that the processor would not even begin is none: the buyer may ask for another one. */
async function endRefusedHold(deps: SettlementDeps, id: string): Promise<void> {
  await changeCardSettlement(deps, { id }, ({ settlement, hold }) =>
    hold === null || hold.state !== 'asked'
      ? null
      : { settlement, hold: { ...hold, state: 'ended', end: 'failed' }, transfers: [] },
  )
}
