import { type JsonValue, type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import { anything, openObject } from '../shape.ts'
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
  const digest = economicsDigest(quote.economics, sha256)
  const preimage = quotePreimage(slug, { ...quote, economics: { ...quote.economics, digest } })
  return `sha256:${digestOf(preimage, sha256)}`
}

/**
 * What is wrong with a quote as it was answered, as the end of a sentence; undefined when nothing is: `economics.digest`, where it is stated,
 * and `quote_digest` are those of its members.
 */
export function quoteProblem(
  slug: string,
  candidate: unknown,
  sha256: Sha256 = portableSha256,
): string | undefined {
  const problem = quoteShape(candidate, 'quote')
  if (problem !== undefined) return problem
  const quote = candidate as QuoteTerms & { readonly quote_digest: string }
  const { digest } = quote.economics as Partial<QuotedEconomics>
  if (digest !== undefined && digest !== economicsDigest(quote.economics, sha256)) {
    return 'the digest of its economics is not that of the amounts beside it'
  }
  if (quoteDigest(slug, quote, sha256) !== quote.quote_digest) return 'its digest is not that of its members'
  return undefined
}

const quoteShape = openObject({
  spool_id: anything(),
  agreement_version: anything(),
  plan_hash: anything(),
  economics: openObject({ value: anything(), unitization: anything(), economics: anything() }),
  work_budget_cents: anything(),
  service_fee: anything(),
  rail_fee: anything(),
  maximum_all_in_cents: anything(),
  payer: anything(),
  discounts: anything(),
  pricing_version: anything(),
  expires_at: anything(),
  quote_digest: anything(),
})

function economicsDigest({ value, unitization, economics }: QuotedEconomics, sha256: Sha256): string {
  return `sha256:${digestOf(canonicalJson({ value, unitization, economics }), sha256)}`
}
