import type { UnitCounts } from '@outturn/receipt-verifier'
import type { Rejection } from '@outturn/agreement'
import type { LeafReason } from './units/leaf-reason.ts'
import type { UnitResult } from './units/unit-tally.ts'

const maxRejections = 1_000

/** Each rejected unit with its first reason, at most 1 000 of them in unit order. */
export function listRejections(units: readonly UnitResult[]): {
  readonly rejections: readonly Rejection[]
  readonly rejectionsTruncated: boolean
} {
  const rejections: Rejection[] = []
  for (const [index, { verdict, reasons }] of units.entries()) {
    if (verdict !== 'fail') continue
    if (rejections.length === maxRejections) return { rejections, rejectionsTruncated: true }
    const [first] = reasons
    const repeated = first?.unit === undefined ? {} : { duplicate_of: first.unit }
    rejections.push({ unit: index + 1, reason: reasonText(first), ...repeated })
  }
  return { rejections, rejectionsTruncated: false }
}

/** How many units were rejected for each first reason, ordered by the ordinal of its condition and then by its first unit. */
export function summariseRejections(
  units: readonly UnitResult[],
  ordinalOf: (conditionId: string) => number,
): UnitCounts['rejection_summary'] {
  const groups = new Map<string, { reason: string; ordinal: number; firstUnit: number; count: number }>()
  for (const [unit, { verdict, reasons }] of units.entries()) {
    if (verdict !== 'fail') continue
    const [first] = reasons
    const reason = reasonText(first)
    const ordinal = first === undefined ? 0 : ordinalOf(first.condition_id)
    const group = groups.get(reason)
    if (group === undefined) groups.set(reason, { reason, ordinal, firstUnit: unit, count: 1 })
    else {
      group.count++
      group.ordinal = Math.min(group.ordinal, ordinal)
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.ordinal - b.ordinal || a.firstUnit - b.firstUnit)
    .map(({ reason, count }) => ({ reason, count }))
}

function reasonText(reason: LeafReason | undefined): string {
  if (reason === undefined) return 'rejected'
  return reason.field === undefined ? reason.code : `${reason.code}:${reason.field}`
}
