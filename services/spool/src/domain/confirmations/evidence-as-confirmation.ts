import { forbidden, invalid, type Refusal, unprocessable } from '@outturn/contracts'
import { confirmationMethods, confirmationOutcomes, isOneOf, type Side } from '@outturn/vocabulary'
import type { EvidenceDraft } from '../evidence/evidence-draft.ts'
import { sideNamed } from '../evidence/named-side.ts'
import type { Decision } from '../model/decision.ts'
import type { Evidence, Spool, SpoolState } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'
import {
  type ConfirmationFacts,
  type ConfirmationPath,
  givenConfirmations,
  type SentConfirmation,
} from './confirmations.ts'
import { neededConfirmations } from './needed-confirmations.ts'
import { recordConfirmations } from './record-confirmations.ts'

/** Where the members of a confirmation stand in an evidence request. */
const inEvidence: ConfirmationPath = (_index, member) =>
  member === undefined || member === 'condition_id' ? 'condition_id' : `metadata.${member}`

const members: ReadonlySet<string> = new Set([
  'method',
  'outcome',
  'detail',
  'evidence_refs',
  'evidence_digest',
])

/**
 * The confirmation that evidence of type `confirmation` gives; null where it is a document that shows one.
 *
 * @param isOfReadVersion whether its request is for exactly one version of the Spool
 */
export function confirmationIn(
  { type, conditionId, metadata }: EvidenceDraft,
  isOfReadVersion = false,
): SentConfirmation | null {
  const { method, outcome, detail = null, evidence_refs: sentRefs, evidence_digest: digest = null } = metadata
  const refs = sentRefs ?? []
  if (type !== 'confirmation' || (method === undefined && outcome === undefined)) return null
  const unknown = Object.keys(metadata).find((name) => !members.has(name))
  if (unknown !== undefined) {
    throw unprocessable(`metadata.${unknown}`, `A confirmation has no member ${unknown}.`, {
      remediation: `Send ${[...members].join(', ')} alone; submit documents as evidence of another type.`,
    })
  }
  if (typeof method !== 'string' || !isOneOf(confirmationMethods, method))
    throw notOneOf('method', confirmationMethods)
  if (typeof outcome !== 'string' || !isOneOf(confirmationOutcomes, outcome))
    throw notOneOf('outcome', confirmationOutcomes)
  if (detail !== null && (typeof detail !== 'string' || detail.length > 2_000)) {
    throw invalid('metadata.detail', 'detail must be a text of at most 2000 characters.')
  }
  if (!Array.isArray(refs) || refs.length > 100 || !refs.every((each) => typeof each === 'string')) {
    throw invalid('metadata.evidence_refs', 'evidence_refs must be a list of at most 100 ids of evidence.')
  }
  if (digest !== null && typeof digest !== 'string') {
    throw invalid('metadata.evidence_digest', 'evidence_digest must be the digest that the Spool shows.')
  }
  return { conditionId, method, outcome, detail, evidenceRefs: refs, shownDigest: digest, isOfReadVersion }
}

function notOneOf(member: 'method' | 'outcome', allowed: readonly string[]): Refusal {
  return unprocessable(`metadata.${member}`, `${member} must be one of ${allowed.join(', ')}.`, {
    remediation: `Send metadata with method and outcome, such as {"method":"buyer_confirm","outcome":"passed"}.`,
  })
}

/** The Spool with a confirmation that a party gave as evidence, for its own side alone. */
export function confirmByEvidence(
  sent: SentConfirmation,
  { onBehalfOf }: Pick<EvidenceDraft, 'onBehalfOf'>,
  { spool, evidence, viewer }: { spool: Spool; evidence: readonly Evidence[]; viewer: Viewer },
  facts: ConfirmationFacts,
): Decision {
  const sides = speakingSides(onBehalfOf, spool, viewer)
  const given = givenConfirmations([sent], spool, sides, evidence, inEvidence)
  const {
    spool: confirmed,
    items,
    entries,
  } = recordConfirmations(given, { spool, evidence }, facts, inEvidence)
  return {
    spool: { ...confirmed, state: withoutWaiting(confirmed) },
    entries,
    evidence: items.map(({ item }) => item),
    contents: items.map(({ content: { digest, text } }) => ({ digest, text })),
  }
}

/** A confirmation is of the side that gives it: nothing that is submitted in the name of the other side is one. */
function speakingSides(named: string | null, spool: Spool, { sides }: Viewer): readonly Side[] {
  if (named === null) return sides
  const side = sideNamed(named, spool)
  if (sides.includes(side)) return [side]
  throw forbidden(`Only the ${side} can confirm for the ${side}.`, {
    field: 'on_behalf_of',
    reason: `${side}_side_only`,
    remediation: `Leave this to a key of the ${side}.`,
  })
}

/** Once every confirmation is there, what the Spool waits for is a run. */
function withoutWaiting(spool: Spool): SpoolState {
  const { state } = spool
  const isWaiting = state.status.verification === 'awaiting_confirmation'
  if (!isWaiting || neededConfirmations(spool).length > 0) return state
  return { ...state, status: { ...state.status, verification: state.lastRun?.result ?? 'pending' } }
}
