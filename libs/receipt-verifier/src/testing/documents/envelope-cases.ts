import type { StrictJsonCode } from '@outturn/canonical'
import { activeStatus, statusAnswer } from '../corpus/answers.ts'
import type { OutcomeReceipt, UnitCounts } from '../../receipt/outcome-receipt.ts'
import { corpusNow, type ExpectedVerdict, verdictCase } from '../corpus/corpus-case.ts'
import { replacedAt, without } from '../corpus/json-edit.ts'
import type { FileCase } from './document-case.ts'
import {
  answersWith,
  attestationIn,
  correction,
  demoReceipt,
  fileReceipt as receipt,
  halfReceipt,
  unitlessReceipt,
  vastReceipt,
} from './sample-files.ts'

type Outcome = Parameters<typeof verdictCase>[2]

const stored = answersWith['a stored receipt'](receipt)
const judged = {
  ...answersWith['a one-call verification'](receipt),
  accepted: receipt.units?.accepted,
  rejected: receipt.units?.rejected,
}
const corrected = answersWith['a correction'](correction)
const units = receipt.units as UnitCounts

/** Members beside a receipt that say otherwise than it, each alone: the answer, the path, what it says. */
const contradictions: readonly (readonly [path: string, file: object, said: unknown])[] = [
  ['spool_id', stored, `spl_${'9'.repeat(24)}`],
  ['id', answersWith['the verify action'](receipt), `spl_${'9'.repeat(24)}`],
  ['verification_run_id', judged, `vr_${'9'.repeat(24)}`],
  ['earned_cents', judged, judged.earned_cents + 1],
  ['accepted', judged, units.accepted + 1],
  ['rejected', judged, 0],
  ['superseded', corrected, receipt.id],
  ['status.receipt_id', stored, correction.id],
  ['attestation.spoolId', stored, `spl_${'9'.repeat(24)}`],
  ['attestation.environment', stored, 'demo'],
  ['attestation.result', stored, 'pass'],
  ['attestation.approvedAmount', stored, receipt.amounts.committed],
  ['attestation.maximumAmount', stored, `1${receipt.amounts.committed}`],
  ['attestation.evidenceDigest', stored, `sha256:${'0'.repeat(64)}`],
  ['environment', judged, 'demo'],
  ['result', judged, 'pass'],
  ['units', judged, { ...units, accepted: units.total }],
  ['amounts', judged, { ...receipt.amounts, earned: receipt.amounts.committed }],
  ['issued_at', judged, '2026-01-02T00:00:00.000Z'],
  ['nonce', judged, `n_${'9'.repeat(24)}`],
  ['signing_key_id', judged, '0'.repeat(64)],
  ['signature', judged, 'A'.repeat(86)],
]

