import { type EvidenceRequirement, idPattern } from '@outturn/agreement'
import { unprocessable } from '@outturn/contracts'
import type { Side, VerificationMethod } from '@outturn/vocabulary'
import type { Condition } from '../spool.ts'

const sourceId = idPattern('source')

/** Whether a name is the id of a source; callers cannot take one as the label of their evidence. */
export function isSourceId(name: string): boolean {
  return sourceId.test(name)
}

/** Refuses evidence whose source is named as if a registered source had reported it. */
export function assertOwnLabel(source: string, field: string): void {
  // Neither in a form that only looks like one: the other party reads the label.
  if (!isSourceId(source.normalize('NFKC').trim().toLowerCase())) return
  throw unprocessable(field, 'A label of evidence cannot be the ID of a source.', {
    remediation:
      'Name the source in your own words. Facts of a registered source become evidence by themselves when a verification begins.',
  })
}

/** The sources that conditions require by id. */
export function requiredSourceIds(
  conditions: readonly {
    evidence_requirements?: EvidenceRequirement | readonly EvidenceRequirement[] | undefined
  }[],
): string[] {
  const named = conditions
    .flatMap(({ evidence_requirements: requirements = [] }) => requirements)
    .map(({ source_ref: source }) => source)
  return [...new Set(named.filter(isSourceId))]
}

/** Whether a condition is judged on facts, which the service obtains by itself. */
export function requiresFacts({
  evidence_requirements: requirements = [],
}: Pick<Condition, 'evidence_requirements'>): boolean {
  return requirements.some(({ source_ref: source }) => isSourceId(source))
}

/** A source as far as an agreement may require it. */
export type RequiredSource = {
  readonly sourceId: string
  readonly accountId: string
  /** The Spool that it was made for; null where it finds the Spool in each payload. */
  readonly spoolId: string | null
  /** How its deliveries are signed; null for a source that is fetched. */
  readonly scheme: string | null
}

/** What a requirement of a source is checked against. */
export type SourceFacts = {
  /** The sources that exist and are not revoked. */
  readonly sources: readonly RequiredSource[]
  readonly sideOfAccount: ReadonlyMap<string, Side>
  /** The Spool that is amended; null for one that is not made yet. */
  readonly spoolId: string | null
}

/** A requirement of a registered source with its default supplier; refuses one that could never be met. Any other stays as it is. */
export function agreedSource(
  requirement: EvidenceRequirement,
  method: VerificationMethod,
  { sources, sideOfAccount, spoolId }: SourceFacts,
  field: string,
): EvidenceRequirement {
  const { source_ref: id, expected_type: type } = requirement
  if (!isSourceId(id)) return requirement
  const source = sources.find((each) => each.sourceId === id)
  const side = source === undefined ? undefined : sideOfAccount.get(source.accountId)
  if (source === undefined || side === undefined) {
    throw unprocessable(`${field}.source_ref`, `No party of this Spool has a source ${id}.`, {
      remediation:
        'Name an active source of a party that has an account, or label the source in your own words.',
    })
  }
  if (source.spoolId !== null && source.spoolId !== spoolId) {
    throw unprocessable(`${field}.source_ref`, `The source ${id} was made for another Spool.`, {
      remediation: 'Name a source whose mapping has `spool`, so that each payload names its Spool.',
    })
  }
  if (type !== 'dataset') {
    throw unprocessable(`${field}.expected_type`, `Facts of a source are a dataset, not ${type}.`, {
      remediation: 'Send expected_type dataset.',
    })
  }
  if (method === 'human_confirmed') {
    throw unprocessable(
      `${field}.source_ref`,
      'A condition that people decide is not judged on facts of a source.',
      {
        remediation: 'Name the source in a condition with a deterministic_check.',
      },
    )
  }
  return { supplier: side, ...requirement }
}
