import { unprocessable } from '@outturn/contracts/audits'
import type { ReplayVerdict } from '@outturn/vocabulary'
import type { ReplayRequest, UnitCorrection } from './replay-request.ts'

/** A unit as of the time of the replay. */
export type Unit = {
  readonly customerId: string
  readonly deliveredAt: number
  readonly verdict: 'accepted' | 'rejected' | 'uncertain'
  readonly valueCents: number
}

export type IgnoredCorrection = {
  readonly unit_id: string
  readonly corrected_at: string
  readonly cause: 'after_as_of' | 'unknown_unit' | 'unit_not_delivered'
}

export type CorrectedUnits = {
  readonly units: readonly Unit[]
  readonly applied: number
  readonly ignored: readonly IgnoredCorrection[]
}

const verdicts: Record<ReplayVerdict, Unit['verdict']> = {
  accepted: 'accepted',
  pass: 'accepted',
  rejected: 'rejected',
  fail: 'rejected',
  uncertain: 'uncertain',
}

/** The units delivered by `asOf`, with their corrections by then in the order of their times; of several the last wins. */
export function correctUnits({ units, corrections = [] }: ReplayRequest, asOf: number): CorrectedUnits {
  const byId = new Map<string, Unit>()
  const notDelivered = new Set<string>()
  for (const [index, { unit_id: id, customer_id, delivered_at, verdict, value_cents }] of units.entries()) {
    if (byId.has(id) || notDelivered.has(id)) {
      throw unprocessable(`units[${index}].unit_id`, 'Another unit has the same id.', {
        remediation: 'Send each unit once; send later changes in corrections.',
      })
    }
    const deliveredAt = Date.parse(delivered_at)
    if (deliveredAt > asOf) notDelivered.add(id)
    else {
      byId.set(id, {
        customerId: customer_id,
        deliveredAt,
        verdict: verdicts[verdict],
        valueCents: value_cents,
      })
    }
  }
  const ignored: IgnoredCorrection[] = []
  let applied = 0
  const inOrder = corrections
    .map((correction) => ({ correction, at: Date.parse(correction.corrected_at) }))
    .toSorted((a, b) => a.at - b.at)
  for (const { correction, at } of inOrder) {
    const unit = byId.get(correction.unit_id)
    const cause =
      at > asOf ? 'after_as_of' : notDelivered.has(correction.unit_id) ? 'unit_not_delivered' : 'unknown_unit'
    if (at > asOf || unit === undefined) {
      ignored.push({ unit_id: correction.unit_id, corrected_at: correction.corrected_at, cause })
    } else {
      byId.set(correction.unit_id, corrected(unit, correction))
      applied += 1
    }
  }
  return { units: [...byId.values()], applied, ignored }
}

function corrected(unit: Unit, { verdict, value_cents }: UnitCorrection): Unit {
  return {
    ...unit,
    ...(verdict !== undefined && { verdict: verdicts[verdict] }),
    ...(value_cents !== undefined && { valueCents: value_cents }),
  }
}
