import { expect, vi } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import type { minutesOf } from './pass-minutes.ts'
import { type settlementRig, type Story, summary } from './settlement-rig.ts'

type Rig = Pick<Awaited<ReturnType<typeof settlementRig>>, 'steady' | 'moved'>

/** Passes minutes until a Spool is settled; then the seller has what was earned, to the unit, and the wallet of the buyer is empty. */
export function settlingOf(
  { steady, moved }: Rig,
  sweeps: ReturnType<typeof minutesOf>,
): (story: Story, deps?: SettlementDeps) => Promise<void> {
  return async (story, deps = steady) => {
    await vi.waitFor(async () => {
      await sweeps(1, deps)
      expect((await summary(deps, story)).state).toBe('settled')
    }, 60_000)
    expect(await moved(story)).toEqual({ seller: BigInt(story.earnedCents) * 10_000n, left: 0n })
  }
}
