import { localAccounts } from '@outturn/local-servers/payments'
import type { Address } from 'viem'
import type { SettlementDeps } from '../../deps.ts'
import { type ChainWorld, deepestReorganisation } from './chain-world.ts'
import type { RandomOperators } from './random-operators.ts'

type Pending = { pending: Record<string, Record<string, { hash: `0x${string}` }>> }

/** What befalls a settlement on a chain by signatures or under a grant. `attend` has its payer do what it is asked for, in a process. */
export function chainMishaps(
  world: ChainWorld,
  operators: RandomOperators,
  {
    settlementId,
    spoolId,
    attend,
  }: { settlementId: string; spoolId: string; attend: (deps?: SettlementDeps) => Promise<unknown> },
) {
  const { root, sweep, withoutBlocks, numbers } = world
  return {
    'nothing befalls it': () => attend(),
    'a transaction is dropped': () =>
      withoutBlocks(async () => {
        await attend()
        await sweep()
        const { pending } = (await root.getTxpoolContent()) as Pending
        const [hash] = Object.values(pending).flatMap((each) => Object.values(each).map((tx) => tx.hash))
        if (hash !== undefined) await root.dropTransaction({ hash })
      }),
    'no block takes it, and more is offered': () =>
      withoutBlocks(async () => {
        await attend()
        for (let turn = 0; turn < 3; turn += 1) await sweep()
      }),
    'another program takes the place': () =>
      withoutBlocks(async () => {
        await attend()
        await sweep()
        const nonce = await world.chain.signerNonce('latest')
        const fees = { maxFeePerGas: 95_000_000_000n, maxPriorityFeePerGas: 90_000_000_000n }
        const to: Address = localAccounts.payee.address
        await world.rig.local
          .client(localAccounts.facilitator)
          .sendTransaction({ to, value: 0n, nonce, gas: 21_000n, ...fees })
          .catch(() => null)
      }),
    'the chain is written anew': () =>
      withoutBlocks(async () => {
        const takeBack = await world.rig.local.keep()
        await attend()
        await sweep()
        await root.mine({ blocks: 1 })
        // What it sees of that block is not final yet.
        await sweep()
        await takeBack()
      }),
    async 'the chain drops blocks'() {
      // Of both legs, of the last one, or of what follows them.
      await attend()
      for (let turn = numbers.below(3); turn > 0; turn -= 1) await sweep()
      await world.inDroppedBlocks(1 + numbers.below(deepestReorganisation), async () => {
        for (let turn = 0; turn < 3; turn += 1) await sweep()
      })
      const { process, deps } = world.mortal(80)
      if (numbers.isOneOf(2)) for (let turn = 0; turn < 3 && !process.hasEnded; turn += 1) await sweep(deps)
    },
    async 'two processes with one key'() {
      await attend()
      await Promise.all([sweep(), sweep(world.other), sweep(), sweep(world.other)])
    },
    async 'the process ends'() {
      const { process, deps } = world.mortal(60)
      await attend(deps)
      for (let turn = 0; turn < 3 && !process.hasEnded; turn += 1) await sweep(deps)
    },
    async 'the node is away'() {
      const deps = world.withSeldomNode()
      await attend(deps)
      for (let turn = 0; turn < 4; turn += 1) await sweep(deps)
    },
    ...operators.mishaps({ settlementId, spoolId }, async () => {
      await attend()
      await sweep()
    }),
  }
}
