import { keptReasons, rowFailed, rowPassed, rowUncertain, type UnitReason } from '@outturn/checkers'
import type { UnitVerdict } from '@outturn/vocabulary'
import { type LeafReason, leafReason } from './leaf-reason.ts'
import type { UnitVotes } from './unit-votes.ts'

/** One unit's verdict with the reasons for it, in condition order: the first few, and how many there are beyond. */
export interface UnitResult {
  readonly verdict: UnitVerdict
  readonly reasons: readonly LeafReason[]
  readonly moreReasons: number
}

/** The votes on each unit, added up condition by condition: it keeps the same few reasons of two conditions and of a hundred. */
export interface UnitTally {
  add(conditionId: string, votes: UnitVotes): void
  results(): readonly UnitResult[]
}

const accepted: UnitResult = { verdict: 'pass', reasons: [], moreReasons: 0 }

/** A unit is rejected by any vote against it, else left in doubt by any doubt, else accepted; reasons are of the votes that decide. */
export function createUnitTally(total: number): UnitTally {
  const strongest = new Uint8Array(total)
  const kept: LeafReason[][] = []
  const more = new Uint32Array(total)

  function decideBy(unit: number, vote: number): LeafReason[] {
    const reasons = strongest[unit] === vote ? kept[unit] : undefined
    if (reasons !== undefined) return reasons
    strongest[unit] = vote
    more[unit] = 0
    kept[unit] = []
    return kept[unit]
  }

  return {
    add(conditionId, votes) {
      const shared = new Map<UnitReason, LeafReason>()
      const asLeaf = (reason: UnitReason): LeafReason => {
        // A reason that names a unit is that of one unit alone.
        if (reason.unit !== undefined) return leafReason(conditionId, reason)
        const known = shared.get(reason) ?? leafReason(conditionId, reason)
        shared.set(reason, known)
        return known
      }
      for (let unit = 0; unit < total; unit += 1) {
        const vote = votes.verdictOf(unit)
        if (vote === rowPassed || (vote === rowUncertain && strongest[unit] === rowFailed)) continue
        const reasons = decideBy(unit, vote)
        const found = votes.reasonsOf(unit)
        const room = keptReasons - reasons.length
        for (const reason of found.slice(0, room)) reasons.push(asLeaf(reason))
        more[unit] = (more[unit] ?? 0) + Math.max(0, found.length - room) + (votes.moreReasonsOf?.(unit) ?? 0)
      }
    },
    results: () =>
      Array.from(strongest, (vote, unit) =>
        vote === rowPassed
          ? accepted
          : {
              verdict: vote === rowFailed ? 'fail' : 'uncertain',
              reasons: kept[unit] ?? [],
              moreReasons: more[unit] ?? 0,
            },
      ),
  }
}
