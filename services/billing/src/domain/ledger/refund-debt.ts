import type { PackRail } from '@outturn/vocabulary'
import type { AccountFunds, RefundDebt } from './account-funds.ts'
import { takeFromCreditGrant } from './credit-grant.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/** A refund of the payment that a grant was bought with. */
export type CreditRefund = {
  readonly noteId: string
  readonly grantId: string
  readonly rail: PackRail
  readonly micros: bigint
}

/** A change of funds, and the transfers that justify it. */
export type FundsChange = { readonly funds: AccountFunds; readonly transfers: readonly Transfer[] }

/** What an account owes in all. */
export function debtMicros({ debts }: Pick<AccountFunds, 'debts'>): bigint {
  return debts.reduce((sum, { micros }) => sum + micros, 0n)
}

/** Takes back what is left of a refunded grant, up to the refund; what is missing is a debt of the account. */
export function refundCredits(
  funds: AccountFunds,
  { noteId, grantId, rail, micros }: CreditRefund,
  now: Date,
): FundsChange & { readonly takenBackMicros: bigint } {
  const left = funds.grants.find(({ id }) => id === grantId)?.remainingMicros ?? 0n
  const takenBackMicros = left < micros ? left : micros
  const owedMicros = micros - takenBackMicros
  const { available, refundDebt } = customerAccounts(funds.accountId)
  const move = (
    kind: 'refund_credits' | 'refund_debt',
    debitAccount: string,
    amountMicros: bigint,
  ): Transfer => ({
    kind,
    idempotencyKey: noteId,
    debitAccount,
    creditAccount: `refunded:${rail}`,
    amountMicros,
    reference: grantId,
    grantId,
    at: now,
  })
  return {
    funds: {
      ...funds,
      grants: takeFromCreditGrant(funds.grants, grantId, takenBackMicros),
      debts: owedMicros === 0n ? funds.debts : withMoreDebt(funds.debts, grantId, owedMicros),
    },
    transfers: [
      ...(takenBackMicros === 0n ? [] : [move('refund_credits', available, takenBackMicros)]),
      ...(owedMicros === 0n ? [] : [move('refund_debt', refundDebt, owedMicros)]),
    ],
    takenBackMicros,
  }
}

/** What pays debts: so much of a grant; `key` names the event that brought it, which pays once. */
type DebtPayment = { readonly grantId: string; readonly upToMicros: bigint; readonly key: string }

/** Pays what the account owes from what a grant has, the oldest debt first. */
export function payDebts(funds: AccountFunds, payment: DebtPayment, now: Date): FundsChange {
  return pay(funds, payment, () => true, now)
}

/** Pays what the account owes for this very grant from what the grant has. */
export function payDebtOf(funds: AccountFunds, payment: DebtPayment, now: Date): FundsChange {
  return pay(funds, payment, ({ grantId }) => grantId === payment.grantId, now)
}

function pay(
  funds: AccountFunds,
  { grantId, upToMicros, key }: DebtPayment,
  isPaid: (debt: RefundDebt) => boolean,
  now: Date,
): FundsChange {
  let left = upToMicros
  const debts: RefundDebt[] = []
  for (const debt of funds.debts) {
    const paid = !isPaid(debt) ? 0n : debt.micros < left ? debt.micros : left
    left -= paid
    if (paid < debt.micros) debts.push({ ...debt, micros: debt.micros - paid })
  }
  const paidMicros = upToMicros - left
  if (paidMicros === 0n) return { funds, transfers: [] }
  const { available, refundDebt } = customerAccounts(funds.accountId)
  const transfer: Transfer = {
    kind: 'debt_payment',
    idempotencyKey: key,
    debitAccount: available,
    creditAccount: refundDebt,
    amountMicros: paidMicros,
    reference: grantId,
    grantId,
    at: now,
  }
  const grants = takeFromCreditGrant(funds.grants, grantId, paidMicros)
  return { funds: { ...funds, grants, debts }, transfers: [transfer] }
}

function withMoreDebt(debts: readonly RefundDebt[], grantId: string, micros: bigint): readonly RefundDebt[] {
  const isOwed = debts.some((debt) => debt.grantId === grantId)
  if (!isOwed) return [...debts, { grantId, micros }]
  return debts.map((debt) => (debt.grantId === grantId ? { grantId, micros: debt.micros + micros } : debt))
}
