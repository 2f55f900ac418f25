import type { SettlementDeps } from '../../deps.ts'
import { handleShowSettlement } from '../../handlers/operator/show-settlement.ts'
import { readBookTotals } from '../../store/book-totals.ts'
import { operate } from '../as-operator.ts'
import type { Paid, RandomSettlement } from './random-settlement.ts'

const parts = ['seller', 'fee'] as const
const microsOfCent = 10_000n
export const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n)

/** What a settlement has in the books, and what was told of it. */
async function booksOf(deps: SettlementDeps, { settlementId }: RandomSettlement) {
  const { settlement, legs, books, anomalies } = await operate(handleShowSettlement(deps), {
    reference: settlementId,
  })
  const booked = (part: string, isCounted: (transfer: (typeof books)[number]) => boolean) =>
    sumOf(
      books
        .filter((transfer) => transfer.key.split(':')[1] === part && isCounted(transfer))
        .map(({ micros }) => BigInt(micros)),
    )
  const bookedTo = (part: string, account: string) =>
    booked(part, ({ to }) => to === account) - booked(part, ({ from }) => from === account)
  const told = new Set(
    anomalies.filter(({ kind }) => kind === 'paid_without_intent').map(({ subject }) => subject),
  )
  return {
    state: settlement[0]?.state,
    paid: (part: string) => bookedTo(part, 'paid'),
    external: (part: string) => bookedTo(part, 'settled_external'),
    /** Whether operators were told that a part arrived after it was closed as settled elsewhere. */
    isTold: (part: string) => legs.some(({ leg, nonce }) => leg === part && told.has(nonce)),
  }
}

/** Every way in which a settlement has not ended as its verdict says, or its books differ from what arrived. */
async function problemsOf(
  deps: SettlementDeps,
  settlement: RandomSettlement,
  { arrived, isClosed }: { arrived: Paid; isClosed: boolean },
): Promise<{ problems: string[]; paidMicros: bigint; externalMicros: bigint }> {
  const { spoolId, earnedCents, feeCents } = settlement
  const books = await booksOf(deps, settlement)
  const problems: string[] = arrived.odd.map((odd) => `${spoolId} ${odd}`)
  let [paidMicros, externalMicros] = [0n, 0n]
  if (books.state !== 'settled' && books.state !== 'voided') {
    problems.push(`${spoolId} has not ended: ${books.state}`)
  }
  for (const part of parts) {
    const due = BigInt(part === 'seller' ? earnedCents : feeCents) * microsOfCent
    const payments = arrived[part]
    const [paid, external] = [books.paid(part), books.external(part)]
    if (payments.length > 1) problems.push(`${spoolId} paid its ${part} ${payments.length} times`)
    if (payments.some((each) => each !== due))
      problems.push(`${spoolId} owed its ${part} ${due} micros and paid ${payments.join(' and ')}`)
    // What others sent after an operator closed it is no payment of the books: it is told as an anomaly.
    const booked = isClosed && books.isTold(part) ? external : paid
    if (booked !== sumOf(payments))
      problems.push(
        `${sumOf(payments)} micros arrived at the ${part} of ${spoolId}, and ${booked} are booked`,
      )
    if (paid + external !== due)
      problems.push(`${due - paid - external} of ${due} micros are owed to the ${part} of ${spoolId}`)
    if (external > 0n && !isClosed)
      problems.push(`${spoolId} was never closed, and has ${external} elsewhere`)
    paidMicros += paid
    externalMicros += external
  }
  return { problems, paidMicros, externalMicros }
}

/** Every way in which what arrived, what was earned and the books do not tell the same. */
export async function reckon(
  deps: SettlementDeps,
  found: readonly { settlement: RandomSettlement; arrived: Paid; isClosed: boolean }[],
): Promise<string[]> {
  const problems: string[] = []
  let [earned, paid, external] = [0n, 0n, 0n]
  for (const { settlement, ...outcome } of found) {
    const each = await problemsOf(deps, settlement, outcome)
    problems.push(...each.problems)
    earned += BigInt(settlement.earnedCents + settlement.feeCents) * microsOfCent
    paid += each.paidMicros
    external += each.externalMicros
  }
  const books = await readBookTotals(deps.pool)
  if (books.imbalanceMicros !== 0n) problems.push(`the books differ by ${books.imbalanceMicros} micros`)
  if (books.owedMicros !== 0n) problems.push(`${books.owedMicros} micros are still owed`)
  if (books.paidMicros !== paid || books.externalMicros !== external)
    problems.push(`the books have other totals than their settlements`)
  const left = earned - books.owedMicros - books.paidMicros - books.externalMicros
  if (left !== 0n) problems.push(`${left} of ${earned} micros that are due are in no book`)
  const { rows } = await deps.pool.query<{ open: number }>(
    `select count(*)::int as open from tx_slot where state = 'open'`,
  )
  if (rows[0]?.open !== 0) problems.push(`${rows[0]?.open} transactions are still on their way`)
  return problems
}
