import type { Quote } from '@outturn/agreement'
import type { Spool } from './spool.ts'

/**
 * The persisted quote with how it stands now, or null when there is none. It holds while plan and economics are those that
 * were quoted, and once they are accepted it does not expire. An amendment changes nothing of the economics that the plan
 * does not hold too.
 */
export function currentQuote(spool: Spool, now: Date): Quote | null {
  const { quote, status } = spool.state
  if (quote === null) return null
  return {
    ...quote,
    expired: status.agreement !== 'accepted' && now.toISOString() >= quote.expires_at,
    superseded: quote.plan_hash !== spool.agreement.planHash,
  }
}
