import type { SpendPermission } from '@outturn/contracts'
import { localAccounts } from '@outturn/local-servers/payments'
import { keccak256, toHex, type Address, type Hex } from 'viem'
import type { SettlementDeps } from '../../deps.ts'
import { permissionStruct } from '../../domain/grants/spend-permission.ts'
import { byWallet, grant, type GrantStory, signPermission, template } from '../grant-rig.ts'
import { grantSettings } from '../open-deps.ts'
import { commit, decide, summary } from '../settlement-rig.ts'
import { chainMishaps } from './chain-mishaps.ts'
import { paidBy, readTransfers, strayFees } from './chain-payments.ts'
import type { ChainWorld } from './chain-world.ts'
import type { RandomOperators } from './random-operators.ts'
import { isEnded, type RandomLane, type RandomSettlement } from './random-settlement.ts'

/** Settlements whose buyer granted the authority before the verdict and signs nothing after it. */
export function grantLane(world: ChainWorld, operators: RandomOperators): RandomLane {
  const { rig, steady, sweep, numbers, root } = world
  const { local, localGrants, feeRecipient } = rig
  const stories = new Map<string, GrantStory>()
  /** What was granted, by its salt. */
  const granted = new Map<string, { story: GrantStory; permission: SpendPermission }>()
  /** What the chain would refuse by now does not befall a settlement. */
  const attempt = (work: Promise<unknown>) => work.catch(() => undefined)
  const owedBy = ({ earnedCents, feeCents }: GrantStory) => BigInt(earnedCents + feeCents) * 10_000n

  async function grantNow(story: GrantStory, deps = steady, by?: Parameters<typeof grant>[2]): Promise<void> {
    const { permission } = await grant(deps, story, by)
    granted.set(permission.salt, { story, permission })
  }

  /** Grants of a settlement that the chain would still let the settler spend. */
  async function usableOf({ spoolId }: RandomSettlement): Promise<string[]> {
    const { timestamp } = await root.getBlock()
    const own = [...granted.values()].filter(
      ({ story, permission }) => story.spoolId === spoolId && BigInt(permission.end) > timestamp,
    )
    const areRevoked = await Promise.all(
      own.map(({ permission }) => localGrants.isRevoked(permissionStruct(permission))),
    )
    return areRevoked.includes(false) ? ['has a grant that still counts'] : []
  }

  /** Another program with the key of the operator spends the permission for something else; what is left of it is revoked. */
  async function spendOtherwise(story: GrantStory): Promise<void> {
    const asked = await template(steady, story)
    const call = world.grants.settleCall({
      id: keccak256(toHex(`otherwise ${story.spoolId}`)),
      permission: asked.permission,
      signature: await signPermission(story, asked),
      seller: localAccounts.payer.address.toLowerCase(),
      sellerUnits: 1n,
      feeRecipient: feeRecipient.toLowerCase(),
      feeUnits: 0n,
    })
    const transaction = { to: call.to as Address, data: call.data as Hex, chain: null }
    await local.client(localAccounts.facilitator).sendTransaction(transaction)
  }

  async function approveByOthers(story: GrantStory): Promise<void> {
    const asked = await template(steady, story)
    await localGrants.approveFor(permissionStruct(asked.permission), await signPermission(story, asked))
  }

  /** The wallet's own call offers more than a payment that waits, and is taken before it. */
  const revokeBeforePayment = (story: GrantStory) =>
    world.withoutBlocks(async () => {
      await sweep()
      const { address } = story.buyer.account
      const sentBy = (blockTag: 'latest' | 'pending') => root.getTransactionCount({ address, blockTag })
      const before = await sentBy('latest')
      let hasEnded = false
      const revoked = attempt(byWallet(localGrants, steady, story, 'revoke')).finally(() => {
        hasEnded = true
      })
      const isWaiting = async () => hasEnded || (await sentBy('pending')) > before
      while (!(await isWaiting()));
      await root.mine({ blocks: 1 })
      await revoked
    })

  function settlementOf(story: GrantStory): RandomSettlement {
    const { settlementId, spoolId, earnedCents, feeCents, wallet } = story
    const isDue = earnedCents > 0

    /** The buyer grants again, or fills its wallet, where that is in the way. */
    async function attend(deps: SettlementDeps = steady): Promise<unknown> {
      const { blocked } = await summary(steady, story)
      if (blocked?.reason === 'insufficient_funds') return local.fund(wallet, owedBy(story))
      return blocked === undefined ? null : grantNow(story, deps).catch(() => null)
    }

    return {
      ...{ spoolId, settlementId, earnedCents, feeCents },
      async decide() {
        if (numbers.isOneOf(4)) await decide(world.mortal(30).deps, story, isDue).catch(() => null)
        await decide(steady, story, isDue)
      },
      hasEnded: async () => isEnded((await summary(steady, story)).state),
      attend,
      mishaps: {
        ...chainMishaps(world, operators, { settlementId, spoolId, attend }),
        'the wallet revokes': () => attempt(byWallet(localGrants, steady, story, 'revoke')),
        'the wallet revokes before the payment': () => revokeBeforePayment(story),
        'the grant runs out': () => world.pass(grantSettings.ttlSeconds + 1),
        'the grant is spent otherwise': () => attempt(spendOtherwise(story)),
        'the grant is approved by others': () => attempt(approveByOthers(story)),
        'the wallet holds too little': () => local.fund(wallet, owedBy(story) / 2n),
        async 'the settler is stopped'() {
          await localGrants.setPaused(true)
          await sweep()
          await localGrants.setPaused(false)
        },
      },
    }
  }

  return {
    sweep,
    async begin(name) {
      const isDue = !numbers.isOneOf(8)
      const story = await rig.story(name, {
        earnedCents: isDue ? 1 + numbers.below(2_000) : 0,
        feeCents: isDue && !numbers.isOneOf(4) ? 1 + numbers.below(50) : 0,
      })
      stories.set(story.spoolId, story)
      if (numbers.isOneOf(4)) {
        const { deps } = world.mortal(40)
        await grantNow(story, deps)
          .then(() => commit(deps, story))
          .catch(() => null)
      }
      if (numbers.isOneOf(3)) {
        const approval = await byWallet(localGrants, steady, story, 'approve')
        await world.settleBlocks()
        await grantNow(story, steady, { approval_tx_hash: approval })
      } else await grantNow(story)
      await commit(steady, story)
      return settlementOf(story)
    },
    async paid(settlements) {
      const transfers = await readTransfers(local)
      const each = await Promise.all(
        settlements.map(async (settlement) => ({
          ...paidBy(transfers, { ...(stories.get(settlement.spoolId) as GrantStory), feeRecipient }),
          odd: await usableOf(settlement),
        })),
      )
      const bySettler = localGrants.settler.toLowerCase()
      const own = transfers.filter(({ from }) => from === bySettler)
      return { each, strays: strayFees(own, feeRecipient, each) }
    },
  }
}
