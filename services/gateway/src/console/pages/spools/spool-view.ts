import type {
  CommandOutput,
  DiscrepancyView,
  explainActions,
  ListedReceipt,
  OutcomeReceiptBody,
  ReviewView,
  SettlementOfSpool,
  SpoolEventView,
  SpoolView,
} from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'

export const spoolTabs = {
  overview: 'Overview',
  evidence: 'Evidence',
  runs: 'Runs and receipts',
  money: 'Money',
  terms: 'Terms',
  history: 'History',
} as const
export type SpoolTab = keyof typeof spoolTabs

/** Everything that the page of a Spool shows; what could not be read in time is null. */
export type SpoolPageView = {
  readonly spool: SpoolView
  readonly tab: SpoolTab
  readonly role: PersonRole
  readonly accountName: string
  readonly explained: CommandOutput<typeof explainActions> | null
  /** Newest last. */
  readonly events: readonly SpoolEventView[] | null
  /** Whether there are earlier events than these. */
  readonly hasMoreEvents: boolean
  /** The latest receipt; absent where the tab does not need it or there is none. */
  readonly receipt: OutcomeReceiptBody | null | undefined
  readonly receipts: readonly ListedReceipt[] | null | undefined
  /** Undefined where the tab does not show it; `none` where nothing was committed. */
  readonly money: SettlementOfSpool | 'none' | null | undefined
  /** The newest open discrepancies; undefined where the tab does not show them or there are none. */
  readonly discrepancies: readonly DiscrepancyView[] | null | undefined
  /** Newest first; undefined where the tab does not show them. */
  readonly reviews: readonly ReviewView[] | null | undefined
  readonly people: ReadonlyMap<string, string>
  readonly shareUrl: string
  /** The hidden field of the form that is sent to this address, and an id that makes it one command. */
  readonly formToken: (path: string) => string
  readonly formId: () => string
  /** What was done last, in words; null without. */
  readonly done: string | null
}

export function spoolPath(id: string): string {
  return `/console/spools/${id}`
}

/** Whether this role acts on Spools, and sees what was delivered. */
export function mayAct(role: PersonRole): boolean {
  return role === 'owner' || role === 'developer'
}

/** The name of the party on a side, or `You`. */
export function partyName({ parties }: Pick<SpoolView, 'parties'>, side: 'buyer' | 'provider'): string {
  const isBuyer = (role: string) => role === 'buyer' || role === 'client'
  const party = parties.find(({ role }) => isBuyer(role) === (side === 'buyer'))
  if (party === undefined) return side === 'buyer' ? 'The buyer' : 'The seller'
  return party.is_caller ? 'You' : party.display_name
}

/** Why no receipt of a Spool can be disputed; null where one can. */
export function disputesNever({
  agreement,
  dispute_policy: policy,
}: Pick<SpoolView, 'agreement' | 'dispute_policy'>): string | null {
  if (agreement.mode === 'unilateral') return 'none: one party set the agreement alone'
  return policy.window_hours === 0 ? 'none' : null
}
