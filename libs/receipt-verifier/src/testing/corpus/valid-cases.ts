import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { disclosureOf, issueReceipt, statusProofOf } from '../issue-receipt.ts'
import { type DraftReceipt, type SampleTraits, sampleReceipt, smallReceipt } from '../sample-receipt.ts'
import { keyDocuments } from '../issuers.ts'
import { SeededRandom } from '../seeded-random.ts'
import { activeStatus } from './answers.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

const drawnCases = 30

/** Valid receipts of many shapes: with and without units, labels, disclosures, optional members and odd texts. */
export function validCases(): CorpusCase[] {
  const drawn = Array.from({ length: drawnCases }, (_, number) => drawnCase(`drawn ${number}`))
  const results = (['pass', 'partial', 'fail', 'uncertain'] as const).flatMap((result) => [
    drawnCase(`units that make ${result}`, { result, units: 4 }),
    ...(result === 'partial' ? [] : [drawnCase(`no units, ${result}`, { result, units: 0 })]),
  ])
  return [
    ...drawn,
    ...results,
    drawnCase('every optional member', { isFull: true, units: 3 }),
    drawnCase('one unit', { units: 1 }),
    drawnCase('a power of two of units', { units: 32 }),
    drawnCase('one unit beyond a power of two', { units: 33 }),
    drawnCase('many units', { units: 65 }),
    confirmedCase(),
    ...evidenceCases(),
    unaskedCase(),
    ...agedKeysCases(),
    ...extendedCases(),
  ]
}

function drawnCase(name: string, traits: SampleTraits = {}): CorpusCase {
  const random = new SeededRandom(`valid, ${name}`)
  const draft = sampleReceipt(random, traits)
  const issued = issueReceipt(draft)
  const receipt = withDetachable(issued, draft, random)
  const environment = random.chance(50) ? { environment: issued.environment } : {}
  const status = random.chance(50) ? { status: activeStatus(receipt) } : {}
  const hasStatus = 'status' in status || receipt.status_proof !== undefined
  return verdictCase(
    `valid: ${name}`,
    { receipt: inAnyOrder(receipt, random), keys: 'main', ...environment, ...status },
    { advisories: hasStatus ? [] : ['status_source_unavailable'] },
  )
}

/** A confirmation names the evidence that it was given for. */
function confirmedCase(): CorpusCase {
  const draft = smallReceipt('confirmed', { environment: 'production', units: 0, result: 'pass' })
  const [condition] = draft.body.condition_results
  const row = {
    evidence_id: `ev_${'1'.repeat(24)}`,
    condition_id: condition?.condition_id ?? '',
    status: 'present' as const,
    type: 'confirmation',
    claim_class: 'actor_identity',
    provenance: 'caller_declared',
    content_digest: '1'.repeat(64),
    observed_at: null,
    received_at: '2025-12-31T13:00:00.123Z',
    confirmed_evidence_digest: '2'.repeat(64),
  }
  const receipt = issueReceipt({ ...draft, body: { ...draft.body, evidence: [row] } })
  return verdictCase('valid: a confirmation of some evidence', { receipt, keys: 'main' })
}

/** A party may send evidence in the name of the other one, and may have observed it at an exact time; the receipt says so. */
function evidenceCases(): CorpusCase[] {
  const draft = smallReceipt('in the name of the other', {
    environment: 'production',
    units: 0,
    result: 'pass',
  })
  const [condition] = draft.body.condition_results
  const row = {
    evidence_id: `ev_${'1'.repeat(24)}`,
    condition_id: condition?.condition_id ?? '',
    status: 'present' as const,
    type: 'dataset',
    claim_class: 'artifact_state',
    provenance: 'uploaded_json',
    content_digest: '1'.repeat(64),
    observed_at: null,
    received_at: '2025-12-31T13:00:00.123Z',
  }
  const issued = (sent: object) =>
    issueReceipt({ ...draft, body: { ...draft.body, evidence: [{ ...row, ...sent }] } })
  const odd = [{ supplied_by: 'buyer' }, { supplied_by: 'buyer', on_behalf_of: 'buyer' }]
  return [
    verdictCase('valid: evidence of the buyer in the name of the provider', {
      receipt: issued({
        supplied_by: 'buyer',
        on_behalf_of: 'provider',
        observed_at: '2025-12-31T12:00:00.123456789Z',
      }),
      keys: 'main',
    }),
    ...odd.map((sent) =>
      verdictCase(
        `malformed: evidence with ${JSON.stringify(sent)}`,
        { receipt: issued(sent), keys: 'main' },
        { reasons: ['malformed_receipt'] },
      ),
    ),
  ]
}

