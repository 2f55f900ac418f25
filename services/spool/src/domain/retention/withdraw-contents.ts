import { contentKeyOf } from '@outturn/agreement'
import { absent, forbidden, invalidState, outOfScope } from '@outturn/contracts'
import { isOneOf } from '@outturn/vocabulary'
import { isSubmitted } from '../evidence/judged-items.ts'
import { isSourceId } from '../model/casework/required-sources.ts'
import type { Decision, DeletedFacts, Entry } from '../model/decision.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { creatorOf, partyActor, partyOn, type Viewer } from '../model/viewer.ts'
import { contentUse } from './contents-in-use.ts'

/** A run of a Spool and how many of its items, from the first, it judged. */
export type JudgedRun = { readonly runId: string; readonly items: number }

type Held = { readonly spool: Spool; readonly evidence: readonly Evidence[] }

const mayWithdraw = ['full', 'counterparty'] as const

/** The Spool once the party that submitted an item has its content deleted; the same Spool where that was done before. */
export function withdrawContent(
  { spool, evidence }: Held,
  viewer: Viewer,
  target: { readonly evidenceId: string; readonly runs: readonly JudgedRun[] },
  now: Date,
): Decision {
  const item = withdrawable(evidence, target.evidenceId)
  if (!isOneOf(mayWithdraw, viewer.scope)) {
    throw outOfScope(`A caller of scope ${viewer.scope} may not withdraw evidence.`, mayWithdraw)
  }
  if (!isSupplier(item, spool, viewer)) {
    throw forbidden('Only the party that submitted an evidence item may withdraw its content.', {
      reason: 'supplier_only',
      remediation: 'Ask the party that submitted it.',
    })
  }
  if (spool.state.withdrawn[item.id] !== undefined) return { spool, entries: [] }
  const use = contentUse(spool, now)
  if (use !== null) {
    throw invalidState(`${use.because} The content of the evidence is needed until then.`, {
      reason: 'evidence_in_use',
      details: { until: use.until },
      remediation:
        use.until === null
          ? (use.next ?? 'Send the request again once that has ended.')
          : `Send the request again after ${use.until}.`,
    })
  }
  const actor = partyActor(viewer)
  return withoutContents({ spool, evidence }, [item], target.runs, {
    actor,
    at: now.toISOString(),
    by: 'party',
  })
}

/** The Spool without the contents of all that was submitted to it, because it kept them for as long as it should. */
export function withoutSubmittedContents(held: Held, runs: readonly JudgedRun[], at: string): Decision {
  const { withdrawn } = held.spool.state
  const items = held.evidence.filter((item) => hasContent(item) && withdrawn[item.id] === undefined)
  return withoutContents(held, items, runs, { actor: byService, at, by: 'retention' })
}

/**
 * The Spool without the contents of these items: because the account that supplied them was erased, or because their party had them deleted
 * before a restore brought them back. The same Spool where it has none of them.
 */
export function withoutContentsOf(
  held: Held,
  isNamed: (item: Evidence) => boolean,
  by: 'erasure' | 'party',
  runs: readonly JudgedRun[],
  at: string,
): Decision {
  const { withdrawn } = held.spool.state
  const items = held.evidence.filter(
    (item) => item.contentDigest !== null && withdrawn[item.id] === undefined && isNamed(item),
  )
  return withoutContents(held, items, runs, { actor: byService, at, by })
}

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** Whether an item was submitted with its content; of a reference and of a bare digest none is held. */
function hasContent(item: Evidence): boolean {
  return isSubmitted(item) && item.contentDigest !== null
}

function withdrawable(
  evidence: readonly Evidence[],
  evidenceId: string,
): Evidence & { contentDigest: string } {
  const item = evidence.find(({ id }) => id === evidenceId)
  if (item === undefined) throw absent('This Spool has no such evidence.')
  const { contentDigest } = item
  if (contentDigest === null || !isSubmitted(item)) {
    throw absent('This Spool holds no content of that evidence that a party submitted.', {
      remediation: 'Read the item: its metadata says where the content is.',
    })
  }
  return { ...item, contentDigest }
}

