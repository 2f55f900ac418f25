import { contentKeyOf } from '@outturn/agreement'
import { erasedText as erased } from '@outturn/vocabulary'
import type { ErasureBlocker } from '@outturn/contracts'
import type { ErasedRows } from '@outturn/postgres'
import { isSubmitted } from '../../domain/evidence/judged-items.ts'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { proposalEnd } from '../../domain/model/proposal-end.ts'
import type { Evidence, Spool } from '../../domain/model/spool.ts'
import { contentUse } from '../../domain/retention/contents-in-use.ts'
import {
  type ErasedParty,
  erasedPartyOf,
  isSuppliedBy,
  withoutDescription,
  withoutDetail,
  withoutOwnWords,
  withoutReason,
  withoutReviewer,
  withoutTexts,
} from '../../domain/retention/erase-texts.ts'
import { withoutContentsOf } from '../../domain/retention/withdraw-contents.ts'
import {
  contentsUnder,
  countClaimsToErase,
  countErased,
  eraseClaims,
  type ErasedTexts,
  eraseTexts,
  replaceContent,
  type WrittenTexts,
  writtenTexts,
} from '../../store/retention/erasure-store.ts'
import { findSpool, type StoredSpool } from '../../store/spool-store.ts'
import type { ChangeDeps } from '../change-spool.ts'
import { withdrawByService } from './withdraw-by-service.ts'

/** What an erasure changes in one Spool. */
type SpoolErasure = {
  readonly spool: Spool
  readonly party: ErasedParty
  readonly texts: ErasedTexts
  /** Items whose contents are withdrawn, and references whose addresses are replaced. */
  readonly contents: ReadonlySet<string>
  readonly references: readonly { readonly key: string; readonly content: string }[]
  readonly claims: number
  /** Whether the account supplied anything that verification keeps something of. */
  readonly isSupplied: boolean
  /** Receipts that the account corrected with words of its own. */
  readonly correctedReceiptIds: readonly string[]
}

/** Why a Spool cannot be erased yet; null once nothing needs what the account wrote, and no party can accept what it proposed. */
export function blockerOf(spool: Spool, accountId: string, now: Date): ErasureBlocker | null {
  const { status } = spool.state
  if (isOpenProposal(spool) && spool.accountId === accountId) {
    const end = proposalEnd(spool)
    return {
      message: `${spool.id}: The other party may still accept what the account proposed.`,
      remediation: `The party cancels it first${end === null ? '' : `, or it ends by itself at ${end}`}.`,
    }
  }
  // Without a run nothing was decided, and a Spool that has ended or was never accepted has nothing that waits for one.
  if (spool.state.runs === 0 && (status.outcome !== 'active' || status.agreement !== 'accepted')) return null
  const use = contentUse(spool, now)
  if (use === null) return null
  return {
    message: `${spool.id}: ${use.because}`,
    remediation:
      use.until === null
        ? `End it first: the party completes, abandons or cancels the Spool, or its case or settlement ends.`
        : `Erase the account after ${use.until}.`,
  }
}

function isOpenProposal({ agreement, state: { status } }: Spool): boolean {
  return agreement.mode === 'bilateral' && status.outcome === 'active' && status.agreement === 'proposed'
}

/** What is still there to be erased of a Spool. */
export async function planSpool(
  deps: ChangeDeps,
  { spool, evidence }: StoredSpool,
  accountId: string,
): Promise<SpoolErasure> {
  const party = erasedPartyOf(spool, accountId)
  const [written, claims] = await Promise.all([
    writtenTexts(deps.pool, spool.id),
    party.sides.has('provider') ? countClaimsToErase(deps.pool, spool.id, erased) : 0,
  ])
  const own = evidence.filter((item) => isSuppliedBy(item, spool, party))
  const held = own.filter(({ id, contentDigest }) => contentDigest !== null && !isWithdrawn(spool, id))
  const comments = await ownComments(deps, { spool, evidence }, party)
  return {
    spool,
    party,
    texts: erasedTexts(spool, evidence, written, accountId, party),
    contents: new Set([...held.filter(isSubmitted).map(({ id }) => id), ...comments]),
    references: await ownReferences(deps, spool, own),
    claims,
    isSupplied: own.length > 0 || party.sides.has('provider'),
    correctedReceiptIds: written.runs.flatMap(({ accountId: asker, receiptId, advisory }) =>
      asker === accountId && receiptId !== null && advisory !== null ? [receiptId] : [],
    ),
  }
}

/** Erases it; false where the Spool changed meanwhile and is met again at the next turn. */
export async function eraseSpool(
  deps: ChangeDeps,
  id: string,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const stored = await findSpool(deps.pool, id, deps.environment)
  if (stored === null) return true
  const { contents, references } = await planSpool(deps, stored, accountId)
  if (contents.size > 0) {
    const { evidence } = stored
    const isErased = (item: Evidence) => contents.has(item.id)
    const withdrawn = await withdrawByService(
      deps,
      stored.spool,
      'erasure',
      (spool, runs, at) => withoutContentsOf({ spool, evidence }, isErased, 'erasure', runs, at),
      now,
    )
    if (withdrawn.end === 'lost') return false
  }
  for (const reference of references) await replaceContent(deps.pool, id, reference)
  const after = await findSpool(deps.pool, id, deps.environment)
  if (after === null) return true
  const { texts, claims } = await planSpool(deps, after, accountId)
  if (claims > 0) await eraseClaims(deps.pool, id, erased)
  return countErased(texts).length === 0 || eraseTexts(deps.pool, after.spool, texts, erased)
}

