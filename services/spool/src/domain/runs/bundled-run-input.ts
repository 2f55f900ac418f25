import { contentKeyOf } from '@outturn/agreement'
import { judgedItems } from '../evidence/judged-items.ts'
import type { Evidence, Spool } from '../model/spool.ts'

/** What one run was given to judge; contents are JSON texts as they are stored. */
export type JudgedInput = {
  readonly spool: Spool
  readonly evidence: readonly Evidence[]
  readonly contents: readonly { readonly digest: string; readonly text: string }[]
  readonly evaluatedAt: string
  /** The history that the run stood on, each event as it is stored; null for a reader who may not list it, and where it is too long. */
  readonly events: readonly string[] | null
}

/** The texts whose hashes the receipt carries. */
export type Preimages = { readonly agreement: string; readonly plan: string }

/** What one bundle takes of a Spool, in bytes of its JSON: it travels in one message. */
export const bundledBytes = 7 * 1_048_576

/** Most of that for the history, which is in a bundle whole or not at all. */
export const bundledHistoryBytes = 2 * 1_048_576

/**
 * JSON text of the members of a bundle that a Spool owns. Agreement and plan are the very texts that were hashed, and
 * contents are copied as they are stored; those that no longer fit are left out, and their digests stand for them.
 */
export function bundledRunInput(asked: JudgedInput, preimages: Preimages): string {
  const input = { ...asked, evidence: judgedItems(asked.evidence, asked.spool.agreement) }
  const withheld = withheldItems(input)
  const members = [
    `"agreement":${preimages.agreement}`,
    `"plan":${preimages.plan}`,
    `"evidence":${JSON.stringify(input.evidence.map(bundledEvidence))}`,
    ...(withheld.length === 0 ? [] : [`"withheld":${JSON.stringify(withheld)}`]),
    `"evaluated_at":"${input.evaluatedAt}"`,
    ...(input.events === null ? [] : [`"events":[${input.events.join(',')}]`]),
  ].join(',')
  const room = bundledBytes - Buffer.byteLength(members)
  const contents = contentsThatFit(input, room).map(({ digest, text }) => `"${digest}":${text}`)
  return `{${members},"contents":{${contents.join(',')}}}`
}

/** The items of which nothing is held any more: where another item needs the same bytes, they are still here. */
function withheldItems({ spool, evidence }: JudgedInput) {
  const { withdrawn } = spool.state
  const kept = new Set(evidence.filter(({ id }) => withdrawn[id] === undefined).map(contentKeyOf))
  return evidence.flatMap((item) =>
    withdrawn[item.id] === undefined || kept.has(contentKeyOf(item))
      ? []
      : [{ evidence_id: item.id, content_digest: item.contentDigest, reason: 'withdrawn' }],
  )
}

function contentsThatFit(
  { spool, evidence, contents }: JudgedInput,
  bytesLeft: number,
): JudgedInput['contents'] {
  const kept = evidence.filter(({ id }) => spool.state.withdrawn[id] === undefined)
  const used = new Set(kept.map(contentKeyOf))
  let room = bytesLeft
  return contents.filter(({ digest, text }) => {
    const bytes = Buffer.byteLength(`"${digest}":${text},`)
    if (!used.has(digest) || bytes > room) return false
    room -= bytes
    return true
  })
}

function bundledEvidence(item: Evidence) {
  return {
    id: item.id,
    condition_id: item.conditionId,
    type: item.type,
    source: item.source,
    claim_class: item.claimClass,
    provenance: item.provenance,
    on_behalf_of: item.onBehalfOf,
    ...(item.suppliedBy !== undefined && { supplied_by: item.suppliedBy }),
    content_digest: item.contentDigest,
    observed_at: item.observedAt,
    received_at: item.receivedAt,
  }
}
