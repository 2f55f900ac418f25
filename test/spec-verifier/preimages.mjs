// docs/spec/preimages.md: what the run digest, the agreement hash, the digest of a quote, the hash of an event and the proof of a dispute
// result are of.
import { jcs } from './canonical-json.mjs'
import { exact, hex64, integer, list, nullOr, oneOf, open, pick, text, time, without } from './forms.mjs'
import { digestOf } from './hashing.mjs'

export const runDigest = (slug, receipt) =>
  digestOf({
    schema: `${slug}/verification-run@1`,
    ...pick(receipt.verification, [
      'run_id',
      'plan_version',
      'plan_hash',
      'compiler_version',
      'evidence_policy_version',
      'aggregation_policy',
    ]),
    ...pick(receipt, ['evidence_root', 'condition_results', 'result', 'units', 'amounts']),
  })
const any = () => true
const agreementForm = open({
  spool_id: any,
  agreement_version: any,
  type: any,
  mode: any,
  parties: list(open({ role: any, kind: any, display_name: any })),
  value: open({ amount_cents: any, currency: any }),
  deliverable: any,
  terms: any,
  conditions: any,
  unitization: any,
  economics: open({}),
  dispute_policy: any,
  finality: any,
})
/** Undefined where the agreement has no hash. */
export function agreementHash(slug, agreement) {
  if (!agreementForm(agreement)) return undefined
  return digestOf({
    ...pick(agreement, [
      'spool_id',
      'agreement_version',
      'type',
      'mode',
      'deliverable',
      'terms',
      'conditions',
      'unitization',
      'dispute_policy',
      'finality',
    ]),
    schema: `${slug}/agreement@1`,
    parties: agreement.parties.map((party) =>
      pick(party, ['role', 'kind', 'display_name', 'settlement_address']),
    ),
    value: pick(agreement.value, ['amount_cents', 'currency', 'rail_preference']),
    economics: pick(agreement.economics, ['fee_cents', 'expiry']),
  })
}
const eventForm = exact({
  id: text,
  type: text,
  at: time,
  actor: exact({ party_id: nullOr(text), kind: oneOf('party', 'service', 'operator', 'reviewer') }),
  data: any,
  seq: integer(1),
  prev_hash: hex64,
  hash: hex64,
})
/** Whether the chain of events holds from the first on, and has the event that a receipt names. */
export function historyHolds(events, head) {
  if (!list(eventForm)(events)) return false
  const holds = events.every(
    (event, at) =>
      event.seq === at + 1 &&
      event.prev_hash === (at === 0 ? '0'.repeat(64) : events[at - 1].hash) &&
      event.hash === digestOf(without(event, ['hash'])),
  )
  return holds && (head === undefined || events[head.seq - 1]?.hash === head.hash)
}
const quoteForm = open({
  spool_id: any,
  agreement_version: any,
  plan_hash: any,
  economics: open({ value: any, unitization: any, economics: any }),
  work_budget_cents: any,
  service_fee: any,
  rail_fee: any,
  maximum_all_in_cents: any,
  payer: any,
  discounts: any,
  pricing_version: any,
  expires_at: any,
  quote_digest: any,
})
/** Whether a quote has the digest of its members, and so have its economics where they state one. */
export function quoteHolds(slug, quote) {
  if (!quoteForm(quote)) return false
  const amounts = pick(quote.economics, ['value', 'unitization', 'economics'])
  const economicsDigest = `sha256:${digestOf(amounts)}`
  if ('digest' in quote.economics && quote.economics.digest !== economicsDigest) return false
  const bound = [
    'spool_id',
    'agreement_version',
    'plan_hash',
    'work_budget_cents',
    'service_fee',
    'rail_fee',
    'maximum_all_in_cents',
    'payer',
    'discounts',
    'pricing_version',
    'expires_at',
  ]
  const preimage = {
    schema: `${slug}/quote@1`,
    economics_digest: economicsDigest,
    ...pick(quote, bound),
  }
  return quote.quote_digest === `sha256:${digestOf(preimage)}`
}
/** The text that the proof of a decision on a dispute is made over. */
export const disputeResultText = (slug, result) =>
  jcs({
    schema: `${slug}/dispute-result@1`,
    ...pick(result, [
      'dispute_id',
      'receipt_id',
      'spool_id',
      'agreement_hash',
      'evaluator',
      'decision',
      'observed_at',
    ]),
    condition_outcomes: result.condition_outcomes.map((one) => pick(one, ['condition_id', 'outcome'])),
  })
