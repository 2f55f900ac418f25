import type { CommandInput, matchClaims, MatchRequest } from '@outturn/contracts'
import { matchKeys } from '@outturn/vocabulary'

export function matchOptionsOf(request: MatchRequest): CommandInput<typeof matchClaims>['options'] {
  const { key, window_seconds, value_tolerance_bp, source_ids } = request
  return {
    key: [...(key ?? matchKeys)],
    windowSeconds: window_seconds ?? 0,
    valueToleranceBp: value_tolerance_bp ?? 0,
    sourceIds: source_ids === undefined ? null : [...new Set(source_ids)].toSorted(),
  }
}
