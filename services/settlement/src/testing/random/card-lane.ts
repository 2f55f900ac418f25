import { randomUUID } from 'node:crypto'
import { MortalProcess } from '@outturn/testkit'
import type { SettlementDeps } from '../../deps.ts'
import { type CardProcessor, ProcessorFailure } from '../../domain/card/card-processor.ts'
import { type cardRig, cardSummary, type CardStory, commitCard, decideCardStory, fill } from '../card-rig.ts'
import { lateAnswering, seldomAnswering } from './faulty-port.ts'
import type { Numbers } from './numbers.ts'
import type { RandomOperators } from './random-operators.ts'
import { isEnded, type Paid, type RandomLane, type RandomSettlement } from './random-settlement.ts'
import { sumOf } from './reckoning.ts'

/** Longer than any call to the processor takes, so that each turn may do whatever is to be done. */
const turnMs = 130_000
const hourMs = 3_600_000
const declinedCard = '4000000000000002'
/** How buyers pay: mostly on a page. */
const ways = [null, null, null, 'pm_card_visa', 'pm_card_authenticationRequired', 'pm_card_chargeDeclined']
/** How a buyer commits whose page or hold has ended. */
const again = [null, 'pm_card_visa']
const calls = ['charge', 'checkout', 'capture', 'cancel', 'expire'] as const
const faults = ['lost_before', 'lost_after', 'error_before', 'error_after'] as const

type Drawn = CardStory & {
  earnedCents: number
  feeCents: number
  maximumCents: number
  maximumFeeCents: number
}

