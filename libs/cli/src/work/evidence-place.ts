import type { Spool } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'
import { shown } from '../terminal/shown.ts'
import { conditionLine } from '../spool/spool-lines.ts'

type Condition = Spool['conditions'][number]
type Item = Spool['evidence'][number]

/** What is submitted, and what the options say about it. */
export type Submitted = {
  /** File name or address. */
  readonly name: string
  readonly type: string
  readonly source?: string | undefined
  readonly conditions?: readonly string[] | undefined
  /** Party in whose name it is submitted: a role, or the id of a party. */
  readonly onBehalfOf?: string | undefined
  /** Party that a sandbox session acts as. */
  readonly as?: string | undefined
}

/** Where an item goes: its conditions, its source, and how that stands to what was submitted before. */
export type EvidencePlace = {
  readonly conditions: readonly string[]
  readonly source: string
  /** Whether the item takes the place of an earlier one. */
  readonly isReplacement: boolean
  /** Sources of other items that count together with it. */
  readonly others: readonly string[]
}

/**
 * Where an item goes that is submitted without a condition or a source. One delivery serves every condition that can read it, so one
 * condition is enough. A further file is a corrected one: it takes the place of the only one that there is. Throws UnusableInput where
 * there is more than one possibility.
 */
export function evidencePlace(spool: Spool, submitted: Submitted): EvidencePlace {
  const chosen = submitted.conditions ?? null
  const side = sideOf(spool, submitted)
  const earlier = spool.evidence.filter(
    (item) =>
      item.type === submitted.type &&
      item.on_behalf_of === side &&
      (chosen === null || chosen.includes(item.condition_id)),
  )
  const sources = [...new Set(earlier.map(({ source }) => source))]
  const source = submitted.source ?? sourceOf(spool, submitted, sources)
  const replaced = earlier.filter((item) => item.source === source)
  const conditions = chosen ?? conditionsOf(spool, submitted, source, replaced)
  return {
    conditions,
    source,
    isReplacement: replaced.length > 0,
    others: sources.filter((each) => each !== source),
  }
}

/** The side that the item counts for: the named one, the caller's, or the one that delivers where the caller acts for both. */
function sideOf({ agreement, parties }: Spool, { onBehalfOf, as }: Submitted): 'buyer' | 'provider' {
  const named = onBehalfOf ?? (agreement.mode === 'unilateral' ? 'provider' : as)
  const callers = parties.filter(({ is_caller: isCaller }) => isCaller).map(({ role }) => role)
  const role =
    named === undefined
      ? callers.length === 1 && callers[0]
      : (parties.find(({ party_id: id }) => id === named)?.role ?? named)
  return role === 'buyer' || role === 'client' ? 'buyer' : 'provider'
}

function sourceOf(spool: Spool, { name, type, conditions }: Submitted, sources: readonly string[]): string {
  const agreed = agreedSources(spool, type, conditions)
  if (agreed.length === 1) return agreed[0] as string
  if (agreed.length > 1) {
    throw new UnusableInput(
      `The agreement has several sources of evidence. Name the one that ${shown(name)} is with --source:\n${listOf(agreed)}`,
    )
  }
  const [only, ...others] = sources
  if (only === undefined || sources.includes(name)) return name
  if (others.length === 0) return only
  throw new UnusableInput(
    `${sources.length} deliveries count together. Name the one that ${shown(name)} takes the place of with --source, or give it a source of its own to add it:\n${listOf(sources)}`,
  )
}

function listOf(sources: readonly string[]): string {
  return sources.map((source) => `  --source ${JSON.stringify(source)}`).join('\n')
}

/** Sources that the conditions are bound to for this type of evidence. */
function agreedSources({ conditions }: Spool, type: string, chosen: readonly string[] | undefined): string[] {
  const asked = conditions.filter(({ id }) => chosen === undefined || chosen.includes(id))
  const agreed = asked.flatMap(({ evidence_requirements: requirements }) =>
    (requirements ?? []).flatMap((each) => (each.expected_type === type ? [each.source_ref] : [])),
  )
  return [...new Set(agreed)]
}

/** The conditions of what is replaced, else one that is judged on such evidence. */
function conditionsOf(
  { conditions }: Spool,
  { type }: Submitted,
  source: string,
  replaced: readonly Item[],
): string[] {
  if (replaced.length > 0) return [...new Set(replaced.map((item) => item.condition_id))]
  const bound = conditions.find((condition) => isBoundTo(condition, type, source))
  const free = conditions.filter(({ evidence_requirements: agreed }) => (agreed ?? []).length === 0)
  const first =
    bound ??
    free.find(({ verification_method: method }) => method === 'deterministic') ??
    free.find(({ verification_method: method }) => method !== 'external_tool')
  if (first !== undefined) return [first.id]
  throw new UnusableInput(
    ['Name the condition that the evidence is for with --condition:', ...conditions.map(conditionLine)].join(
      '\n',
    ),
  )
}

function isBoundTo({ evidence_requirements: agreed }: Condition, type: string, source: string): boolean {
  return (agreed ?? []).some((each) => each.expected_type === type && each.source_ref === source)
}
