import { expect } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { type settlementRig, type Story, summary } from './settlement-rig.ts'

type Rig = Pick<Awaited<ReturnType<typeof settlementRig>>, 'feeRecipient' | 'local' | 'moved' | 'steady'>

/** Turns of the sweeper, each a minute after the one before it. */
export async function sweeps(
  { local }: Pick<Rig, 'local'>,
  deps: SettlementDeps,
  count: number,
): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await advanceSettlements(deps, new Date(Date.now() + 60_000 * (turn + 1)))
    await local.untilMined()
  }
}

/** Every story has settled: its seller has what it earned and its buyer nothing left, each fee came once, and the books agree. */
export async function expectPaidOnce(rig: Rig, stories: readonly Story[], feesBefore: bigint): Promise<void> {
  for (const story of stories) {
    expect([(await summary(rig.steady, story)).state, await rig.moved(story)]).toEqual([
      'settled',
      { seller: 4_950_000n, left: 0n },
    ])
  }
  const fees = (await rig.local.balanceOf(rig.feeRecipient)) - feesBefore
  expect(fees).toBe(90_000n * BigInt(stories.length))
  expect((await readBookTotals(rig.steady.pool)).imbalanceMicros).toBe(0n)
}
