import type {
  AgreementMode,
  ConfirmationMethod,
  ConfirmationOutcome,
  DecisionAuthority,
  DisputeResolver,
  Environment,
  FinalityMode,
  PartyKind,
  PartyRole,
  ProvenanceSlug,
  Side,
  SpoolType,
  Verdict,
  VerificationMethod,
  WorseReceiptStatus,
} from '@outturn/vocabulary'
import type {
  AgreementAcceptance,
  ClaimTerms,
  EvidenceRequirement,
  ExternalJudge,
  Lane,
  Quote,
  RunEvidence,
  SpoolStatus,
  TableDialect,
  Unitization,
  VerificationPlan,
} from '@outturn/agreement'
import type { DeterministicCheck } from '@outturn/checkers'
import type { SettlementSummary } from '@outturn/contracts'
import type { Dispute } from './casework/dispute-state.ts'
import type { DiscrepancyState } from './casework/discrepancy.ts'
import type { HeldTime, Hold } from './casework/hold-state.ts'

export type { Dispute, DisputeStatement } from './casework/dispute-state.ts'
import type { Review } from './casework/review.ts'

export type Party = {
  partyId: string
  role: PartyRole
  kind: PartyKind
  displayName: string
  /** The account that acts for this party; null while it has none. */
  accountId: string | null
  settlementAddress?: string
  /** Shown to the party itself and to the creator, and outside every hash. */
  contact?: string
  processorAccountId?: string
}

export type Condition = {
  id: string
  description: string
  required: boolean
  verification_method: VerificationMethod
  deterministic_check?: DeterministicCheck
  confirmation_method?: ConfirmationMethod
  claim_cited?: ClaimTerms['claim_cited']
  external_judge?: ExternalJudge
  evidence_requirements?: EvidenceRequirement[]
}

export type Finality = {
  mode: FinalityMode
  max_runs: number
  closes_at: string | null
}
export type DisputePolicy = {
  window_hours: number
  holds_settlement: boolean
  resolver: DisputeResolver
  resolver_ref?: string
}

/** What was agreed. Frozen at acceptance: every byte of it is behind agreementHash. */
export type Agreement = {
  mode: AgreementMode
  version: number
  agreementHash: string
  plan: VerificationPlan
  planHash: string
  type: SpoolType
  parties: Party[]
  value: { amount_cents: number; currency: 'USD'; rail_preference?: string }
  deliverable: { type: string; title: string; description: string; attributes: Record<string, string> }
  terms: { text: string; provenance: { source: string; origin?: string } }[]
  conditions: Condition[]
  unitization: Unitization | null
  economics: { fee_cents?: number; expiry?: string }
  disputePolicy: DisputePolicy
  finality: Finality
  /** A declined Spool stays active, so that its creator can propose it again. Outside the hash, like the four below. */
  reopenOnDecline?: boolean
  /** What the parties mean to do with the verdict; it affects nothing. */
  declaredIntent?: { gated_action: string; note?: string }
  lane?: Lane
  recipe?: { id: string; recipe_hash: string }
  /** Whose names of fields plain-text conditions were read by. */
  fieldsFrom?: 'request' | 'rows'
}

/** What ends the shortfall of one required condition: other evidence, a confirmation, the result of its judge, another run, or no call at all. */
export type WayForward = {
  readonly conditionId: string
  readonly next: 'resubmit' | 'confirm' | 'judge' | 'verify' | 'agree'
}

export type RunSummary = {
  runId: string
  result: Verdict
  at: string
  receiptId: string | null
  earnedCents: number
  /** Time of the newest evidence that the run saw. */
  evidenceUpTo: string
  /** True when waiting and running again may change the result: an unreachable host, a missing executor. */
  isTransient: boolean
  /** True when no further evidence can change a fail: the deadline it failed on has passed. */
  isIrremediable: boolean
  /** What ends the shortfall, made of descriptions of conditions, counts, field names, unit numbers and what was agreed only. */
  hint: string | null
  /** The same for who sees the evidence, with what was seen in it; left out where that is the same, and by older versions. */
  hintWithSightings?: string
  /** What ends it, condition by condition, as the hint says it. */
  ways: readonly WayForward[]
}