/** Settlements that are held on a card and taken from it; `seed` draws for a processor that is asked as often as the machine is fast. */
export function cardLane(
  rig: Awaited<ReturnType<typeof cardRig>>,
  operators: RandomOperators,
  numbers: Numbers,
  seed: Numbers,
): RandomLane {
  const { processor, steady } = rig
  /** Pages that a buyer was shown. */
  const shown = new Map<string, Set<string>>()
  const other = rig.open()

  const sweep = (deps: SettlementDeps = steady) => rig.pass(turnMs, deps).catch(() => undefined)

  function mortal(mostInstructions: number): { process: MortalProcess; deps: SettlementDeps } {
    const process = new MortalProcess(1 + numbers.below(mostInstructions))
    const cards = process.mortal<CardProcessor>(rig.cards)
    return { process, deps: rig.open({ cards }, (pool) => process.pool(pool)) }
  }

  function commit(story: Drawn, paymentMethod: string | null, deps = steady): Promise<unknown> {
    const { maximumCents, maximumFeeCents } = story
    return commitCard(deps, story, {
      ...{ maximumCents, maximumFeeCents, paymentMethod },
      holdCents: maximumCents,
      holdFeeCents: maximumFeeCents,
    }).catch(() => null)
  }

  /** The page on which the buyer pays now; null where there is none. */
  async function pageOf(story: Drawn): Promise<string | null> {
    const page = (await cardSummary(steady, story)).card?.checkoutUrl ?? null
    if (page !== null) shown.get(story.spoolId)?.add(page)
    return page
  }

  async function pay(story: Drawn, card?: string): Promise<void> {
    const page = await pageOf(story)
    if (page !== null) await fill(page, card)
  }

  const intentOf = ({ spoolId }: Drawn) =>
    processor
      .intents()
      .find(({ transfer_group: group, status }) => group === spoolId && status === 'requires_capture')?.id

  const decide = ({ earnedCents, feeCents, ...story }: Drawn, id: string = randomUUID(), deps = steady) =>
    decideCardStory(deps, rig, story, earnedCents + feeCents > 0 ? { earnedCents, feeCents } : null, id)

  function settlementOf(story: Drawn): RandomSettlement {
    const { settlementId, spoolId, earnedCents, feeCents } = story
    const verdictId = randomUUID()
    let isDecided = false

    /** Perhaps to a process that ends meanwhile: then the verdict comes again. */
    async function tell(): Promise<void> {
      isDecided = true
      if (numbers.isOneOf(4)) await decide(story, verdictId, mortal(20).deps).catch(() => null)
      await decide(story, verdictId)
    }

    /** The buyer pays where it is asked to, or commits again; the Spool tells its verdict of what is held anew. */
    async function attend(deps = steady): Promise<unknown> {
      const { state, card } = await cardSummary(steady, story)
      if (state === 'failed') return operators.close(settlementId)
      if (state === 'committed' && isDecided) return decide(story)
      if (state !== 'uncommitted') return null
      return card?.state === 'open' ? pay(story) : commit(story, numbers.pick(again), deps)
    }

    return {
      ...{ spoolId, settlementId, earnedCents, feeCents },
      decide: tell,
      hasEnded: async () => isEnded((await cardSummary(steady, story)).state),
      attend,
      mishaps: {
        'nothing befalls it': () => attend(),
        'the buyer leaves the page': () => sweep(),
        async 'the buyer pays twice'() {
          const page = await pageOf(story)
          if (page !== null) await Promise.all([fill(page), fill(page), sweep()])
        },
        'the buyer commits twice': () => Promise.all([attend(), attend(other)]),
        'the card is declined': () => pay(story, declinedCard),
        async 'the processor fails'() {
          const fault = numbers.pick(faults)
          // The client calls once more by itself where a connection ended.
          const each = fault.startsWith('lost') ? [fault, fault] : [fault]
          processor.failNextCall(numbers.pick(calls), ...each)
          await attend()
          await sweep()
          await sweep()
        },
        async 'the processor is away'() {
          const failure = () => new ProcessorFailure('lost', new Error('the processor is away'))
          const seldom = rig.open({ cards: seldomAnswering<CardProcessor>(rig.cards, seed, { failure }) })
          await attend(seldom)
          for (let turn = 0; turn < 3; turn += 1) await sweep(seldom)
        },
        async 'the processor answers late'() {
          const cards = lateAnswering<CardProcessor>(
            rig.cards,
            ['authorize', 'openCheckout', 'capture', 'cancel', 'read'],
            () => sweep(other),
          )
          const late = rig.open({ cards })
          await attend(late)
          await sweep(late)
        },
        async 'the hold lapses'() {
          const held = intentOf(story)
          if (held !== undefined) processor.lapse(held)
        },
        async 'the hold is about to lapse'() {
          const held = intentOf(story)
          if (held === undefined) return
          processor.holdUntil(held, new Date(steady.clock.now().getTime() + 11 * hourMs))
          await rig.pass(hourMs).catch(() => undefined)
        },
        async 'two processes take it on'() {
          await attend()
          await Promise.all([sweep(), sweep(other), sweep(), sweep(other)])
        },
        async 'the process ends'() {
          const { process, deps } = mortal(25)
          await attend(deps)
          for (let turn = 0; turn < 3 && !process.hasEnded; turn += 1) await sweep(deps)
        },
        'the verdict comes as the buyer pays': () => Promise.all([pay(story), tell()]),
        ...operators.mishaps({ settlementId, spoolId }, async () => {
          await attend()
          await sweep()
        }),
      },
    }
  }

  function paidFor({ spoolId }: RandomSettlement): Paid {
    const intents = processor.intents().filter(({ transfer_group: group }) => group === spoolId)
    const taken = intents.filter(({ amount_received: cents }) => cents > 0)
    const fees = taken.map(({ application_fee_amount: cents }) => micros(cents ?? 0))
    const pages = processor.sessions().filter(({ url }) => url !== null && shown.get(spoolId)?.has(url))
    return {
      seller: taken.map((each) => micros(each.amount_received - (each.application_fee_amount ?? 0))),
      fee: fees.filter((fee) => fee > 0n),
      odd: [
        ...intents
          .filter(({ status }) => status === 'requires_capture' || status === 'requires_action')
          .map(({ id, status }) => `has ${id}, which ${status}`),
        ...pages
          .filter(({ status }) => status === 'open')
          .map(({ id }) => `has ${id}, on which its buyer could still pay`),
      ],
    }
  }

  return {
    sweep,
    async begin(name) {
      const story = { ...(await rig.story(name)), ...drawAmounts(numbers) }
      shown.set(story.spoolId, new Set())
      const way = numbers.pick(ways)
      if (numbers.isOneOf(4)) await commit(story, way, mortal(20).deps)
      // Also where two processes are asked at once.
      await Promise.all([commit(story, way), ...(numbers.isOneOf(3) ? [commit(story, way, other)] : [])])
      return settlementOf(story)
    },
    async paid(settlements) {
      const each = settlements.map(paidFor)
      const fees = sumOf(each.flatMap(({ fee }) => fee))
      const kept = micros(await rig.platformCents())
      const stray = `the platform has ${kept} micros, and the fees of settlements are ${fees}`
      return { each, strays: kept === fees ? [] : [stray] }
    },
  }
}

const micros = (cents: number) => BigInt(cents) * 10_000n

/** What is held at most, and what the verdict will leave of it: nothing, less than a card takes, or any part. */
function drawAmounts({ below, isOneOf }: Numbers) {
  const [maximumCents, maximumFeeCents] = [100 + below(2_000), below(50)]
  const limits = { maximumCents, maximumFeeCents }
  if (isOneOf(8)) return { ...limits, earnedCents: 0, feeCents: 0 }
  if (isOneOf(6)) return { ...limits, earnedCents: 1 + below(40), feeCents: 0 }
  return { ...limits, earnedCents: 1 + below(maximumCents), feeCents: below(maximumFeeCents + 1) }
}
