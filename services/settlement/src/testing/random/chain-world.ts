import { MortalProcess } from '@outturn/testkit'
import type { SettlementDeps } from '../../deps.ts'
import type { GrantChain } from '../../domain/grants/grant-chain.ts'
import type { WalletChain } from '../../domain/wallet-chain.ts'
import { advanceSettlements } from '../../sweepers/advance-settlements.ts'
import { releaseGrants } from '../../sweepers/release-grants.ts'
import type { grantRig } from '../grant-rig.ts'
import type { Numbers } from './numbers.ts'
import { seldomAnswering } from './faulty-port.ts'

/** A payment counts after so many blocks. */
const confirmations = 3
/** A reorganisation drops so many blocks at most. */
export const deepestReorganisation = 70
/** A block is final after so many. */
const finalBlocks = deepestReorganisation + 2
const hourMs = 3_600_000

/** The chain of a random run, and processes that settle on it. */
export async function chainWorld(rig: Awaited<ReturnType<typeof grantRig>>, numbers: Numbers, seed: Numbers) {
  const chain = rig.chain(confirmations, finalBlocks)
  const grants = rig.grantChain(confirmations, undefined, finalBlocks)
  await Promise.all([chain.check(), grants.check()])
  /** How far chain and processes are ahead of this machine. */
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  const ports = { chain, grants, bumpAfterMs: 0, clock: { now } }
  const atOnce = { chain: ['token'], grants: ['place', 'settleCall', 'releaseCall'] } as const
  const steady = rig.open(ports)
  const root = rig.local.client()
  let aheadMs = 0

  /** One turn of the sweepers, as if a quarter of an hour had passed; what fails is tried at the next. */
  async function sweep(deps: SettlementDeps = steady): Promise<void> {
    aheadMs += 1_000_000
    await advanceSettlements(deps, new Date(now().getTime() + aheadMs)).catch(() => undefined)
    // By a clock on which no grant of the run has ended yet, and after what the chain refused for a while.
    await releaseGrants(deps, new Date(now().getTime() + 2 * hourMs + aheadMs / 100)).catch(() => undefined)
  }

  return {
    rig,
    root,
    chain,
    grants,
    numbers,
    steady,
    /** Another process with the same key. */
    other: rig.open(ports),
    sweep,
    /** A process that ends after some instructions. */
    mortal(mostInstructions: number): { process: MortalProcess; deps: SettlementDeps } {
      const process = new MortalProcess(1 + numbers.below(mostInstructions))
      const deps = rig.open(
        {
          ...ports,
          chain: process.mortal<WalletChain>(chain, atOnce.chain),
          grants: process.mortal<GrantChain>(grants, atOnce.grants),
        },
        (pool) => process.pool(pool),
      )
      return { process, deps }
    },
    /** A process whose node answers seldom. How often the node is asked depends on the speed of the machine: `seed` draws for it alone. */
    withSeldomNode(): SettlementDeps {
      const failure = () => new Error('the node is away')
      return rig.open({
        ...ports,
        chain: seldomAnswering<WalletChain>(chain, seed, { atOnce: atOnce.chain, failure }),
        grants: seldomAnswering<GrantChain>(grants, seed, { atOnce: atOnce.grants, failure }),
      })
    },
    async withoutBlocks(work: () => Promise<unknown>): Promise<void> {
      await root.setAutomine(false)
      try {
        await work()
      } finally {
        await root.setAutomine(true)
        await root.mine({ blocks: 1 })
      }
    },
    /** Time passes for the chain and for the processes. */
    async pass(seconds: number): Promise<void> {
      await rig.local.passSeconds(seconds)
      // The block that counts has that time too: what is offered as of it has not ended yet.
      await root.mine({ blocks: confirmations })
      passedMs += seconds * 1_000
    },
    /** Makes what has been sent final. */
    settleBlocks: () => root.mine({ blocks: finalBlocks }),
    /** Does this in so many blocks and puts other ones, without a transaction, in their place. */
    async inDroppedBlocks(depth: number, work: () => Promise<unknown>): Promise<void> {
      // Not by `anvil_reorg`, which forgets the code of contracts on a chain of a thousand blocks.
      const takeBack = await rig.local.keep()
      const before = await root.getBlockNumber({ cacheTime: 0 })
      await work()
      const made = Number((await root.getBlockNumber({ cacheTime: 0 })) - before)
      if (made < depth) await root.mine({ blocks: depth - made })
      await sweep()
      await takeBack()
      if (numbers.isOneOf(2)) await root.mine({ blocks: depth })
    },
  }
}

export type ChainWorld = Awaited<ReturnType<typeof chainWorld>>
