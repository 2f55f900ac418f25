import type { listPayments } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toPaymentRow } from '../../domain/reconciliation/payment-row.ts'
import { listBookedPayments } from '../../store/payments/booked-payments.ts'

const openStates = ['claimed', 'worked', 'settling', 'charging']

export function handleListPayments({ pool }: BillingDeps): Handler<typeof listPayments> {
  return async ({ rail, state, limit }) => {
    const states = state === null ? [] : state === 'open' ? openStates : [state]
    return (await listBookedPayments(pool, { rail, states, limit })).map(toPaymentRow)
  }
}
