import type { PackRail } from '@outturn/vocabulary'
import type { Anomaly, AnomalyKind, reversalKinds } from './anomaly.ts'

/** Money that a rail has taken for us, as the rail says. */
export type ReceivedPayment = {
  /** Its transaction, or its id at the processor. */
  readonly reference: string
  /** Tells it from all others of the rail; a transaction may have several. */
  readonly subject: string
  /** What it says that it pays: the name of an authorization, or of a purchase; null where it says nothing. */
  readonly mark: string | null
  readonly payer: string | null
  readonly amountMicros: bigint
  /** Number of its block, or its second. */
  readonly position: bigint
}

/** A payment as it is recorded here. */
export type RecordedPayment = {
  readonly id: string
  readonly mark: string
  readonly state: 'open' | 'refused' | 'settled'
  readonly amountMicros: bigint
  /** Of a settled one: where the rail has it. */
  readonly reference: string | null
  readonly position: bigint | null
  /** What the ledger took in for it. */
  readonly bookedMicros: bigint
}

/** Money of a payment that a rail gave back, or that is in dispute, as the rail says. */
export type Reversal = {
  readonly kind: (typeof reversalKinds)[number]
  /** Its id at the processor. */
  readonly reference: string
  readonly paymentId: string
  readonly amountMicros: bigint
  readonly position: bigint
}

/**
 * What does not agree between the money that a rail has and the payments that name it or that ended with it. `recorded` holds
 * every payment that a mark of `received` names, and every settled one whose money the rail should have here.
 */
export function compare(
  rail: PackRail,
  received: readonly ReceivedPayment[],
  recorded: readonly RecordedPayment[],
): Anomaly[] {
  const byMark = new Map(recorded.map((payment) => [payment.mark, payment]))
  const subjects = new Set(received.map(({ mark, reference }) => nameOf(mark ?? '', reference)))
  return [
    ...received.flatMap((money) => {
      const payment = money.mark === null ? undefined : byMark.get(money.mark)
      const kind = faultOf(money, payment)
      return kind === null ? [] : [anomalyOf(rail, kind, money, payment)]
    }),
    ...recorded
      .filter(({ state }) => state === 'settled')
      .flatMap((payment) => {
        const isReceived = subjects.has(nameOf(payment.mark, payment.reference ?? ''))
        const isBooked = payment.bookedMicros === payment.amountMicros
        return [
          ...(isReceived ? [] : [anomalyOfPayment(rail, 'not_received', payment)]),
          ...(isBooked ? [] : [anomalyOfPayment(rail, 'not_booked', payment)]),
        ]
      }),
  ]
}

function nameOf(mark: string, reference: string): string {
  return `${mark}|${reference}`
}

function faultOf(money: ReceivedPayment, payment: RecordedPayment | undefined): AnomalyKind | null {
  if (payment === undefined) return 'unclaimed'
  if (payment.state === 'open') return 'paid_and_open'
  if (payment.state === 'refused') return 'paid_and_refused'
  if (payment.reference !== money.reference) return 'paid_again'
  return payment.amountMicros === money.amountMicros ? null : 'amount_differs'
}

function anomalyOf(
  rail: PackRail,
  kind: AnomalyKind,
  { subject, reference, payer, position, amountMicros }: ReceivedPayment,
  payment: RecordedPayment | undefined,
): Anomaly {
  return { rail, kind, subject, paymentId: payment?.id ?? null, reference, payer, position, amountMicros }
}

/** Money that a rail gave back, while the records have it. */
export function anomalyOfReversal(
  rail: PackRail,
  { kind, reference, paymentId, amountMicros, position }: Reversal,
): Anomaly {
  return { rail, kind, subject: reference, paymentId, reference, payer: null, position, amountMicros }
}

function anomalyOfPayment(
  rail: PackRail,
  kind: AnomalyKind,
  { id, reference, position, amountMicros }: RecordedPayment,
): Anomaly {
  return { rail, kind, subject: id, paymentId: id, reference, payer: null, position, amountMicros }
}
