import { invalid, invalidState, unprocessable } from '@outturn/contracts'
import { type Decision } from '../model/decision.ts'
import { takeAction } from './take-action.ts'
import type { Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** What an acceptance says that it accepts; null where it does not say. */
export type AcceptedTerms = { agreementHash: string | null; quoteDigest: string | null }

/**
 * The frozen agreement, which is the one that is named, where one is; on agent work together with the quote whose digest is
 * named, which must be the current one.
 */
export function acceptSpool(spool: Spool, viewer: Viewer, named: AcceptedTerms, at: string): Decision {
  assertCurrentTerms(spool, named.agreementHash)
  const quoteDigest = acceptedQuote(spool, named.quoteDigest)
  const { agreement } = spool
  return takeAction('accept', spool, viewer, at, {
    agreement_hash: agreement.agreementHash,
    plan_hash: agreement.planHash,
    ...(quoteDigest !== null && { quote_digest: quoteDigest }),
  })
}

/** The creator may amend a proposal at any time, also after the other party has read it. */
function assertCurrentTerms({ agreement }: Spool, named: string | null): void {
  const { agreementHash: current, version } = agreement
  if (named === null || named === current) return
  throw invalidState('The terms that agreement_hash names are not the current ones.', {
    reason: 'terms_changed',
    field: 'agreement_hash',
    remediation: `Read the Spool again, now version ${version} of its agreement, and, if you agree to it, send agreement_hash "${current}".`,
    details: { agreement_hash: current },
  })
}

function acceptedQuote(spool: Spool, named: string | null): string | null {
  const { quote } = spool.state
  if (spool.agreement.type !== 'agent_task' || quote === null) {
    if (named === null) return null
    throw unprocessable('quote_digest', 'Only agent work is accepted with a quote.', {
      remediation: 'Leave quote_digest out.',
    })
  }
  const current = quote.quote_digest
  if (named === null) {
    throw invalid('quote_digest', 'Agent work is accepted with the digest of its quote.', {
      remediation: `Read the quote and, if you agree to it, send quote_digest "${current}".`,
    })
  }
  if (named === current) return current
  throw invalidState('The quote that quote_digest names is not the current one.', {
    reason: 'requote_required',
    field: 'quote_digest',
    remediation: `Read the quote again and, if you agree to it, send quote_digest "${current}".`,
  })
}