/** The rows of a plan, by table. */
export function rowsOf({ texts, contents, references, claims }: SpoolErasure): ErasedRows[] {
  const held = contents.size + references.length
  return [
    ...countErased(texts),
    ...(held > 0 ? [{ table: 'evidence_content', rows: held }] : []),
    ...(claims > 0 ? [{ table: 'claim', rows: claims }] : []),
  ]
}

/** The Spool as of now. */
export function currentOf(deps: Pick<ChangeDeps, 'hashes'>, { spool }: StoredSpool, now: Date): Spool {
  return asOf(spool, now, deps.hashes).spool
}

function isWithdrawn({ state }: Spool, evidenceId: string): boolean {
  return state.withdrawn[evidenceId] !== undefined
}

/** Confirmations of the account that carry a comment: the service records them, and only the comment is the account's own. */
async function ownComments(
  { pool }: ChangeDeps,
  { spool, evidence }: Pick<StoredSpool, 'evidence' | 'spool'>,
  { sides }: ErasedParty,
): Promise<string[]> {
  const items = evidence.filter((item) => !isSubmitted(item) && !isWithdrawn(spool, item.id))
  if (items.length === 0) return []
  const found = await contentsUnder(pool, spool.id, items.map(contentKeyOf))
  const byKey = new Map(found.map(({ key, content }) => [key, content]))
  return items.flatMap((item) => {
    const text = byKey.get(contentKeyOf(item))
    if (text === undefined) return []
    const { kind, party, detail } = JSON.parse(text) as Record<string, unknown>
    const isOwn = kind === 'confirmation' && [...sides].some((side) => side === party)
    return isOwn && detail !== undefined ? [item.id] : []
  })
}

/** Addresses that the account gave in place of a content. */
async function ownReferences({ pool }: ChangeDeps, spool: Spool, own: readonly Evidence[]) {
  const keys = own.filter(({ contentDigest }) => contentDigest === null).map(contentKeyOf)
  if (keys.length === 0) return []
  const found = await contentsUnder(pool, spool.id, keys)
  return found.flatMap(({ key, content }) => {
    const reference = JSON.parse(content) as Record<string, unknown>
    if (typeof reference['url'] !== 'string' || reference['url'] === erased) return []
    return [{ key, content: JSON.stringify({ ...reference, url: erased }) }]
  })
}

function erasedTexts(
  spool: Spool,
  evidence: readonly Evidence[],
  written: WrittenTexts,
  accountId: string,
  party: ErasedParty,
): ErasedTexts {
  const sideOfDispute = new Map(spool.state.disputes.map(({ id, side }) => [id, side]))
  const sideOfReview = new Map(spool.state.reviews.map(({ id, side }) => [id, side]))
  const isOwn = (side: 'buyer' | 'provider' | undefined) => side !== undefined && party.sides.has(side)
  const described = evidence.map((item, index) => ({
    ordinal: index + 1,
    before: item,
    item: withoutDescription(item, spool, party),
  }))
  const without = withoutOwnWords(spool, accountId, party)
  return {
    spool: without === spool ? null : without,
    evidence: described
      .filter(({ before, item }) => isChanged(before, item))
      .map(({ ordinal, item }) => ({ ordinal, item })),
    disputes: changedOf(
      written.disputes.filter(({ id }) => isOwn(sideOfDispute.get(id))),
      (each) => ({ ...each, said: withoutDetail(each.said) }),
    ),
    disputeTexts: changedOf(
      written.disputeTexts.filter(({ said }) => isOwn(said.by)),
      (each) => ({ ...each, said: withoutDetail(each.said) }),
    ),
    discrepancies: changedOf(written.discrepancies, (each) => withoutTexts(each, party)),
    reviews: changedOf(
      written.reviews.filter(({ id }) => isOwn(sideOfReview.get(id))),
      ({ id, said, sentence }) => ({
        id,
        said: withoutReviewer(said),
        sentence: sentence === null ? null : withoutReason(sentence),
      }),
    ),
    runs: written.runs.flatMap(({ runId, accountId: asker, accountName, advisory }) =>
      asker === accountId && (accountName !== erased || (advisory !== null && advisory !== erased))
        ? [runId]
        : [],
    ),
  }
}

/** The rows as the change makes them, without those that are so already. */
function changedOf<Row>(rows: readonly Row[], change: (row: Row) => Row): Row[] {
  return rows.flatMap((row) => {
    const changed = change(row)
    return isChanged(row, changed) ? [changed] : []
  })
}

function isChanged(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}
