import type { DiscrepancyKind } from '@outturn/vocabulary'
import type { Decision } from '../model/decision.ts'
import type { Discrepancy, FoundFact, OpeningText, TextDigest } from '../model/casework/discrepancy.ts'
import { discrepancyEntry } from '../model/casework/discrepancy-changes.ts'
import type { Spool } from '../model/spool.ts'
import { maxOpen, newDiscrepancy } from './open-discrepancy.ts'

/** Discrepancies that one match opens, without the one that counts the rest. */
export const maxAMatch = 200

/** A difference that a match found: of a claim and a fact, or of one of them without the other. */
export type MatchFinding = {
  readonly claimId: string | null
  readonly factId: string | null
  /** Absent where there is no single fact. This and the names are absent where an earlier release matched. */
  readonly fact?: FoundFact
  readonly subject?: string
  readonly predicate?: string
  readonly kind: DiscrepancyKind
  readonly severity: 'info' | 'warn'
  readonly field: string | null
  readonly expected: string | null
  readonly observed: string | null
}

/** What a match opens discrepancies by. */
export type MatchMoment = {
  at: string
  /** The id of a new discrepancy by its place among the new ones. */
  idOf: (index: number) => string
  textDigest: TextDigest
}

/** A decision about what a match found, with the ids of the discrepancies that it opened. */
export type FoundDecision = Decision & { discrepancies: readonly Discrepancy[]; ids: readonly string[] }

/** What is said of a difference, by the names of its claim or fact. */
const sayings: Readonly<Record<DiscrepancyKind, (claim: string, fact: string) => string>> = {
  claim_fact_mismatch: (claim) => `${claim} and the fact that it was matched with have different values.`,
  amount_mismatch: (claim) =>
    `${claim} and the fact that it was matched with have different amounts or currencies.`,
  quantity_mismatch: (claim) => `${claim} and the fact that it was matched with have different quantities.`,
  missing_fact: (claim) => `${claim} has no fact that supports it.`,
  unclaimed_fact: (_, fact) => `${fact} was observed, and no claim reports it.`,
  duplicate: (claim) => `${claim} equals an earlier one, and there is one fact for both of them.`,
  timing: (claim) =>
    `${claim} has no fact within the window of the match; one with its key lies outside of the window.`,
  provenance: (_, fact) => `${fact} does not come from a source that the agreement accepts.`,
  other: (claim) => `${claim} has no time, and there are several facts with different values.`,
}

/**
 * Opens a discrepancy for each difference that a match found and no match found before, in the order of its rows. Those that earlier matches
 * opened say whether this one found them again; none of them closes. Where a match finds more than it may open, one more counts the rest.
 */
export function openFound(
  spool: Spool,
  known: readonly Discrepancy[],
  findings: readonly MatchFinding[],
  moment: MatchMoment,
): FoundDecision {
  const before = new Set(known.map(keyOfKnown))
  const found = new Map<string, MatchFinding>()
  for (const finding of findings) {
    const key = keyOf(finding.kind, finding)
    if (!found.has(key)) found.set(key, finding)
  }
  const missing = [...found].filter(([key]) => !before.has(key)).map(([, finding]) => finding)
  const opened = recorded(spool, openable(spool, missing), moment)
  const isFound = (each: Discrepancy) => found.has(keyOfKnown(each))
  const changed = known
    .filter((each) => each.status === 'open' && each.stillFound !== isFound(each))
    .map((each) => ({ ...each, stillFound: isFound(each) }))
  return { ...opened, discrepancies: [...opened.discrepancies, ...changed] }
}

/** The pair and kind of a difference. The one that counts the rest of a match is of no pair, and no later match finds it again. */
function keyOf(kind: DiscrepancyKind, { claimId, factId }: Pick<MatchFinding, 'claimId' | 'factId'>): string {
  return [kind, claimId, factId].join(' ')
}

function keyOfKnown({ kind, about }: Discrepancy): string {
  return keyOf(kind, about)
}

type Opening = { finding: MatchFinding; said: OpeningText }

/** What may be opened of what is new: as much as a match may open and the Spool has room for, with a count of the rest. */
function openable({ state }: Spool, missing: readonly MatchFinding[]): Opening[] {
  const room = Math.max(0, maxOpen - state.discrepancies.open)
  const isAll = missing.length <= Math.min(maxAMatch, room)
  const taken = isAll ? missing : missing.slice(0, Math.max(0, Math.min(maxAMatch, room - 1)))
  const openings = taken.map((finding) => ({ finding, said: openingOf(finding) }))
  if (isAll || room === 0) return openings
  const description = `The match found ${missing.length - taken.length} more differences than it opens at once.`
  return [...openings, { finding: theRest, said: { description } }]
}

const theRest: MatchFinding = {
  ...{ claimId: null, factId: null, kind: 'other', severity: 'warn' },
  ...{ field: null, expected: null, observed: null },
}

function openingOf({ kind, subject, predicate, expected, observed }: MatchFinding): OpeningText {
  const isNamed = subject !== undefined && predicate !== undefined
  const name = `"${predicate}" of "${subject}"`
  return {
    description: isNamed
      ? sayings[kind](`The claim ${name}`, `The fact ${name}`)
      : sayings[kind]('A claim', 'A fact'),
    ...(subject !== undefined && { subject }),
    ...(predicate !== undefined && { predicate }),
    ...(expected !== null && { expected }),
    ...(observed !== null && { observed }),
  }
}

function recorded(
  spool: Spool,
  openings: readonly Opening[],
  { at, idOf, textDigest }: MatchMoment,
): FoundDecision {
  const { discrepancies: before } = spool.state
  const discrepancies = openings.map(({ finding, said }, index): Discrepancy => {
    const { claimId, factId, fact, kind, severity, field } = finding
    return {
      ...newDiscrepancy(spool, at, null),
      ...{ id: idOf(index), ordinal: before.recorded + index + 1, kind, severity, openedBy: 'service' },
      about: { claimId, factId, conditionId: null, unit: null, field },
      ...(fact !== undefined && { fact }),
      texts: [{ digest: textDigest(said), by: 'service', opening: said }],
    }
  })
  const actor = { party_id: null, kind: 'service' } as const
  const count = discrepancies.length
  return {
    spool: {
      ...spool,
      state: {
        ...spool.state,
        discrepancies: { ...before, recorded: before.recorded + count, open: before.open + count },
      },
    },
    entries: discrepancies.map((each) =>
      discrepancyEntry('opened', each, { actor, at, textDigest: each.texts[0]?.digest ?? '' }),
    ),
    discrepancies,
    ids: discrepancies.map(({ id }) => id),
  }
}
