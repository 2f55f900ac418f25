import { type JsonValue, digestOf } from '@outturn/canonical'
import { type Agreement, agreementPreimage } from '../../preimages/agreement-preimage.ts'
import { issueReceipt } from '../issue-receipt.ts'
import { slug } from '../issuers.ts'
import { oddTexts, smallReceipt } from '../sample-receipt.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'
import { replacedAt, withMember, without } from './json-edit.ts'

const draft = smallReceipt('agreement', {
  environment: 'production',
  units: 0,
  result: 'pass',
})

// Names whose order differs between UTF-16 units, code points and locales (RFC 8785 §3.2.3).
const oddNames = [
  '€',
  '\r',
  '\ufb33',
  '1',
  '\u{1f600}',
  '\u0080',
  'ö',
  '',
  'a',
  'A',
  'aa',
  '\uffff',
  '__proto',
  'é',
  'e\u0301',
]
// Numbers whose shortest text the standard takes from ECMAScript (RFC 8785 appendix B).
const oddNumbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  1e-7,
  1e-6,
  0.000001234,
  123456789012.345,
  4.5e-15,
  5e-324,
  1.7976931348623e-308,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  4503599627370495.5,
  0.30000000000000004,
  1e15,
  333333333.3333333,
]

const agreement: Agreement = {
  spool_id: draft.body.agreement.spool_id,
  agreement_version: draft.body.agreement.agreement_version,
  type: 'service',
  mode: 'unilateral',
  parties: [
    { role: 'buyer', kind: 'agent', display_name: 'Käufer 😀' },
    { role: 'seller', kind: 'human', display_name: oddTexts[5], settlement_address: 'eip155:42431:0xabc' },
  ],
  value: { amount_cents: 150, currency: 'USD' },
  deliverable: {
    type: 'dataset',
    attributes: Object.fromEntries(oddNames.map((name, at): [string, JsonValue] => [name, at])),
    numbers: oddNumbers,
    texts: [...oddTexts],
  },
  terms: [{ text: 'Three leads.', provenance: { source: 'freeform' } }],
  conditions: [{ id: `cond_${'1'.repeat(24)}`, required: true }],
  unitization: null,
  economics: { fee_cents: 5, expiry: '2026-02-01T00:00:00.000Z' },
  dispute_policy: { window_hours: 0 },
  finality: { mode: 'open', closes_at: null },
}

const agreement_hash = digestOf(agreementPreimage(slug, agreement))
const receipt = issueReceipt({
  ...draft,
  body: { ...draft.body, agreement: { ...draft.body.agreement, agreement_hash } },
})

// What is no part of the agreement is not compared.
const same: readonly [name: string, agreement: unknown][] = [
  ['as agreed', agreement],
  ['with contact details', withMember(agreement, 'parties.0', 'contact', 'a@example.com')],
  ['with a member of its own', withMember(agreement, '', 'gated_action', 'payment')],
  ['with economics beyond the agreed', withMember(agreement, 'economics', 'note', 'n')],
]

const others: readonly [name: string, agreement: unknown][] = [
  ['of another Spool', replacedAt(agreement, 'spool_id', () => `spl_${'0'.repeat(24)}`)],
  ['of another version', replacedAt(agreement, 'agreement_version', () => 99)],
  ['with other terms', replacedAt(agreement, 'terms', () => [])],
  ['with another number', replacedAt(agreement, 'deliverable.numbers.4', () => 0.1000000000000001)],
  [
    'with a name in another composition',
    replacedAt(agreement, 'parties.0.display_name', () => 'Ka\u0308ufer 😀'),
  ],
  ['without a fee', without(agreement, 'economics.fee_cents')],
  ['with a fee of null', replacedAt(agreement, 'economics.fee_cents', () => null)],
  ['without an address', without(agreement, 'parties.1.settlement_address')],
  ['with a preferred rail', withMember(agreement, 'value', 'rail_preference', 'wallet')],
  ['without its deliverable', without(agreement, 'deliverable')],
  ['without parties', without(agreement, 'parties')],
  ['with parties that are no list', replacedAt(agreement, 'parties', () => ({}))],
  ['with a party that is none', replacedAt(agreement, 'parties', () => [null])],
  ['with a value that is none', replacedAt(agreement, 'value', () => 150)],
  ['with economics that are none', replacedAt(agreement, 'economics', () => [])],
  ['with nothing', {}],
]

/** One receipt beside the agreement in full, and beside others. */
export function agreementCases(): CorpusCase[] {
  const noEconomics = { ...agreement, economics: {} }
  const hash = digestOf(agreementPreimage(slug, noEconomics))
  const bare = issueReceipt({
    ...draft,
    body: { ...draft.body, agreement: { ...draft.body.agreement, agreement_hash: hash } },
  })
  return [
    ...same.map(([name, given]) =>
      verdictCase(`agreement: ${name}`, { receipt, keys: 'main', agreement: given }),
    ),
    ...others.map(([name, given]) =>
      verdictCase(
        `agreement: ${name}`,
        { receipt, keys: 'main', agreement: given },
        { reasons: ['invalid_agreement_hash'] },
      ),
    ),
    verdictCase('agreement: without economics', { receipt: bare, keys: 'main', agreement: noEconomics }),
    ...[[], 'none', 0, true, null].map((economics) =>
      verdictCase(
        `agreement: without economics, but ${JSON.stringify(economics)} in their place`,
        { receipt: bare, keys: 'main', agreement: { ...agreement, economics } },
        { reasons: ['invalid_agreement_hash'] },
      ),
    ),
  ]
}