/** Files that hold a receipt: bare, in an answer of the service, in anything else, and beside what contradicts it. */
export function envelopeCases(): FileCase[] {
  const wholeAnswers = Object.entries(answersWith).flatMap(([name, answerOf]) => {
    const file = answerOf(receipt)
    const needed = Object.keys(answerOf(correction)).filter((member) => member !== 'receipt')
    const status = 'status' in file
    return [
      ...(name === 'a correction' ? [] : [read(name, file, status ? {} : unproven)]),
      ...needed.map((member) =>
        refused(`${name} without its ${member}`, without(answerOf(correction), member)),
      ),
    ]
  })
  return [
    read('a bare receipt', receipt, unproven),
    ...wholeAnswers,
    read('a correction', corrected, unproven),
    read('an answer with members that no reader knows', { ...judged, balance: { cents: 5 } }, unproven),
    read('an answer of the sandbox', answersWith['a one-call verification'](demoReceipt), unproven),
    read(
      'an answer with the units once more, in another order',
      { ...judged, units: reversed(units) },
      unproven,
    ),
    read(
      'a status in the answer that revokes',
      { ...stored, status: statusAnswer(receipt, { status: 'revoked' }) },
      {
        reasons: ['revoked'],
        advisories: [],
      },
    ),
    {
      ...read('a status in the answer that is older than the caller’s', {
        ...stored,
        status: statusAnswer(receipt, { status: 'revoked' }),
      }),
      status: activeStatus(receipt),
    },
    read('a status that is a text, as a Spool has it', { ...judged, status: 'active' }, unproven),
    read('a status that is none of a receipt', { ...judged, status: { outcome: 'active' } }, unproven),
    read('an attestation that is a text', { ...stored, attestation: 'att_1' }),
    read(
      'a changed receipt in an answer',
      { ...judged, receipt: { ...receipt, nonce: `n_${'3'.repeat(24)}` } },
      {
        ...unproven,
        reasons: ['receipt_id_mismatch', 'invalid_signature'],
      },
    ),
    read(
      'a receipt of another form in an answer that contradicts it',
      { ...judged, receipt: {}, spool_id: '' },
      formless,
    ),
    read('an object without a receipt', { note: 'nothing' }, formless),
    refused('a list with a receipt', [receipt]),
    refused('a list with an answer', [judged]),
    refused('a receipt in a member of another name', { data: receipt }),
    refused('a receipt deep in another object', { result: { items: [null, { value: receipt }] } }),
    refused('the saved result of a tool, with the answer as a text', {
      content: [{ type: 'text', text: JSON.stringify(judged) }],
      isError: false,
    }),
    refused('the saved result of a tool, with the answer as a value', { structuredContent: judged }),
    refused('the JSON of a receipt as a text', JSON.stringify(receipt)),
    refused('a list with a changed receipt', [{ ...receipt, nonce: '' }]),
    read('a list of something else', [{ note: 'nothing' }], malformed),
    read('a text that only names the schema of a receipt', { note: '/outcome-receipt@1' }, formless),
    read('a text with the JSON of something else', { note: '{"schema":"sample/agreement@1"}' }, formless),
    read(
      'a text with a text with a receipt',
      { text: JSON.stringify({ text: JSON.stringify(receipt) }) },
      formless,
    ),
    readText('behind a byte order mark', `\uFEFF${JSON.stringify(receipt)}`, unproven),
    read('a text', 'receipt', malformed),
    refused('a receipt beside a note', { receipt, note: 'this one counts' }),
    refused('a receipt in an object of its own', { receipt }),
    refused('a receipt in an object of another schema', { schema: 'sample/packet@1', receipt }),
    refused('a receipt in a bundle of another form', { schema: 'sample/bundle@2', receipt }),
    refused('a receipt of another form in an object of its own', { receipt: null }),
    ...contradictions.map(([path, file, said]) =>
      refused(
        `an answer with another ${path}`,
        replacedAt(file, path, () => said),
      ),
    ),
    refused('an answer that says true for a count of one', {
      ...answersWith['a one-call verification'](halfReceipt),
      accepted: true,
    }),
    refused('an answer that says a text for an amount', {
      ...judged,
      earned_cents: String(judged.earned_cents),
    }),
    refused('an answer that says a number for an amount beyond all numbers', {
      ...answersWith['a one-call verification'](vastReceipt),
      earned_cents: 1,
    }),
    refused('an answer that says null for a count', { ...judged, accepted: null }),
    refused('an answer that says null for the receipt that it replaces', {
      ...corrected,
      receipt,
      superseded: null,
      attestation: attestationIn(receipt),
    }),
    refused('an answer that has units where the receipt has none', {
      ...answersWith['a one-call verification'](unitlessReceipt),
      units,
    }),
    read(
      'an answer that counts a receipt without units as one',
      { ...answersWith['a one-call verification'](unitlessReceipt), accepted: 1, rejected: 0, units: null },
      unproven,
    ),
    refused('an answer that counts a receipt without units as more', {
      ...answersWith['a one-call verification'](unitlessReceipt),
      accepted: 2,
    }),
    readText('nested as deeply as a file may be', JSON.stringify({ ...judged, note: nested(39) }), unproven),
    unreadable('nested more deeply', JSON.stringify({ ...judged, note: nested(40) }), 'too_deep'),
    unreadable(
      'with a member of the answer twice',
      `{"receipt_url":"",${JSON.stringify(judged).slice(1)}`,
      'duplicate_key',
    ),
    unreadable('with two values', `${JSON.stringify(receipt)} ${JSON.stringify(receipt)}`, 'syntax'),
  ]
}

const unproven: Outcome = { advisories: ['status_source_unavailable'] }
const malformed: Outcome = { reasons: ['malformed_receipt'] }
/** An object has neither schema nor environment, where a list has no members at all. */
const formless: Outcome = { reasons: ['malformed_receipt', 'unknown_schema', 'environment_mismatch'] }

/** A file whose receipt is judged, with the status that is in the file unless the outcome says otherwise. */
function read(name: string, file: unknown, outcome: Outcome = {}): FileCase {
  const environment = (file as { receipt?: Partial<OutcomeReceipt> | null } | null)?.receipt?.environment
  return {
    name: `file: ${name}`,
    kind: 'file',
    file,
    keys: 'main',
    now: corpusNow,
    ...(environment === 'demo' && { environment }),
    expect: verdictOf({ advisories: [], ...outcome }),
  }
}

function verdictOf(outcome: Outcome): ExpectedVerdict {
  return verdictCase('', { keys: 'main' }, outcome).expect as ExpectedVerdict
}

function readText(name: string, text: string, outcome: Outcome): FileCase {
  const { file: _, ...rest } = read(name, null, outcome)
  return { ...rest, text }
}

function refused(name: string, file: unknown): FileCase {
  return { ...read(name, file), expect: { refused: 'envelope' } }
}

function unreadable(name: string, text: string, code: StrictJsonCode): FileCase {
  return { ...readText(name, text, {}), expect: { unusable: 'file', code } }
}

function nested(depth: number): unknown {
  return depth === 0 ? 0 : [nested(depth - 1)]
}

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed())
}