/** Where no environment is asked for, it is production. */
function unaskedCase(): CorpusCase {
  const receipt = issueReceipt(smallReceipt('unasked', { environment: 'demo', units: 0, result: 'pass' }))
  return verdictCase(
    'environment: a demonstration, where none was asked for',
    { text: JSON.stringify(receipt), keys: 'main' },
    { reasons: ['environment_mismatch'] },
  )
}

/** Keys are trusted as of the time of their document, and a verdict says when that is more than 30 days ago. */
function agedKeysCases(): CorpusCase[] {
  const receipt = issueReceipt(
    smallReceipt('aged keys', { environment: 'production', units: 0, result: 'pass' }),
  )
  const { updated_at: _, ...undated } = keyDocuments.main
  const dated = (updated_at: string, as_of?: string) => ({ ...undated, updated_at, ...(as_of && { as_of }) })
  const cases: readonly [name: string, keys: object, isStale: boolean][] = [
    ['30 days old', dated('2025-12-02T01:00:00.000Z'), false],
    ['30 days and a millisecond old', dated('2025-12-02T00:59:59.999Z'), true],
    [
      'changed long ago and served today',
      dated('2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
      false,
    ],
    ['of no known age', undated, true],
    ['from ahead', dated('2027-01-01T00:00:00.000Z'), false],
  ]
  return cases.map(([name, keys, isStale]) =>
    verdictCase(
      `keys: ${name}`,
      { receipt, keys },
      { advisories: ['status_source_unavailable', ...(isStale ? (['key_document_stale'] as const) : [])] },
    ),
  )
}

/** What others add is listed and judged by no check, whatever it says of itself. */
function extendedCases(): CorpusCase[] {
  const receipt = issueReceipt(
    smallReceipt('extended', { environment: 'production', units: 0, result: 'pass' }),
  )
  const given: readonly object[] = [
    {},
    { cosignatures: [{ key_id: 'x', signature: 'y' }] },
    { '\ufb33': 1, '\u{1f600}': null, b: [], a: { valid: true } },
    { id: 'ocr_', signature: '', status: 'revoked', status_proof: { status: 'revoked' }, valid: true },
  ]
  const names = [
    [],
    ['cosignatures'],
    ['a', 'b', '\u{1f600}', '\ufb33'],
    ['id', 'signature', 'status', 'status_proof', 'valid'],
  ]
  return given.map((extensions, at) =>
    verdictCase(
      `valid: with the extensions ${JSON.stringify(extensions)}`,
      { receipt: { ...receipt, extensions }, keys: 'main' },
      { extensions: names[at] ?? [] },
    ),
  )
}

function withDetachable(
  receipt: OutcomeReceipt,
  { leaves }: DraftReceipt,
  random: SeededRandom,
): OutcomeReceipt {
  const index = leaves ? random.below(leaves.length) : 0
  return {
    ...receipt,
    ...(leaves && random.chance(60) ? { unit_results: leaves } : {}),
    ...(leaves && random.chance(40) ? { unit_disclosures: [disclosureOf(leaves, index)] } : {}),
    ...(random.chance(30) ? { status_proof: statusProofOf(receipt) } : {}),
  }
}

/** The order of members says nothing. */
function inAnyOrder(receipt: OutcomeReceipt, random: SeededRandom): object {
  return Object.fromEntries(random.shuffled(Object.entries(receipt)))
}
