import { type JsonValue, type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import { schemaId } from './schema-id.ts'

/** The amounts that were quoted. */
export interface QuotedEconomics {
  readonly value: JsonValue
  readonly unitization: JsonValue
  readonly economics: JsonValue
  /** Of the canonical JSON of the others, behind `sha256:`. */
  readonly digest: string
}

/** What a quote offers, as the quote digest binds it. */
export interface QuoteTerms {
  readonly spool_id: string
  readonly agreement_version: number
  readonly plan_hash: string
  readonly economics: QuotedEconomics
  readonly work_budget_cents: number
  readonly service_fee: JsonValue
  readonly rail_fee: JsonValue
  readonly maximum_all_in_cents: number
  readonly payer: JsonValue
  readonly discounts: JsonValue
  readonly pricing_version: string
  readonly expires_at: string
}

/** Canonical text whose SHA-256, written behind `sha256:`, is `quote_digest`. */
export function quotePreimage(slug: string, quote: QuoteTerms): string {
  return canonicalJson({
    schema: schemaId(slug, 'quote'),
    spool_id: quote.spool_id,
    agreement_version: quote.agreement_version,
    plan_hash: quote.plan_hash,
    economics_digest: quote.economics.digest,
    work_budget_cents: quote.work_budget_cents,
    service_fee: quote.service_fee,
    rail_fee: quote.rail_fee,
    maximum_all_in_cents: quote.maximum_all_in_cents,
    payer: quote.payer,
    discounts: quote.discounts,
    pricing_version: quote.pricing_version,
    expires_at: quote.expires_at,
  })
}

/**
 * The digest that a quote of this service must have, computed from its members: what is accepted with it is exactly what the
 * quote says. `slug` is the name of the service, as in the schema id of its receipts.
 */
export function quoteDigest(slug: string, quote: QuoteTerms, sha256: Sha256 = portableSha256): string {
  const { value, unitization, economics } = quote.economics
  const digest = `sha256:${digestOf(canonicalJson({ value, unitization, economics }), sha256)}`
  const preimage = quotePreimage(slug, { ...quote, economics: { ...quote.economics, digest } })
  return `sha256:${digestOf(preimage, sha256)}`
}
