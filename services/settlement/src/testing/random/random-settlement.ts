import type { SettlementState } from '@outturn/vocabulary'

/** What arrived, each payment by itself, in micros of a dollar; counted without a look at our tables. */
export type Paid = {
  readonly seller: readonly bigint[]
  readonly fee: readonly bigint[]
  /** What is there that should not be, as money that is still held. */
  readonly odd: readonly string[]
}

/** One settlement of a random run, by whichever lane: its parties, and what may befall it. */
export type RandomSettlement = {
  readonly spoolId: string
  readonly settlementId: string
  /** What its verdict says, in cents; nothing is due where both are 0. */
  readonly earnedCents: number
  readonly feeCents: number
  /** Tells the verdict; more often than once changes nothing. */
  decide(): Promise<unknown>
  /** Whether it is settled or voided. */
  hasEnded(): Promise<boolean>
  /** Its parties do what they are asked for, if anything. */
  attend(): Promise<unknown>
  /** What may befall it, by its name. */
  readonly mishaps: Readonly<Record<string, () => Promise<unknown>>>
}

/** A way to settle, as a random run drives it. */
export type RandomLane = {
  /** Drafts a settlement and commits it, perhaps by a process that ends meanwhile. */
  begin(name: string): Promise<RandomSettlement>
  /** A turn of the sweeper long after the one before it; what fails is tried at the next. */
  sweep(): Promise<unknown>
  /** What arrived of each settlement, and what no settlement explains, by the chain or the processor alone. */
  paid(settlements: readonly RandomSettlement[]): Promise<{ each: Paid[]; strays: string[] }>
}

/** Whether nothing happens to a settlement any more. */
export function isEnded(state: SettlementState): boolean {
  return state === 'settled' || state === 'voided'
}
