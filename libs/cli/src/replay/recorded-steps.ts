import { canonicalJson, digestOf, fromBase64Url } from '@outturn/canonical'
import { nodeSha256, nodeVerifier } from '@outturn/canonical/node'
import { externalResultPreimage } from '@outturn/receipt-verifier/issuing'
import type { BundledExternalResult, ReplayBundle } from '@outturn/receipt-verifier'
import { contentOf, deletedItems, isErasedRecord } from './bundled-run.ts'
import type { Replay } from './replay.ts'
import { counted, failed, listed, notReplayed, ok, type StepFinding } from './replay-step.ts'

/** What the service saw of URLs is what the receipt lists, and all of it is here. */
export function judgeObservations({ bundle }: Replay): StepFinding {
  const all = bundle.observations
  const observations = all.filter((set) => !isErasedRecord(set))
  const problem = recordProblem(
    bundle,
    'url',
    observations.map((set) => ({ ...set, digested: set.observations })),
    all.map(({ evidence_id: id }) => id),
  )
  if (problem !== null) return failed(`What the service saw for ${problem}`)
  const erased = all.filter(isErasedRecord).map(({ condition_id: id }) => id)
  if (erased.length > 0) {
    return notReplayed(
      `What the service saw for ${listed(erased)} cannot be compared: its addresses were erased with an account.`,
    )
  }
  return ok(
    observations.length === 0
      ? 'The service observed nothing for this run.'
      : 'What the service saw has the digests of the receipt; nothing is fetched again.',
  )
}

/** What judges said of claims is what the receipt lists, and all of it is here. */
export function judgeOpinions({ bundle }: Replay): StepFinding {
  const all = bundle.opinions ?? []
  const opinions = all.filter((recorded) => !lostQuotes(bundle, recorded.opinion))
  const lost = all.length - opinions.length
  const problem = recordProblem(
    bundle,
    'text',
    opinions.map((recorded) => ({ ...recorded, digested: recorded.opinion })),
    all.map(({ evidence_id: id }) => id),
  )
  if (problem !== null) return failed(`What the judge said for ${problem}`)
  if (lost > 0) {
    return notReplayed(`${counted(lost, 'opinion')} cannot be compared: what was quoted was deleted.`)
  }
  return ok(
    opinions.length === 0
      ? 'No judge was asked for this run.'
      : 'What the judge said has the digests of the receipt; no model is asked again.',
  )
}

/** Whether quotes of an opinion went with a content that was deleted; a quote from no item of the run may be of any content. */
function lostQuotes(
  { evidence, withheld }: ReplayBundle,
  { citations }: NonNullable<ReplayBundle['opinions']>[number]['opinion'],
): boolean {
  if (withheld === undefined) return false
  const deleted = deletedItems({ withheld })
  const known = new Set(evidence.map(({ id }) => id))
  return citations.some(({ evidence_id: id, quote }) => quote === '' && (deleted.has(id) || !known.has(id)))
}

interface Recorded {
  readonly evidence_id: string
  readonly condition_id: string
  readonly digested: unknown
}

/** What is wrong with what the service recorded itself, as the end of a sentence; null when nothing is. */
function recordProblem(
  { receipt, evidence }: ReplayBundle,
  type: 'url' | 'text',
  recorded: readonly Recorded[],
  present: readonly string[] = recorded.map(({ evidence_id: id }) => id),
): string | null {
  const digests = new Map(receipt.evidence.map((row) => [row.evidence_id, row.content_digest]))
  const changed = recorded.find(
    ({ evidence_id, digested }) => digests.get(evidence_id) !== digestOf(canonicalJson(digested), nodeSha256),
  )
  if (changed !== undefined) return `${changed.condition_id} does not have the digest that the receipt lists.`
  const held = new Set([...evidence.map(({ id }) => id), ...present])
  const lost = receipt.evidence.find(
    (row) =>
      row.provenance === 'service_fetched' &&
      row.type === type &&
      row.evidence_id !== null &&
      !held.has(row.evidence_id),
  )
  return lost === undefined ? null : `${lost.condition_id} is not here.`
}

/** What outside judges signed is about this agreement, and Ed25519 proofs hold; others were checked when it was recorded. */
export function judgeExternalResults({ bundle, slug }: Replay): StepFinding {
  const unchecked = new Set<string>()
  const results = bundle.evidence.flatMap(({ id, condition_id, content_digest }) => {
    const content = contentOf(bundle, { id, content_digest })
    return content?.kind === 'external_result' ? [{ id, condition_id, content }] : []
  })
  for (const { id, condition_id, content } of results) {
    if (content.agreement_hash !== bundle.receipt.agreement.agreement_hash) {
      return failed(`The result in ${id} is about another agreement.`)
    }
    const judge = judgeOf(bundle, condition_id)
    if (judge?.id !== content.evaluator) return failed(`The result in ${id} is not of the agreed judge.`)
    if (judge.proof.type !== 'ed25519') unchecked.add(judge.proof.type)
    else if (!isSigned(content, judge.proof.public_key, bundle, slug)) {
      return failed(`The proof of the result in ${id} does not hold.`)
    }
  }
  if (results.length === 0) return ok('No outside judge gave a result for this run.')
  const hold = `${counted(results.length, 'result')} of this agreement`
  return ok(
    unchecked.size === 0
      ? `${hold}, each signed by the agreed judge.`
      : `${hold}; proofs of type ${listed([...unchecked])} were checked when they came, and are not checked here.`,
  )
}

interface AgreedJudge {
  readonly id: string
  readonly proof: { readonly type: string; readonly public_key: string }
}

function judgeOf({ plan }: ReplayBundle, conditionId: string | null): AgreedJudge | undefined {
  const check = plan.conditions.find(({ condition_id }) => condition_id === conditionId)?.check
  return (check?.['external_judge'] ?? undefined) as AgreedJudge | undefined
}

function isSigned(
  { proof, ...judgment }: BundledExternalResult,
  publicKey: string,
  { receipt }: ReplayBundle,
  slug: string,
): boolean {
  const key = fromBase64Url(publicKey)
  const { signature: text } = proof
  const signature = typeof text === 'string' ? fromBase64Url(text) : undefined
  if (key?.length !== 32 || signature?.length !== 64) return false
  const signed = { ...judgment, spool_id: receipt.agreement.spool_id }
  return nodeVerifier(externalResultPreimage(slug, signed), signature, key)
}
