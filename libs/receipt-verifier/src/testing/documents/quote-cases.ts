import { canonicalJson, digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { type QuoteTerms, quoteDigest, quotePreimage } from '../../preimages/quote-preimage.ts'
import { slug } from '../issuers.ts'
import { replacedAt } from '../corpus/json-edit.ts'
import type { QuoteCase } from './document-case.ts'

const terms: QuoteTerms = {
  spool_id: 'spl_000000000000000000000001',
  agreement_version: 2,
  plan_hash: 'ab'.repeat(32),
  economics: {
    value: { amount_cents: 5_000, currency: 'USD' },
    unitization: { total_units: 10, unit_amount_cents: 500 },
    economics: { fee_cents: 20 },
    digest: '',
  },
  work_budget_cents: 5_000,
  service_fee: { estimated_cents: 10, maximum_cents: 20 },
  rail_fee: { pass_through: true, estimated_cents: 3, maximum_cents: 5 },
  maximum_all_in_cents: 5_025,
  payer: 'client',
  discounts: [{ code: 'Größe "pilot"', amount_cents: 0 }],
  pricing_version: '2026-01',
  expires_at: '2026-01-01T00:15:00.000Z',
}

const { digest: _unstated, ...amounts } = terms.economics
const economicsDigest = `sha256:${digestOf(canonicalJson(amounts), nodeSha256)}`

/** A quote as the service answers it. */
const quote = {
  quote_id: 'quo_000000000000000000000001',
  ...terms,
  economics: { ...amounts, digest: economicsDigest },
  expired: false,
  superseded: false,
  quote_digest: quoteDigest(slug, terms, nodeSha256),
}

/** One member that the digest binds and another value of it, by its path. */
const bound: readonly (readonly [path: string, value: unknown])[] = [
  ['spool_id', 'spl_000000000000000000000002'],
  ['agreement_version', 3],
  ['plan_hash', 'cd'.repeat(32)],
  ['economics.value.amount_cents', 5_001],
  ['economics.value.currency', 'EUR'],
  ['economics.unitization', null],
  ['economics.economics.fee_cents', 0],
  ['work_budget_cents', 5_001],
  ['service_fee.maximum_cents', 2],
  ['rail_fee.pass_through', 1],
  ['maximum_all_in_cents', 1],
  ['payer', 'provider'],
  ['discounts', []],
  ['pricing_version', '2026-02'],
  ['expires_at', '2027-01-01T00:15:00.000Z'],
]

/** Quotes with the digest of what they say, and with that of something else. */
export function quoteCases(): QuoteCase[] {
  const reordered = Object.fromEntries(Object.entries(quote).toReversed())
  const { digest: _, ...economics } = quote.economics
  const stating = (digest: unknown) => ({ ...quote, economics: { ...economics, digest } })
  return [
    holds('as the service made it', quote),
    holds('with its members in another order', reordered),
    holds('that has expired since, which its digest says nothing of', { ...quote, expired: true }),
    holds('under another id, which its digest says nothing of', {
      ...quote,
      quote_id: `quo_${'2'.repeat(24)}`,
    }),
    holds('whose economics do not state their own digest', { ...quote, economics }),
    broken('whose economics state the digest of others', stating(`sha256:${'0'.repeat(64)}`)),
    broken('whose economics state a digest that is null', stating(null)),
    broken('whose economics state their digest without its name', stating(economicsDigest.slice(7))),
    broken('whose own digest covers a digest of other economics', overOtherEconomics()),
    broken(
      'without one of its members',
      Object.fromEntries(Object.entries(quote).filter(([name]) => name !== 'payer')),
    ),
    broken('whose economics have no value', {
      ...quote,
      economics: { ...quote.economics, value: undefined },
    }),
    ...bound.map(([path, value]) =>
      broken(
        `with another ${path}`,
        replacedAt(quote, path, () => value),
      ),
    ),
    broken(
      'with a further member among what was quoted',
      replacedAt(quote, 'service_fee', (fee) => ({ ...(fee as object), note: '' })),
    ),
    broken('whose digest is of another quote', { ...quote, quote_digest: `sha256:${'0'.repeat(64)}` }),
    broken('whose digest has no name before it', { ...quote, quote_digest: quote.quote_digest.slice(7) }),
    broken('without a digest', { ...quote, quote_digest: null }),
    { ...broken('of another service', quote), slug: 'another' },
  ]
}

/** The digest of its economics is another one, and its own digest was made of that. */
function overOtherEconomics(): object {
  const digest = `sha256:${'1'.repeat(64)}`
  const changed = { ...quote, economics: { ...quote.economics, digest } }
  return { ...changed, quote_digest: `sha256:${digestOf(quotePreimage(slug, changed), nodeSha256)}` }
}

function holds(name: string, value: unknown): QuoteCase {
  return { name: `quote ${name}`, kind: 'quote', slug, quote: value as object, expect: { holds: true } }
}

function broken(name: string, value: unknown): QuoteCase {
  return { ...holds(name, value), expect: { holds: false } }
}
