import { isJsonObject } from '@outturn/canonical'
import type { ReceiptReason } from '../../receipt/receipt-checks.ts'
import { disclosureOf, issueReceipt, statusProofOf } from '../issue-receipt.ts'
import { loggedProof } from '../log-proofs.ts'
import { sampleReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'
import { placesOf, replacedAt, withMember, without } from './json-edit.ts'

const optional = [
  'agreement.acceptance.accepted_at',
  'agreement.quote_digest',
  'verification.decision_authority',
  'verification.attempt',
  'declared_intent',
  'declared_intent.gated_action',
  'declared_intent.note',
  'supersedes',
  'recipe',
  'unit_results',
  'unit_results.0.more_reasons',
  'unit_results.0.identity',
  'unit_results.0.identity.label',
  'unit_results.0.reasons.0.field',
  'unit_disclosures',
  'log_proof',
  'status_proof',
]

const fullReceipt = makeFullReceipt()
// Without what hangs on it, for the cases that have nothing to do with that.
const detachable = ['unit_results', 'unit_disclosures', 'log_proof', 'status_proof']
// A disclosed leaf has the form of every leaf.
const places = placesOf(fullReceipt).filter(([path]) => !path.startsWith('unit_disclosures.0.leaf.'))

// Values of the right type that are not of the form. A reader whose patterns end at a line takes the line feeds.
const odd: readonly [path: string, values: readonly unknown[]][] = [
  [
    'agreement.spool_id',
    ['', 'spl_', `spl_${'A'.repeat(24)}`, `spl_${'a'.repeat(24)}\n`, `vr_${'a'.repeat(24)}`],
  ],
  ['agreement.agreement_version', [0, -1, 1.5, '1', true]],
  ['agreement.quote_digest', ['a'.repeat(64), `sha256:${'a'.repeat(64)}\n`]],
  ['verification.plan_hash', ['A'.repeat(64), `${'a'.repeat(64)}\n`, 'ａ'.repeat(64)]],
  ['verification.plan_version', ['', 1]],
  [
    'issued_at',
    [
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000+00:00',
      '2026-01-01T00:00:00.000z',
      '2026-02-29T00:00:00.000Z',
      '1900-02-29T00:00:00.000Z',
      '2026-04-31T00:00:00.000Z',
      '2026-13-01T00:00:00.000Z',
      '2026-00-01T00:00:00.000Z',
      '2026-01-00T00:00:00.000Z',
      '2026-01-01T24:00:00.000Z',
      '2026-01-01T00:60:00.000Z',
      '2026-12-31T23:59:60.000Z',
      '2026-01-01T00:00:00.000Z\n',
      ' 2026-01-01T00:00:00.000Z',
      '+002026-01-01T00:00:00.000Z',
      '٢٠٢٦-01-01T00:00:00.000Z',
      1767225600000,
    ],
  ],
  [
    'amounts.earned',
    [
      '',
      '1.',
      '.5',
      '01.00',
      '-1.00',
      '+1.00',
      '1e2',
      '1,00',
      '1.000',
      '1',
      '١.٠٠',
      '1.00\n',
      ' 1.00',
      1,
      'NaN',
    ],
  ],
  ['amounts.committed', ['1'.repeat(31), `0.${'0'.repeat(19)}`]],
  ['amounts.decimals', [-1, 19, 2.5, '2', 3]],
  ['amounts.asset', ['']],
  ['units.total', [0, -1, 1.5, '5']],
  ['units.earning_rule.type', ['per_hour', 'PER_UNIT']],
  ['units.rejection_summary.0.count', [0, null]],
  ['result', ['passed', 'PASS', '']],
  ['environment', ['staging', 'Production']],
  ['algorithm', ['ed25519', 'EdDSA', 'none']],
  ['evidence', [{}, null, [null], [[]]]],
  ['evidence.0.status', ['gone']],
  ['condition_results.0.evidence_refs', [[''], [1], 'ev_1']],
  ['unit_disclosures.0.index', [-1, 0.5, '3']],
  ['log_proof', ['', 'proof', 'c2sp.org/tlog-proof@v1\nindex 0\n\n']],
  ['history.seq', [0, -1, 1.5, '2']],
  ['history.hash', ['', 'A'.repeat(64), `${'a'.repeat(64)}\n`]],
  ['evidence.0.confirmed_evidence_digest', ['a'.repeat(64), 'x', null]],
  ['extensions', [null, [], 'text', 1]],
  ['status_proof', [null, {}]],
  ['declared_intent', [null, { gated_action: '' }]],
]

/** Receipts without the form of one: every member left out, of another type, odd, or one too many; and no receipts at all. */
export function malformedCases(): CorpusCase[] {
  return [
    verdictCase('whole: every member is there', { receipt: fullReceipt, keys: 'main' }, { advisories: [] }),
    ...places
      .slice(1)
      .filter(([path]) => !isItem(path))
      .map(([path]) => withoutCase(path)),
    ...places.filter(([, value]) => isJsonObject(value)).map(([path]) => strangerCase(path)),
    ...places.slice(1).map(([path, value]) => otherTypeCase(path, value)),
    ...odd.flatMap(([path, values]) => values.map((value) => oddCase(path, value))),
    ...[null, [], 'receipt', 1, true, {}].map((receipt) =>
      malformedCase(
        `no receipt: ${JSON.stringify(receipt)}`,
        receipt,
        isJsonObject(receipt) ? ['unknown_schema', 'environment_mismatch'] : [],
      ),
    ),
    verdictCase(
      'malformed: of a schema and an environment that are not accepted',
      {
        receipt: { schema: 'strange/receipt@1', environment: 'demo' },
        keys: 'main',
        environment: 'production',
      },
      { reasons: ['malformed_receipt', 'unknown_schema', 'environment_mismatch'] },
    ),
    verdictCase(
      'malformed: without an environment, when one is expected',
      { receipt: without(fullReceipt, 'environment'), keys: 'main', environment: 'production' },
      { reasons: ['malformed_receipt', 'environment_mismatch'] },
    ),
  ]
}

/** A receipt that has the member, and nothing that hangs on it beside. */
function baseFor(path: string): unknown {
  const [head] = path.split('.')
  return detachable.filter((name) => name !== head).reduce(without, fullReceipt)
}

function withoutCase(path: string): CorpusCase {
  const receipt = without(baseFor(path), path)
  if (!optional.includes(path)) return malformedCase(`without ${path}`, receipt, outerReasons(path))
  return verdictCase(
    `without ${path}, which is optional`,
    { receipt, keys: 'main' },
    {
      reasons: reasonsWithout(path),
      advisories: ['status_source_unavailable'],
    },
  )
}

/** An optional member that is signed is missed by the id and the signature, and one of a leaf by its digest. */
function reasonsWithout(path: string): ReceiptReason[] {
  if (/^unit_(?:results|disclosures)\./.test(path)) return ['invalid_run_digest']
  const isDetachable = /^(?:unit_results|unit_disclosures|log_proof|status_proof)$/.test(path)
  return isDetachable ? [] : ['receipt_id_mismatch', 'invalid_signature']
}

function strangerCase(path: string): CorpusCase {
  return malformedCase(`a stranger in ${path || 'the receipt'}`, withMember(baseFor(path), path, 'extra', 1))
}

function otherTypeCase(path: string, value: unknown): CorpusCase {
  const other = typeof value === 'string' || Array.isArray(value) ? 7 : 'text'
  return malformedCase(
    `another type of ${path}`,
    replacedAt(baseFor(path), path, () => other),
    outerReasons(path),
  )
}

function oddCase(path: string, value: unknown): CorpusCase {
  return malformedCase(
    `${path} is ${JSON.stringify(value)}`,
    replacedAt(baseFor(path), path, () => value),
    outerReasons(path),
  )
}

function malformedCase(name: string, receipt: unknown, more: readonly ReceiptReason[] = []): CorpusCase {
  return verdictCase(
    `malformed: ${name}`,
    { receipt, keys: 'main' },
    { reasons: ['malformed_receipt', ...more] },
  )
}

/** What is judged of any object, well-formed or not. */
function outerReasons(path: string): ReceiptReason[] {
  if (path === 'environment') return ['environment_mismatch']
  return path === 'schema' ? ['unknown_schema'] : []
}

function isItem(path: string): boolean {
  return path.endsWith('.0')
}

/** A small receipt with every optional member, whose first unit has a reason, a label and a field. */
function makeFullReceipt(): unknown {
  for (let attempt = 0; ; attempt++) {
    const random = new SeededRandom(`full receipt ${attempt}`)
    const draft = sampleReceipt(random, { environment: 'production', units: 2, result: 'fail', isFull: true })
    const [first] = draft.leaves ?? []
    const isWhole = first?.identity?.label !== undefined && first.reasons[0]?.field !== undefined
    const isSmall = draft.body.condition_results.length === 1 && draft.body.evidence.length === 1
    const [row] = draft.body.evidence
    if (!isWhole || !isSmall || draft.body.amounts.decimals !== 2 || row?.content_digest === null) continue
    const receipt = issueReceipt(draft)
    return {
      ...receipt,
      unit_results: draft.leaves,
      unit_disclosures: [disclosureOf(draft.leaves ?? [], 0)],
      log_proof: loggedProof(receipt),
      status_proof: statusProofOf(receipt),
    }
  }
}
