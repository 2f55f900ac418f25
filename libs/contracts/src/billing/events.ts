import { AccountId, KeyId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { defineEvent } from '../define.ts'
import { Micros } from '../http/billing.ts'
import { UtcMonth } from './usage-commands.ts'

/** The balance of an account fell below its threshold; once, until it has been at one and a half times the threshold again. */
export const balanceLow = defineEvent('billing.balance-low', {
  payload: z.strictObject({
    accountId: AccountId,
    availableMicros: Micros,
    thresholdMicros: Micros,
    at: Timestamp,
  }),
  reactedToBy: ['gateway'],
})

/** The statement of a month was made. */
export const statementClosed = defineEvent('billing.statement-closed', {
  payload: z.strictObject({
    accountId: AccountId,
    month: UtcMonth,
    number: z.string(),
    chargedMicros: Micros,
    closingMicros: Micros,
    at: Timestamp,
  }),
  reactedToBy: ['gateway'],
})

/** A key used 80 % of its cap, or so much of it that no further run fits (100); once each in a month. */
export const keyCapNear = defineEvent('billing.key-cap-near', {
  payload: z.strictObject({
    accountId: AccountId,
    keyId: KeyId,
    percent: z.literal([80, 100]),
    capMicros: Micros,
    usedMicros: Micros,
    month: UtcMonth,
    at: Timestamp,
  }),
  reactedToBy: ['gateway'],
})
