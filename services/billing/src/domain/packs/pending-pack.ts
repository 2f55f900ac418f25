import type { PackRail } from '@outturn/vocabulary'

/** A pack whose payment has begun and has not ended. */
export type PendingPack = {
  readonly id: string
  readonly rail: PackRail
  readonly packCents: number
  /** `charging` from when money may have moved. */
  readonly state: 'claimed' | 'charging'
  readonly createdAt: Date
}