/** Of a one-call verification the creator supplied everything; what a source reported is of the side that registered it. */
export function supplierOf({ submittedBy, onBehalfOf }: Evidence, spool: Spool): string {
  if (submittedBy !== undefined) return submittedBy
  const isOfCreator = spool.agreement.mode === 'unilateral'
  return (isOfCreator ? creatorOf(spool) : partyOn(spool, onBehalfOf === 'buyer' ? 'buyer' : 'provider'))
    .partyId
}

function isSupplier(item: Evidence, spool: Spool, { party, sides }: Viewer): boolean {
  if (party === null) return false
  const submittedBy = supplierOf(item, spool)
  if (submittedBy === party.partyId) return true
  // One person speaks for both parties of a Spool that has no second account.
  return sides.length > 1 && spool.agreement.parties.some(({ partyId }) => partyId === submittedBy)
}

function withoutContents(
  { spool, evidence }: Held,
  items: readonly Evidence[],
  runs: readonly JudgedRun[],
  { actor, at, by }: { actor: Entry['actor']; at: string; by: 'erasure' | 'party' | 'retention' },
): Decision {
  const withdrawn = { ...spool.state.withdrawn, ...Object.fromEntries(items.map(({ id }) => [id, at])) }
  const needed = new Set(evidence.filter(({ id }) => withdrawn[id] === undefined).map(contentKeyOf))
  const contents = new Map(
    items.flatMap((item) => {
      const key = contentKeyOf(item)
      return needed.has(key) ? [] : [[key, declared(item)] as const]
    }),
  )
  const placeOf = new Map(evidence.map(({ id }, index) => [id, index]))
  const { lastRun } = spool.state
  const { hintWithSightings: _, ...withoutSightings } = lastRun ?? {}
  return {
    spool: {
      ...spool,
      state: {
        ...spool.state,
        withdrawn,
        lastRun: lastRun === null ? null : (withoutSightings as typeof lastRun),
      },
    },
    entries: items.map(({ id, contentDigest }) => ({
      type: 'evidence.withdrawn',
      at,
      actor,
      data: { evidence_id: id, content_digest: contentDigest, by },
    })),
    withdrawal: {
      by,
      items: items.map((item) => ({
        evidenceId: item.id,
        runIds: runs.filter((run) => (placeOf.get(item.id) ?? 0) < run.items).map(({ runId }) => runId),
        ...factsOf(item, evidence, withdrawn),
      })),
      contents: [...contents].map(([key, text]) => ({ key, text })),
    },
  }
}

/** The facts that a snapshot of a source was made of; none where another snapshot of the source is still kept. */
function factsOf(
  { source: sourceId }: Evidence,
  evidence: readonly Evidence[],
  withdrawn: Spool['state']['withdrawn'],
): { readonly facts?: DeletedFacts } {
  if (!isSourceId(sourceId)) return {}
  const snapshots = evidence.filter(
    ({ source, contentDigest }) => source === sourceId && contentDigest !== null,
  )
  if (snapshots.some(({ id }) => withdrawn[id] === undefined)) return {}
  const until = snapshots
    .flatMap(({ observedAt }) => observedAt ?? [])
    .toSorted()
    .at(-1)
  return until === undefined ? {} : { facts: { sourceId, until } }
}

/** The facts of a Spool whose values were deleted with the last snapshot of their source. */
export function deletedFacts({ spool, evidence }: Held): DeletedFacts[] {
  const { withdrawn } = spool.state
  const gone = evidence.filter(({ id, source }) => isSourceId(source) && withdrawn[id] !== undefined)
  const bySource = new Map(gone.map((item) => [item.source, item]))
  return [...bySource.values()].flatMap((item) => factsOf(item, evidence, withdrawn).facts ?? [])
}

/** What is left of a content: a later run judges the item like one of which only the digest was submitted. */
function declared({ contentDigest }: Evidence): string {
  return JSON.stringify({ kind: 'reference', sha256: contentDigest })
}
