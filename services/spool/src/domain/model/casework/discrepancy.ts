import type {
  CaseSeverity,
  DiscrepancyAct,
  DiscrepancyKind,
  DiscrepancyOutcome,
  DiscrepancyStatus,
  Side,
} from '@outturn/vocabulary'

/** A difference between what was claimed, observed and delivered. It is kept beside the Spool, whose state has what it decides. */
export type Discrepancy = {
  readonly id: string
  /** Its place among those of its Spool; 1 for the first. */
  readonly ordinal: number
  readonly kind: DiscrepancyKind
  /** As it was opened, or as it was when it closed. Whether a block has lapsed meanwhile is for its Spool to say. */
  readonly severity: CaseSeverity
  readonly status: DiscrepancyStatus
  readonly about: DiscrepancySubject
  /** Where its fact comes from. Absent where no match opened it, where it names no fact, and where an earlier release matched. */
  readonly fact?: FoundFact
  /** The latest receipt when it was opened; null before the first. */
  readonly receiptId: string | null
  readonly openedBy: Side | 'service'
  readonly openedAt: string
  /** When a block becomes a warning; null for one that never was a block. */
  readonly lapsesAt: string | null
  /** Whether the latest match found it again; true for one that no match opened. */
  readonly stillFound: boolean
  /** What one side asked for last; the other side can agree to it. */
  readonly proposal: Proposal | null
  /** What an operator asked for last; another operator can approve it. */
  readonly request: CloseRequest | null
  readonly resolution: Resolution | null
  /** The texts, by the digests that the history has of them. */
  readonly texts: readonly DiscrepancyText[]
}

/** What a discrepancy is about; a member that is null is not named. */
export type DiscrepancySubject = {
  readonly claimId: string | null
  readonly factId: string | null
  readonly conditionId: string | null
  /** 1 for the first. */
  readonly unit: number | null
  readonly field: string | null
}

/** The source of a fact, and when the fact was received. */
export type FoundFact = { readonly sourceId: string; readonly observedAt: string }

/** How a side, or an operator, wants to close a discrepancy; a dismissal has no outcome. */
export type Closing = { readonly act: DiscrepancyAct; readonly outcome: DiscrepancyOutcome | null }

/** `note` is the digest of its text. */
export type Proposal = Closing & { readonly by: Side; readonly note: string; readonly at: string }
export type CloseRequest = Closing & {
  /** Name of the operator. */
  readonly by: string
  readonly note: string
  readonly at: string
  readonly expiresAt: string
}
export type Resolution = {
  readonly by: Side | 'operator'
  readonly outcome: DiscrepancyOutcome | null
  readonly note: string
  readonly at: string
  /** Names of the operator that asked and of the one that approved; left out where a party closed it. */
  readonly operators?: readonly [string, string]
}

/** A text of a discrepancy with its digest and who wrote it. */
export type DiscrepancyText =
  | { readonly digest: string; readonly by: Side | 'service'; readonly opening: OpeningText }
  | { readonly digest: string; readonly by: Side | 'operator'; readonly note: string }

/** What is said of a difference when it is opened. */
export type OpeningText = {
  readonly description: string
  /** What the claim or fact that a match found is about, and what is said of it. */
  readonly subject?: string
  readonly predicate?: string
  readonly expected?: string
  readonly observed?: string
}

/** The digest of a text as the history has it. */
export type TextDigest = (text: OpeningText | { note: string }) => string

/** What the state of a Spool has of its discrepancies: what limits and decides, without their texts. */
export type DiscrepancyState = {
  /** How many were opened so far, in all. */
  readonly recorded: number
  readonly open: number
  /** How many each side opened on the day on which it opened one last. */
  readonly lastDay: Readonly<Record<Side, { readonly day: string; readonly opened: number }>>
  /** The open ones that hold the money. */
  readonly blocks: readonly OpenBlock[]
}

export type OpenBlock = {
  readonly id: string
  readonly kind: DiscrepancyKind
  /** The side whose word is awaited, since the other one has proposed how to close it; null before that. */
  readonly awaiting: Side | null
}

export const noDiscrepancies: DiscrepancyState = {
  recorded: 0,
  open: 0,
  lastDay: { buyer: { day: '', opened: 0 }, provider: { day: '', opened: 0 } },
  blocks: [],
}
