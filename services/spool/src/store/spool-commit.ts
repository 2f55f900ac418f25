import type { VerifiedRun } from '@outturn/contracts'
import type { OutboxRow } from '@outturn/postgres'
import type { ClaimMatch } from '../domain/model/casework/claim-match.ts'
import type { Claim } from '../domain/model/casework/claim.ts'
import type { Discrepancy } from '../domain/model/casework/discrepancy.ts'
import type { Decision, NewDispute, NewDisputeText, Withdrawal } from '../domain/model/decision.ts'
import type { NewMail } from './casework/mail-store.ts'
import type { ChainedEntry } from '../domain/model/history.ts'
import type { Evidence, Spool } from '../domain/model/spool.ts'
import type { BareReply, KeptReply } from './kept-reply.ts'
import type { RunProcess } from './run-process.ts'

/** What a commit follows from, which is also what keeps it from being written twice. */
export type CommitOrigin =
  /** A command, whose id is claimed. Without a reply, the end of the run that the commit opens completes it. */
  | {
      kind: 'command'
      commandId: string
      command: string
      bodyDigest: string
      /** The reply: its exact bytes, or without the documents that signing keeps. */
      reply: string | BareReply | null
      /** Whether the reply is exempt from retention. */
      isKept: boolean
    }
  /** An event of another service, which is recorded in the inbox. */
  | { kind: 'event'; eventId: string }
  /** The end of an open run, which completes the command that opened it. */
  | {
      kind: 'run'
      runId: string
      commandId: string
      state: 'done' | 'failed'
      reply: KeptReply
      verifiedRun: VerifiedRun | null
    }
  /** A timer. What it does depends on the Spool alone, so the version that was read is guard enough. */
  | { kind: 'timer' }

/** Evidence items with the texts of their contents by digest. */
export type NewEvidence = {
  /** Items that the Spool had before. */
  from: number
  items: readonly Evidence[]
  contents: readonly { readonly digest: string; readonly text: string }[]
}

/** One new version of a Spool, with everything that is written together with it. */
export type SpoolCommit = {
  origin: CommitOrigin
  spool: Spool
  history: readonly ChainedEntry[]
  outbox: readonly OutboxRow[]
  evidence?: NewEvidence
  /** The dispute that it opens. */
  dispute?: NewDispute
  /** The claims that it adds. */
  claims?: readonly Claim[]
  /** The text that a party adds to a dispute. */
  disputeText?: NewDisputeText
  /** The discrepancies that it opens or changes. */
  discrepancies?: readonly Discrepancy[]
  /** The match of its claims that it adds. */
  match?: ClaimMatch
  /** The contents that it deletes. */
  withdrawal?: Withdrawal
  /** The review that it adds, and the decision of one. */
  review?: Decision['review']
  reviewDecision?: Decision['reviewDecision']
  /** A mail to be sent. */
  mail?: NewMail
  /** The run that it opens. */
  opens?: RunProcess | null
  at: string
} & (
  | { before: null /** 32 private bytes behind unit salts and pseudonyms. */; salt: Uint8Array }
  /** The Spool that was read; the commit is written only where it still has that version. */
  | { before: Spool }
)

/** Only what is `won` has written anything. */
export type CommitResult =
  | 'won'
  /** The Spool changed since it was read. */
  | 'version_conflict'
  /** The command was claimed, the event was received or the run was ended before. */
  | 'already_done'
