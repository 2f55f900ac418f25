import type { Quote } from '@outturn/agreement'
import type { Spool } from '../lifecycle/spool.ts'

/**
 * The persisted quote with how it stands now, or null when there is none. It holds for one version of the agreement, and
 * once that is accepted it does not expire.
 */
export function currentQuote(spool: Spool, now: Date): Quote | null {
  const { quote, status } = spool.state
  if (quote === null) return null
  const { agreement_version: version, plan_hash: _plan, economics_digest: _economics, ...terms } = quote
  return {
    ...terms,
    expired: status.agreement !== 'accepted' && now.toISOString() >= quote.expires_at,
    superseded: version !== spool.agreement.version,
  }
}
