import { earlierRules, rulesOf2, rulesOf3, rulesOf31 } from './earlier-rules.ts'
import { currentRules, type ValueRules } from './value-rules.ts'

const known: ReadonlyMap<string, ValueRules> = new Map(
  [earlierRules, rulesOf2, rulesOf3, rulesOf31, currentRules].map((rules) => [rules.version, rules] as const),
)

/** The rules of a version, for a run that is judged again; null for a version that there never was. */
export function rulesOfVersion(version: string): ValueRules | null {
  return known.get(version) ?? null
}

/** Every version of the rules, the one of today first. */
export const rulesVersions: readonly string[] = [...known.keys()].toReversed()
