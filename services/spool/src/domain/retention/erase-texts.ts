import { erasedText as erased, type Side } from '@outturn/vocabulary'
import { isSubmitted } from '../evidence/judged-items.ts'
import type { Discrepancy, DiscrepancyText, OpeningText } from '../model/casework/discrepancy.ts'
import type { DisputeText } from '../model/casework/dispute-state.ts'
import type { ReviewSaid, ReviewSentence } from '../model/casework/review.ts'
import type { DeletedFacts } from '../model/decision.ts'
import type { DisputeStatement, Evidence, Spool } from '../model/spool.ts'
import { sideOf } from '../model/viewer.ts'
import { supplierOf } from './withdraw-contents.ts'

/** An account as a party of a Spool: the parties that it acts for, and their sides. */
export type ErasedParty = { readonly partyIds: ReadonlySet<string>; readonly sides: ReadonlySet<Side> }

/** Of a unilateral Spool the creator wrote both sides. */
export function erasedPartyOf({ agreement, accountId: creator }: Spool, accountId: string): ErasedParty {
  const isAlone = agreement.mode === 'unilateral' && creator === accountId
  const own = agreement.parties.filter((party) => isAlone || party.accountId === accountId)
  return {
    partyIds: new Set(own.map(({ partyId }) => partyId)),
    sides: new Set(own.map(({ role }) => sideOf(role))),
  }
}

/** Whether the account supplied an item, itself or by a source of its. */
export function isSuppliedBy(item: Evidence, spool: Spool, { partyIds }: ErasedParty): boolean {
  return partyIds.has(supplierOf(item, spool))
}

/** The Spool without the words outside of the agreement's hash that the account wrote; the same Spool where there are none. */
export function withoutOwnWords(spool: Spool, accountId: string, party: ErasedParty): Spool {
  const { agreement, state } = spool
  const { declaredIntent: intent } = agreement
  const hasContact = agreement.parties.some(
    ({ partyId, contact }) => party.partyIds.has(partyId) && contact !== undefined,
  )
  const hasNote = spool.accountId === accountId && intent?.note !== undefined && intent.note !== erased
  const { hintWithSightings, ...lastRun } = state.lastRun ?? {}
  const hasSightings = hintWithSightings !== undefined && party.sides.has('provider')
  if (!hasContact && !hasNote && !hasSightings) return spool
  return {
    ...spool,
    agreement: {
      ...agreement,
      parties: agreement.parties.map(({ contact, ...rest }) =>
        contact === undefined || party.partyIds.has(rest.partyId) ? rest : { ...rest, contact },
      ),
      ...(hasNote && { declaredIntent: { ...intent, note: erased } }),
    },
    state: hasSightings ? { ...state, lastRun: lastRun as typeof state.lastRun } : state,
  }
}

/** The item without what its submitter said beside its content, by one call too; no run saw that. */
export function withoutDescription(item: Evidence, spool: Spool, party: ErasedParty): Evidence {
  if (!isSubmitted(item) || !isSuppliedBy(item, spool, party)) return item
  const { method, collector, owner, observed_at, reference } = item.provenanceDetail
  return {
    ...item,
    provenanceDetail: {
      method,
      ...(collector !== undefined && { collector: erased }),
      ...(owner !== undefined && { owner: erased }),
      ...(observed_at !== undefined && { observed_at }),
      ...(reference !== undefined && { reference: erased }),
    },
    ...(item.metadata !== undefined && { metadata: { erased } }),
  }
}

/** What a party said by a dispute, without its words. */
export function withoutDetail<Said extends Pick<DisputeStatement | DisputeText, 'detail'>>(said: Said): Said {
  return { ...said, detail: erased }
}

/** The discrepancy without the texts of these sides; of those that a match wrote, which name what was claimed, too. */
export function withoutTexts(discrepancy: Discrepancy, { sides }: ErasedParty): Discrepancy {
  const { about, openedBy, texts } = discrepancy
  const isOwn = openedBy !== 'service' && sides.has(openedBy)
  return {
    ...discrepancy,
    about: isOwn && about.field !== null ? { ...about, field: erased } : about,
    texts: texts.map((text) => withoutText(text, sides)),
  }
}

function withoutText(text: DiscrepancyText, sides: ReadonlySet<Side>): DiscrepancyText {
  const { by } = text
  if (by === 'operator') return text
  const isOwn = by !== 'service' && sides.has(by)
  if ('note' in text) return isOwn ? { ...text, note: erased } : text
  if (!isOwn && by !== 'service') return text
  return { ...text, opening: withoutOpening(text.opening) }
}

function withoutOpening({ expected, observed }: OpeningText): OpeningText {
  return {
    description: erased,
    ...(expected !== undefined && { expected: erased }),
    ...(observed !== undefined && { observed: erased }),
  }
}

/**
 * The discrepancy without what a match wrote of one of these facts. What it wrote of the claim stays. One of an earlier release does not tell
 * the source of its fact, and loses the same.
 */
export function withoutFactValues(discrepancy: Discrepancy, deleted: readonly DeletedFacts[]): Discrepancy {
  const { about, fact, openedBy, texts } = discrepancy
  if (openedBy !== 'service' || about.factId === null) return discrepancy
  const isDeleted =
    fact === undefined ||
    deleted.some(({ sourceId, until }) => fact.sourceId === sourceId && fact.observedAt <= until)
  if (!isDeleted) return discrepancy
  return {
    ...discrepancy,
    texts: texts.map((text) => {
      if (!('opening' in text) || text.by !== 'service') return text
      const { opening } = text
      if (about.claimId === null) return { ...text, opening: withoutOpening(opening) }
      return {
        ...text,
        opening: { ...opening, ...(opening.observed !== undefined && { observed: erased }) },
      }
    }),
  }
}

/** What the requester of a review wrote, without the reviewer that it named. */
export function withoutReviewer({ email: _, mail, ...said }: ReviewSaid): ReviewSaid {
  return { ...said, name: erased, email: null, question: erased, mail }
}

/** The decision of a reviewer without the words. */
export function withoutReason(sentence: ReviewSentence): ReviewSentence {
  return { ...sentence, detail: sentence.detail === null ? null : erased }
}