/** What has happened since: the part of a Spool that moves. */
export type SpoolState = {
  status: SpoolStatus
  statusReason: string | null
  acceptance: AgreementAcceptance | null
  runs: number
  /** Those of them that count for the finality. */
  countedRuns: number
  /** The run that has started and not ended; one at a time. */
  openRun: { runId: string } | null
  lastRun: RunSummary | null
  lastResults: Record<string, { result: string; run_id: string }>
  latestReceiptId: string | null
  /** When that one was issued; null before, and where it was issued before this was noted. */
  latestReceiptAt: string | null
  /** What became of the latest receipt, and of one that the open run may bring; a receipt that is not here is active. */
  receiptStatuses: Record<string, WorseReceiptStatus>
  /** Settled so far with receipts of this Spool, by the parties outside this service. */
  settledCents: number
  /** What the settlement service said last of the settlement that the buyer committed to; null before that. */
  settlement: Omit<SettlementSummary, 'state'> | null
  /** When the grant ends under which the buyer committed; null where it committed under none. */
  grantEndsAt: string | null
  /** By payee, whether it can be paid by card, as far as it has begun to set up its payouts. Read beside the Spool, of which it is no part. */
  payouts: Readonly<Record<string, boolean>>
  /** Sides that want to cancel although the settlement is committed: it takes both. */
  cancelConsents: readonly Side[]
  /** Items that the provider side submitted, without the confirmations and results that the service records itself. */
  evidenceCount: number
  /** The same of the buyer side, which has a limit of its own. */
  buyerEvidenceCount: number
  /** When the provider side first submitted something itself. */
  deliveredAt: string | null
  /** By condition, how many runs had begun when the provider side last submitted evidence for it. */
  suppliedAfterRuns: Record<string, number>
  newestEvidenceAt: string | null
  /** The latest confirmation of each side on each condition that people decide. */
  confirmations: Record<string, Partial<Record<Side, ConfirmationOutcome>>>
  /** What the latest confirmation of each side was about, also once it is void. */
  boundConfirmations: Record<string, Partial<Record<Side, BoundConfirmation>>>
  /** For each condition that people decide, the digest of the evidence that a confirmation would bind now. */
  confirmableDigests: Record<string, string>
  /** By condition, when the newest result of its outside judge was observed. */
  externalResults: Record<string, string>
  quote: QuoteTerms | null
  /** All that were opened, the oldest first. */
  disputes: readonly Dispute[]
  /** The state of the discrepancies that limits and decisions need; their texts are stored in a table of their own. */
  discrepancies: DiscrepancyState
  /** The open cases, the oldest first: what holds the money, and what waits for a decision without holding it. */
  holds: readonly Hold[]
  /** How long each side has held the money, over all receipts. */
  heldTime: Readonly<Record<Side, HeldTime>>
  /** Claims recorded so far, and the bytes of their values. */
  claims: { readonly count: number; readonly bytes: number }
  /** By evidence item whose content was deleted, when. */
  withdrawn: Readonly<Record<string, string>>
  /** All that were asked for, the oldest first. */
  reviews: readonly Review[]
  /** When the finality closed: no run follows. */
  finalizedAt: string | null
  /** When the Spool left `active`; null while it is. */
  closedAt: string | null
  historyLength: number
  historyHash: string
}

/** The evidence that a confirmation was given of. It holds for that evidence and no other. */
export type BoundConfirmation = {
  /** The item that keeps the confirmation. */
  evidenceId: string
  digest: string
  evidenceRefs: readonly string[]
  /** The item whose submission made the confirmation void; null while it holds. */
  voidedBy: string | null
}

/** A persisted quote; whether it expired or was superseded is worked out when it is read. */
export type QuoteTerms = Omit<Quote, 'expired' | 'superseded'>

export type Spool = {
  id: string
  shareId: string
  environment: Environment
  accountId: string
  version: number
  createdAt: string
  updatedAt: string
  agreement: Agreement
  state: SpoolState
}

/** How an item came here, as its parties are told. */
export type ProvenanceDetail = {
  method: ProvenanceSlug
  collector?: string | undefined
  owner?: string | undefined
  observed_at?: string | undefined
  reference?: string | undefined
}

/** An evidence item as it is kept: immutable, its content by digest beside it. */
export type Evidence = RunEvidence & {
  provenanceDetail: ProvenanceDetail
  bytes: number
  /** How many rows it holds, as far as its content tells; left out where it holds none. */
  rows?: number
  /** Characters in all cells of its table, where they are more than its bytes: a workbook has each text once for many cells. */
  characters?: number
  /** How its bytes are read as a table; left out where it is none. */
  dialect?: TableDialect
  /** SHA-256 of a reference as it was sent: it states no digest of a content, because none is held. */
  referenceDigest?: string
  /** The party that submitted it; absent where the service made the item itself. */
  submittedBy?: string
  /** What its submitter said of it beside the content, for both parties; no run sees it. */
  metadata?: Record<string, unknown>
}

/** Which authority decides, by the methods of the required conditions. */
export function decisionAuthorityOf(conditions: readonly Condition[]): DecisionAuthority {
  const human = conditions.filter((c) => c.required && c.verification_method === 'human_confirmed')
  if (human.some((c) => 'confirmation_method' in c && c.confirmation_method === 'both_confirm'))
    return 'both_confirm'
  if (human.length > 0) return 'buyer_confirmation'
  return conditions.length > 0 ? 'deterministic' : 'none'
}
