import type { SettlementDeps } from '../../deps.ts'
import { legTtlSeconds } from '../open-deps.ts'
import { cancelLeg, commit, decide, signAll, type Story, submitLeg, summary } from '../settlement-rig.ts'
import { chainMishaps } from './chain-mishaps.ts'
import { paidBy, readTransfers, strayFees } from './chain-payments.ts'
import type { ChainWorld } from './chain-world.ts'
import type { RandomOperators } from './random-operators.ts'
import { isEnded, type RandomLane, type RandomSettlement } from './random-settlement.ts'

/** Settlements whose buyer signs each transfer after the verdict. */
export function directLane(world: ChainWorld, operators: RandomOperators): RandomLane {
  const { rig, steady, sweep, numbers } = world
  const { local, feeRecipient } = rig
  const stories = new Map<string, Story>()

  function settlementOf(story: Story): RandomSettlement {
    const { settlementId, spoolId, earnedCents, feeCents } = story
    const isDue = earnedCents > 0
    const legs = async () => (await summary(steady, story)).requiredLegs
    const sign = (deps: SettlementDeps = steady) => signAll(deps, story).catch(() => null)
    const submit = async (leg: 'seller' | 'fee') =>
      submitLeg(rig, story, await legs(), leg).catch(() => undefined)
    return {
      ...{ spoolId, settlementId, earnedCents, feeCents },
      async decide() {
        if (numbers.isOneOf(4)) await decide(world.mortal(20).deps, story, isDue).catch(() => null)
        await decide(steady, story, isDue)
      },
      hasEnded: async () => isEnded((await summary(steady, story)).state),
      attend: sign,
      mishaps: {
        ...chainMishaps(world, operators, { settlementId, spoolId, attend: sign }),
        async 'sent by others before it is signed'() {
          await submit('seller')
          await sign()
        },
        async 'sent by others while it is on its way'() {
          const asked = await legs()
          await sign()
          await submitLeg(rig, story, asked, numbers.pick(['seller', 'fee'])).catch(() => undefined)
        },
        async 'canceled by the payer'() {
          const [leg] = await legs()
          if (numbers.isOneOf(2)) await sign()
          if (leg !== undefined) await cancelLeg(rig, story, leg).catch(() => undefined)
        },
        async 'legs run out'() {
          if (numbers.isOneOf(2)) await sign()
          await world.pass(legTtlSeconds + 1)
        },
        async 'the fee runs out'() {
          await submit('seller')
          await world.pass(legTtlSeconds + 1)
        },
      },
    }
  }

  return {
    sweep,
    async begin(name) {
      const isDue = !numbers.isOneOf(8)
      const earnedCents = isDue ? 1 + numbers.below(2_000) : 0
      const feeCents = isDue && !numbers.isOneOf(4) ? 1 + numbers.below(50) : 0
      // Enough to be paid twice, if that could be.
      const story = await rig.drafted(name, { earnedCents, feeCents, spareCents: earnedCents + feeCents })
      stories.set(story.spoolId, story)
      if (numbers.isOneOf(4)) await commit(world.mortal(15).deps, story).catch(() => null)
      await commit(steady, story)
      return settlementOf(story)
    },
    async paid(settlements) {
      const transfers = await readTransfers(local)
      const each = settlements.map(({ spoolId }) =>
        paidBy(transfers, { ...(stories.get(spoolId) as Story), feeRecipient }),
      )
      const bySettler = rig.localGrants.settler.toLowerCase()
      const others = transfers.filter(({ from }) => from !== bySettler)
      return { each, strays: strayFees(others, feeRecipient, each) }
    },
  }
}
