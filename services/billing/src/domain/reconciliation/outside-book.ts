import type { PackRail } from '@outturn/vocabulary'
import type { ReceivedPayment, RecordedPayment, Reversal } from './compare.ts'

/** A rail and our records of it, side by side: what it has taken for us, in an order that does not change any more. */
export type OutsideBook = {
  readonly rail: PackRail
  /** Most positions that are read at once. */
  readonly step: bigint
  /** The latest position whose money is final; null while there is none. Rejects while the rail cannot be asked. */
  end(now: Date): Promise<bigint | null>
  /** What a position looks like, the same as long as its past is. */
  fingerprint(position: bigint): Promise<string>
  /** All money from one position to another, both included. */
  read(from: bigint, to: bigint): Promise<ReceivedPayment[]>
  /** The money of these references, wherever they are. */
  find(references: readonly string[]): Promise<ReceivedPayment[]>
  /** What went back to payers from one position to another, of payments that are recorded here and with no refund noted for it. */
  reversals(from: bigint, to: bigint): Promise<Reversal[]>
  /** Our payments that these marks name, and those that ended with money from one position to another. */
  recorded(compared: {
    readonly marks: readonly string[]
    readonly from: bigint
    readonly to: bigint
  }): Promise<RecordedPayment[]>
}
