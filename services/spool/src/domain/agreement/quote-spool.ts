import type { BuyerRole } from '@outturn/vocabulary'
import type { JsonValue } from '@outturn/canonical'
import { type CommandOutput, type priceWork, unprocessable } from '@outturn/contracts'
import { proposalEnd } from '../model/proposal-end.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { QuoteTerms, Spool } from '../model/spool.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'

/** Fees on the work of one Spool under the current price list. */
export type WorkPrice = CommandOutput<typeof priceWork>

export type QuoteFacts = {
  now: Date
  quoteId: string
  /** SHA-256 of the canonical JSON, 64 hex digits. */
  hashOf: (value: JsonValue) => string
  /** `sha256:` and the digest of the terms of a quote. */
  quoteDigest: (terms: Omit<QuoteTerms, 'quote_digest' | 'quote_id'>) => string
}

/** The Spool with a quote for its current terms, which replaces the one it had. */
export function quoteSpool(spool: Spool, viewer: Viewer, price: WorkPrice, facts: QuoteFacts): Decision {
  const terms = quoteTerms(spool, price, facts)
  const quote = { ...terms, quote_id: facts.quoteId, quote_digest: facts.quoteDigest(terms) }
  const replaced = spool.state.quote
  const at = facts.now.toISOString()
  const entry = (type: Entry['type'], data: Entry['data']): Entry => ({
    type,
    at,
    actor: { party_id: viewer.party?.partyId ?? null, kind: 'party' },
    data,
  })
  return {
    spool: { ...spool, state: { ...spool.state, quote } },
    entries: [
      ...(replaced === null
        ? []
        : [entry('quote.superseded', { quote_id: replaced.quote_id, quote_digest: replaced.quote_digest })]),
      entry('quote.created', {
        quote_id: quote.quote_id,
        quote_digest: quote.quote_digest,
        maximum_all_in_cents: quote.maximum_all_in_cents,
        expires_at: quote.expires_at,
      }),
    ],
  }
}

function quoteTerms(
  spool: Spool,
  price: WorkPrice,
  { now, hashOf }: QuoteFacts,
): Omit<QuoteTerms, 'quote_digest' | 'quote_id'> {
  const { agreement } = spool
  const ends = [new Date(now.getTime() + price.quoteTtlSeconds * 1_000).toISOString(), proposalEnd(spool)]
  const discounts = price.discounts.map(({ code, amountCents }) => ({ code, amount_cents: amountCents }))
  const discounted = discounts.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  const gross = exactCents(
    agreement.value.amount_cents + price.serviceFee.maximumCents + price.railFee.maximumCents,
  )
  const economics = {
    value: { amount_cents: agreement.value.amount_cents, currency: agreement.value.currency },
    unitization: agreement.unitization,
    economics: agreement.economics,
  }
  return {
    spool_id: spool.id,
    agreement_version: agreement.version,
    plan_hash: agreement.planHash,
    economics: { ...economics, digest: `sha256:${hashOf(economics)}` },
    work_budget_cents: agreement.value.amount_cents,
    service_fee: {
      estimated_cents: price.serviceFee.estimatedCents,
      maximum_cents: price.serviceFee.maximumCents,
    },
    rail_fee: {
      pass_through: true,
      estimated_cents: price.railFee.estimatedCents,
      maximum_cents: price.railFee.maximumCents,
    },
    maximum_all_in_cents: Math.max(0, gross - discounted),
    expires_at: ends.filter((end) => end !== null).toSorted()[0] as string,
    payer: partyOn(spool, 'buyer').role as BuyerRole,
    discounts,
    pricing_version: price.pricingVersion,
  }
}

/** A sum of cents, refused where it is beyond what JSON numbers hold exactly. */
function exactCents(cents: number): number {
  if (Number.isSafeInteger(cents)) return cents
  throw unprocessable('value.amount_cents', 'With its fees this work costs more than can be said exactly.', {
    remediation: 'Agree on a new Spool with a smaller amount.',
  })
}

/** Refuses a declared platform fee on agent work above what the service would take at most. */
export function assertFeeWithinMaximum(feeCents: number | undefined, price: WorkPrice): void {
  const { maximumCents } = price.serviceFee
  if (feeCents === undefined || feeCents <= maximumCents) return
  throw unprocessable(
    'economics.fee_cents',
    `fee_cents is ${feeCents}, and the service fee on this work is at most ${maximumCents} cents.`,
    { remediation: `Send at most ${maximumCents}, or leave fee_cents out: the quote governs agent work.` },
  )
}
