import type { Discrepancy } from './casework/discrepancy.ts'
import { chainHistory, type ChainedEntry, type Entry } from './history.ts'
import type { ClaimMatch } from './casework/claim-match.ts'
import type { Claim } from './casework/claim.ts'
import type { DisputeText } from './casework/dispute-state.ts'
import type { NewReview, ReviewSentence } from './casework/review.ts'
import type { DisputeStatement, Evidence, Spool } from './spool.ts'

export type { Entry } from './history.ts'

/** What an action makes of a Spool: its agreement and state afterwards, and what is recorded of it. */
export type Decision = {
  spool: Spool
  entries: Entry[]
  /** Items to be added, with the texts of their contents. */
  evidence?: Evidence[]
  contents?: { digest: string; text: string }[]
  /** A dispute to be added, with what its party wrote. */
  dispute?: NewDispute
  /** Claims to be added. */
  claims?: readonly Claim[]
  /** Contents to be deleted. */
  withdrawal?: Withdrawal
  /** A text of a party in a dispute to be added. */
  disputeText?: NewDisputeText
  /** Discrepancies to be added, or to be kept as they are now. */
  discrepancies?: readonly Discrepancy[]
  /** A match of the claims to be added. */
  match?: ClaimMatch
  /** A review to be added, with what its requester wrote. */
  review?: NewReview
  /** The decision of a review, with what its reviewer wrote. */
  reviewDecision?: { id: string; sentence: ReviewSentence }
}

/** Contents that are deleted. */
export type Withdrawal = {
  readonly by: 'erasure' | 'party' | 'retention'
  /** The items, with the runs that judged them. */
  readonly items: readonly {
    readonly evidenceId: string
    readonly runIds: readonly string[]
    /** The facts that the item was made of, once no item of their source is kept any more. */
    readonly facts?: DeletedFacts
  }[]
  /** By what a content is kept under, what stands in its place. */
  readonly contents: readonly { readonly key: string; readonly text: string }[]
}

/** The facts of a source that were received by a time: their values are deleted. */
export type DeletedFacts = { readonly sourceId: string; readonly until: string }

export type NewDispute = { id: string; said: DisputeStatement }
export type NewDisputeText = { disputeId: string; text: DisputeText }

/** A Spool as it will be stored, and its history so far as it is new. */
export type NextVersion = { spool: Spool; history: ChainedEntry[] }

export type VersionTools = {
  eventHash: (entry: Omit<ChainedEntry, 'hash'>) => string
  /** The id of an entry by its type and its place among the new ones. */
  entryId: (type: string, index: number) => string
}

/** Chains the entries of a decision onto the history and raises the version; without entries nothing has changed. */
export function nextVersion({ spool, entries }: Decision, at: string, tools: VersionTools): NextVersion {
  if (entries.length === 0) return { spool, history: [] }
  const { state } = spool
  const { chained, head } = chainHistory(
    { length: state.historyLength, hash: state.historyHash },
    entries.map((entry, index) => ({ id: tools.entryId(entry.type, index), ...entry })),
    tools.eventHash,
  )
  return {
    spool: {
      ...spool,
      version: spool.version + 1,
      updatedAt: at,
      state: {
        ...state,
        closedAt: state.status.outcome === 'active' ? null : (state.closedAt ?? at),
        historyLength: head.length,
        historyHash: head.hash,
      },
    },
    history: chained,
  }
}

/** The same for a decision that changes a Spool even where its history has nothing to say of it. */
export function nextVersionAlways(decision: Decision, at: string, tools: VersionTools): NextVersion {
  if (decision.entries.length > 0) return nextVersion(decision, at, tools)
  const { spool } = decision
  return { spool: { ...spool, version: spool.version + 1, updatedAt: at }, history: [] }
}
