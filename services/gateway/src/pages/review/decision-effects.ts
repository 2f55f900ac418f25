import type { ReviewDecision, ReviewPage } from '@outturn/contracts'
import { usdText } from '@outturn/pages'

/** Cents as an amount with its currency. */
export const usd = (cents: number): string => `${usdText(BigInt(cents) * 10_000n)} USD`

/** What each decision does to the money, as far as it is known before the new receipt is made. */
export function effectWords(page: ReviewPage, decision: ReviewDecision['decision']): string {
  const { earnedCents, committedCents } = page
  const stays = `The receipt stands: ${usd(earnedCents)} of ${usd(committedCents)} stays earned.`
  if (decision === 'uphold') return stays
  if (decision === 'needs_evidence') return `${stays} Both parties read which evidence is missing.`
  if (page.review.standing === 'advisory') {
    return `${stays} Your decision is recorded and shown to both parties. It is advisory, because only one of them named you.`
  }
  return `A new receipt replaces this one. It earns from ${usd(0)} to ${usd(committedCents)}, by the outcomes that you state, in place of ${usd(earnedCents)}.${movedWords(page)}`
}

function movedWords({ isSettled }: ReviewPage): string {
  return isSettled ? ' Money that has moved is not moved back; the difference is shown to both parties.' : ''
}

/** The same for a decision that is about to be sent, with the amount where it follows from the outcomes alone. */
export function decidedWords(page: ReviewPage, decision: ReviewDecision): string {
  if (decision.decision !== 'overturn' || page.review.standing === 'advisory') {
    return effectWords(page, decision.decision)
  }
  const earned = earnedBy(page, decision)
  return earned === null
    ? effectWords(page, 'overturn')
    : `A new receipt replaces this one. It earns ${usd(earned)} in place of ${usd(page.earnedCents)}.${movedWords(page)}`
}

/** What is earned where single units do not decide it; null where they do, or conditions outside of the scope. */
function earnedBy(page: ReviewPage, decision: ReviewDecision): number | null {
  const { condition_outcomes: whole = [], unit_outcomes: units = [] } = decision
  if (units.length > 0) return null
  const results = page.conditions
    .filter(({ required }) => required)
    .map(({ id, result }) => {
      const stated = whole.find((each) => each.condition_id === id)?.outcome
      return stated === undefined ? result : stated === 'passed' ? 'pass' : 'fail'
    })
  if (whole.some(({ condition_id: id, outcome }) => outcome === 'failed' && isRequired(page, id))) return 0
  const isWhole = page.review.request.scope.condition_ids === undefined
  return isWhole && results.every((result) => result === 'pass') ? page.committedCents : null
}

function isRequired({ conditions }: ReviewPage, conditionId: string): boolean {
  return conditions.some(({ id, required }) => id === conditionId && required)
}
