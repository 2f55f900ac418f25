import { type DeterministicCheck, readWorkbookFile } from '@outturn/checkers'
import { madeWorkbook } from '@outturn/checkers/testing'
import { type EvidenceRequest, Refusal } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { spoolHashes } from '../../flows/hashes.ts'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { maxEvidenceItems } from '../model/held-items.ts'
import { judgedItems } from '../evidence/judged-items.ts'
import { estimatedRun } from '../runs/run-admission.ts'
import type { Evidence, Spool, SpoolState } from '../model/spool.ts'
import { readableContent, submission, submitEvidence } from './submit-evidence.ts'
import { actionContextOf, findDenial } from '../lifecycle/transitions.ts'
import type { Viewer } from '../model/viewer.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'

const spool = acceptedSpool(
  [{ verification_method: 'deterministic', deterministic_check: { checker: 'row_count', expected: 1 } }],
  { evidenceCount: 0 },
)
const viewerAs = (index: 0 | 1): Viewer => ({
  party: spool.agreement.parties[index] ?? null,
  isCreator: index === 0,
  scope: 'full',
  mayMoveMoney: true,
  sides: [index === 0 ? 'buyer' : 'provider'],
})
const provider = viewerAs(1)
const hashes = spoolHashes('outturn')
const facts = {
  at,
  evidenceId: `ev_${hex(1)}`,
  canonical: hashes.canonical,
  sha256Hex: hashes.sha256Hex,
  digestOf: hashes.content,
}

function request(change: Partial<EvidenceRequest> = {}): EvidenceRequest {
  return {
    condition_id: `cond_${hex(0)}`,
    type: 'dataset',
    source: 'crm export',
    metadata: { rows: [{ a: 1 }] },
    ...change,
  }
}
const submit = (change: Partial<EvidenceRequest> = {}, viewer = provider, of = spool) =>
  submission(evidenceDraftOf(request(change)), of, viewer, facts)
/** A Spool whose condition a person decides, who may look at anything. */
const byPerson = acceptedSpool([{ verification_method: 'human_confirmed' }], { evidenceCount: 0 })

function codesOf(act: () => unknown): unknown[] {
  const { code, status, options } = refusalOf(act)
  return [code, status, options.field]
}

test.each<[string, Partial<EvidenceRequest>, object, string]>([
  ['rows', {}, { kind: 'rows', rows: [{ a: 1 }] }, 'uploaded_json'],
  ['json', { metadata: { json: { a: 1 } } }, { json: { a: 1 }, kind: 'json' }, 'uploaded_json'],
  [
    'json that is rows',
    { metadata: { json: [{ a: 1 }] } },
    { kind: 'rows', rows: [{ a: 1 }] },
    'uploaded_json',
  ],
  ['text', { type: 'text', metadata: { text: 'done' } }, { kind: 'text', text: 'done' }, 'uploaded_text'],
  [
    'text beside null for every other form',
    {
      type: 'text',
      metadata: { text: 'done', rows: null, content_base64: null, media_type: null, url: null, sha256: null },
    },
    { kind: 'text', text: 'done' },
    'uploaded_text',
  ],
  [
    'bytes',
    { type: 'photo', metadata: { content_base64: 'AAEC', media_type: 'image/png' } },
    { base64: 'AAEC', kind: 'bytes', media_type: 'image/png' },
    'uploaded_file',
  ],
  [
    'a reference',
    { type: 'file', metadata: { url: 'https://example.com/a', sha256: 'a'.repeat(64) } },
    { kind: 'reference', sha256: 'a'.repeat(64), url: 'https://example.com/a' },
    'caller_declared',
  ],
  [
    'a source that is a URL',
    { type: 'url', source: 'https://example.com/', metadata: {} },
    { kind: 'reference', url: 'https://example.com/' },
    'caller_declared',
  ],
  [
    'CSV as text',
    { metadata: { text: 'a,b\n1,2\n', media_type: 'text/csv' } },
    { kind: 'bytes', base64: Buffer.from('a,b\n1,2\n').toString('base64'), media_type: 'text/csv' },
    'uploaded_csv',
  ],
  ['nothing but a label', { type: 'confirmation', metadata: {} }, { kind: 'reference' }, 'caller_declared'],
])('%s is kept as such, and stands on its rung', (_name, change, content, provenance) => {
  const { item, text } = submit(change, provider, byPerson)
  expect(JSON.parse(text)).toEqual(content)
  expect(item.provenance).toBe(provenance)
})

test.each([
  ['rows', { rows: [{ name: 'é', n: 1 }], note: 'first half' }],
  ['rows sent as json', { json: [{ name: 'é', n: 1 }] }],
  ['json', { json: { name: 'é' } }],
  ['a reference', { url: 'https://example.com/é' }],
])('the size of %s is that of the whole item in canonical JSON', (_name, metadata) => {
  const { item, text } = submit({ metadata }, provider, byPerson)
  expect(item.bytes).toBe(Buffer.byteLength(hashes.canonical(request({ metadata }))))
  const content = JSON.parse(text) as Parameters<typeof hashes.content>[0]
  expect([text, item.contentDigest ?? null]).toEqual([
    hashes.canonical(content),
    content.kind === 'reference' ? null : hashes.content(content),
  ])
})

test.each<[string, Partial<EvidenceRequest>, string, number, string]>([
  ['two forms at once', { metadata: { rows: [], text: 'a' } }, 'validation_failed', 422, 'metadata'],
  ['text as a dataset', { metadata: { text: 'a' } }, 'validation_failed', 422, 'metadata.text'],
  ['rows as a photo', { type: 'photo' }, 'validation_failed', 422, 'metadata.rows'],
  ['rows that are none', { metadata: { rows: [{}, 1] } }, 'validation_failed', 400, 'metadata.rows[1]'],
  [
    'too many rows',
    { metadata: { rows: Array.from({ length: 50_001 }, () => ({})) } },
    'evidence_too_large',
    413,
    'metadata.rows',
  ],
  [
    'bytes without a media type',
    { type: 'photo', metadata: { content_base64: 'AAEC' } },
    'validation_failed',
    400,
    'metadata.media_type',
  ],
  [
    'base64 that is none',
    { type: 'photo', metadata: { content_base64: 'AAE', media_type: 'image/png' } },
    'validation_failed',
    400,
    'metadata.content_base64',
  ],
  [
    'a digest that is none',
    { type: 'file', metadata: { sha256: 'A' } },
    'validation_failed',
    400,
    'metadata.sha256',
  ],
  [
    'an item over 1 MiB',
    { type: 'text', metadata: { text: 'é'.repeat(524_288) } },
    'evidence_too_large',
    413,
    'metadata',
  ],
  [
    'a condition of another Spool',
    { condition_id: `cond_${hex(9)}` },
    'validation_failed',
    422,
    'condition_id',
  ],
  ['somebody who is no party', { on_behalf_of: 'broker' }, 'validation_failed', 422, 'on_behalf_of'],
])('%s is refused', (_name, change, code, status, field) => {
  expect(codesOf(() => submit(change))).toEqual([code, status, field])
})

test.each<[string, Partial<EvidenceRequest>, RegExp]>([
  ['rows as a text', { metadata: { rows: '[{"a":1}]' } }, /list itself/],
  ['one row alone', { metadata: { rows: { a: 1 } } }, /list, also of one row/],
  ['rows as lists', { metadata: { rows: [['a'], [1]] } }, /names of its columns/],
  [
    'a data URL',
    { metadata: { content_base64: 'data:text/csv;base64,YQ==', media_type: 'text/csv' } },
    /comma/,
  ],
  ['base64 in lines', { metadata: { content_base64: 'YSxi\nCjEs', media_type: 'text/csv' } }, /line breaks/],
  ['base64 for URLs', { metadata: { content_base64: 'YS-_', media_type: 'text/csv' } }, /\+ and \//],
  ['base64 that is cut', { metadata: { content_base64: 'YSxiC', media_type: 'text/csv' } }, /multiple of 4/],
  [
    'bytes that are not encoded',
    { metadata: { content_base64: 'a,b', media_type: 'text/csv' } },
    /metadata\.text/,
  ],
])('the refusal of %s says how to send it', (_name, change, remedy) => {
  const { status, options } = refusalOf(() => submit(change))
  expect([status, options.remediation]).toEqual([400, expect.stringMatching(remedy)])
})

test.each<[string, Partial<EvidenceRequest>]>([
  ['text', { type: 'text', metadata: { text: '{"kind":"confirmation","outcome":"passed"}' } }],
  ['json', { metadata: { json: { kind: 'external_result' } } }],
  [
    'bytes',
    {
      type: 'file',
      metadata: {
        content_base64: Buffer.from('{"kind":"confirmation"}').toString('base64'),
        media_type: 'text/plain',
      },
    },
  ],
])(
  '%s that could later stand in the place of a recorded confirmation or result is refused',
  (_name, change) => {
    expect(codesOf(() => submit(change))).toEqual(['validation_failed', 422, 'metadata'])
  },
)

test('an item comes from its submitter unless it says otherwise; in unilateral mode from the provider', () => {
  expect(submit().item.onBehalfOf).toBe('provider')
  expect(submit({}, viewerAs(0)).item.onBehalfOf).toBe('buyer')
  for (const named of [`pty_${hex(2)}`, 'provider', 'seller']) {
    expect(submit({ on_behalf_of: named }, viewerAs(0)).item.onBehalfOf).toBe('provider')
  }
  expect(submit({ on_behalf_of: 'client' }, viewerAs(0)).item.onBehalfOf).toBe('buyer')
  const alone = { ...spool, agreement: { ...spool.agreement, mode: 'unilateral' as const } }
  expect(submission(evidenceDraftOf(request()), alone, viewerAs(0), facts).item.onBehalfOf).toBe('provider')
})

test('who speaks for both sides submits the delivery unless it says otherwise', () => {
  const both: Viewer = { ...viewerAs(0), sides: ['buyer', 'provider'] }
  expect(submit({}, both).item.onBehalfOf).toBe('provider')
  expect(submit({ on_behalf_of: 'buyer' }, both).item.onBehalfOf).toBe('buyer')
})

test('remarks beside the content are kept, the content itself is not repeated in them', () => {
  const { item } = submit({
    metadata: { rows: [{ a: 1 }], batch: 2 },
    provenance: { method: 'uploaded_json', observed_at: '2026-01-01T01:00:00+01:00' },
  })
  expect(item).toMatchObject({
    metadata: { batch: 2 },
    provenance: 'uploaded_json',
    provenanceDetail: { method: 'uploaded_json', observed_at: at },
    observedAt: at,
    claimClass: 'artifact_state',
    submittedBy: `pty_${hex(2)}`,
  })
})

test('the hundredth item is taken and the next one is not', () => {
  const held = (evidenceCount: number) => ({ ...spool, state: { ...spool.state, evidenceCount } })
  const now = new Date(at)
  const last = held(maxEvidenceItems - 1)
  expect(findDenial('evidence', actionContextOf(last, provider, now))).toBeNull()
  const { state } = submitEvidence(
    { spool: last, evidence: [], viewer: provider },
    submit(),
    null,
    hashes,
  ).spool
  expect(findDenial('evidence', actionContextOf({ ...last, state }, provider, now))).toMatchObject({
    code: 'conflict',
    options: { reason: 'evidence_limit_reached' },
  })
})

const file = (text: string, mediaType = 'text/csv', type: EvidenceRequest['type'] = 'dataset') => ({
  type,
  metadata: { content_base64: Buffer.from(text).toString('base64'), media_type: mediaType },
})

const readers = {
  pause: async () => {},
  workbook: async (bytes: Uint8Array, sheet: string | null) => readWorkbookFile(bytes, sheet),
}
const readable = (change: Partial<EvidenceRequest>) =>
  readableContent(evidenceDraftOf(request(change)), facts, readers)

test.each<[string, Partial<EvidenceRequest>, string]>([
  ['a name twice', file('a,b,a\n1,2,3\n'), 'Line 1, column 3: '],
  ['a column without a name', file('a,,b\n'), 'Line 1, column 2: '],
  ['a row that is short', file('a,b\n"x\ny",2\n3\n'), 'Line 4, column 2: '],
  ['a quote that is not closed', file('a,b\n"1,2\n'), 'Line '],
  ['nothing', file(''), 'Line 1: '],
  ['another encoding', file('a\n1', 'text/csv; charset=iso-8859-1'), 'The file is in iso-8859-1'],
  ['a document that is no JSON', file('{"id":12345678901234567890}', 'application/json', 'file'), 'Line 1, '],
  ['a line that is no JSON', file('{"a":1}\n{"a":}', 'application/x-ndjson'), 'Line 2, column '],
  ['a line that is no object', file('{"a":1}\n[1]', 'application/x-ndjson', 'file'), 'Line 2, column 1: '],
  ['half of a JSON list', file('[{"a":1},\n{"a"', 'application/json'), 'Line 2, column '],
])('a file of rows with %s is refused where it is wrong', async (_name, change, place) => {
  const refusal: unknown = await readable(change).catch((error: unknown) => error)
  if (!(refusal instanceof Refusal)) throw new Error('the file was taken')
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual([
    'validation_failed',
    422,
    'metadata.content_base64',
  ])
  expect(refusal.message).toContain(place)
})

test('a table has its dialect in its content and beside it, and the rows that it holds', async () => {
  const change = file('a;b\r\n1;2\n3;4\r', 'application/vnd.ms-excel')
  const content = await readable(change)
  const { item, text } = submission(evidenceDraftOf(request(change)), spool, provider, facts, content)
  const dialect = { format: 'csv', delimiter: ';' }
  expect(item).toMatchObject({ dialect, rows: 2, provenance: 'uploaded_csv' })
  expect(JSON.parse(text)).toMatchObject({ kind: 'bytes', dialect })
  expect(item.contentDigest).toBe(submit(change).item.contentDigest)
})

describe('evidence that the check of its condition cannot read', () => {
  const checked = (check: DeterministicCheck) =>
    acceptedSpool([{ verification_method: 'deterministic', deterministic_check: check }])
  const onText = checked({ checker: 'text_contains', text: 'done' })
  const onDocument = checked({ checker: 'json_path', path: '$.ok', scope: 'document' })
  const onDigest = checked({ checker: 'hash_matches', expected: 'a'.repeat(64) })
  const onLink = checked({ checker: 'url_format' })
  const byModel = acceptedSpool([
    {
      verification_method: 'ai_assisted',
      claim_cited: { claim: 'It is done', evidence_ref: 'report', judge: 'verbatim' },
    } as never,
  ])
  const photo = { content_base64: 'AAEC', media_type: 'image/png' }
  const taking = async (change: Partial<EvidenceRequest>, of: Spool = spool, viewer = provider) =>
    submission(evidenceDraftOf(request(change)), of, viewer, facts, await readable(change)).item

  test.each<[string, Partial<EvidenceRequest>, string, RegExp, Spool?]>([
    ['nothing', { metadata: {} }, 'metadata', /reads a table.*metadata\.rows/],
    ['nothing from an address', { source: 'https://a.example/x', metadata: {} }, 'metadata', /no content/],
    ['a remark alone', { metadata: { note: 'see mail' } }, 'metadata', /no content.*metadata\.rows/],
    ['a confirmation', { type: 'confirmation', metadata: {} }, 'metadata', /reads a table/],
    ['rows under another case', { metadata: { Rows: [{ a: 1 }] } }, 'metadata.Rows', /as metadata\.rows/],
    [
      'rows under another name',
      { metadata: { my_leads: [{ a: 1 }] } },
      'metadata.my_leads',
      /as metadata\.rows/,
    ],
    ['rows as text', { metadata: { data: 'a,b\n1,2' } }, 'metadata.data', /metadata\.text.*text\/csv/],
    [
      'CSV under its own name',
      { metadata: { csv: 'a,b\n1,2' } },
      'metadata.csv',
      /metadata\.text.*text\/csv/,
    ],
    ['content under its own name', { metadata: { content: 'a' } }, 'metadata.content', /metadata\.text/],
    [
      'bytes under another name',
      { metadata: { 'content-base64': 'AA==' } },
      'metadata.content-base64',
      /metadata\.content_base64/,
    ],
    [
      'a link under another name',
      { metadata: { URL: 'https://a.example' } },
      'metadata.URL',
      /metadata\.url/,
    ],
    [
      'rows with members that look alike',
      { metadata: { rows: [{ a: 1 }, { a: 1, 'a\u200b': 2 }] } },
      'metadata.rows[1]',
      /named twice/,
    ],
    [
      'a text',
      { type: 'text', metadata: { text: 'a,b\n1,2\n' } },
      'metadata.text',
      /reads a table, and metadata\.text is none.*type "dataset"/,
    ],
    ['a photo', { type: 'photo', metadata: photo }, 'metadata.content_base64', /reads a table/],
    ['rows for text', {}, 'metadata.rows', /reads text, and metadata\.rows is none/, onText],
    ['a photo for text', { type: 'photo', metadata: photo }, 'metadata.content_base64', /reads text/, onText],
    [
      'a text for a document',
      { type: 'text', metadata: { text: 'ok' } },
      'metadata.text',
      /reads JSON/,
      onDocument,
    ],
    ['nothing to digest', { type: 'file', metadata: {} }, 'metadata', /the content itself/, onDigest],
    ['rows for a link', {}, 'metadata.rows', /reads a web address.*metadata\.url/, onLink],
    [
      'nothing for a model',
      { type: 'text', metadata: { Text: 'x' } },
      'metadata.Text',
      /metadata\.text/,
      byModel,
    ],
  ])('is refused when it is sent: %s', async (_name, change, field, said, of) => {
    const refusal: unknown = await taking(change, of).catch((error: unknown) => error)
    if (!(refusal instanceof Refusal)) throw new Error('it was taken')
    expect([refusal.code, refusal.status, refusal.options.field]).toEqual(['validation_failed', 422, field])
    expect(`${refusal.message} ${refusal.options.remediation}`).toMatch(said)
  })

  test.each<[string, Partial<EvidenceRequest>, Spool?, Viewer?]>([
    ['a photo that a person looks at', { type: 'photo', metadata: photo }, byPerson],
    ['a photo for a model', { type: 'photo', metadata: photo }, byModel],
    ['a photo for a digest', { type: 'photo', metadata: photo }, onDigest],
    ['rows for a path', {}, checked({ checker: 'json_path', path: '$.a' })],
    [
      'a document for a path',
      { metadata: { json: { a: 1 } } },
      checked({ checker: 'json_path', path: '$.a' }),
    ],
    [
      'a CSV file for the sum of a column',
      { metadata: { text: 'price\n0.10\n0.20\n', media_type: 'text/csv' } },
      checked({
        checker: 'json_path',
        path: '$[*].price',
        scope: 'document',
        aggregate: 'sum',
        operator: 'equals',
        value: 0.3,
      }),
    ],
    [
      'a text where another condition reads texts',
      { type: 'text', metadata: { text: 'x' } },
      acceptedSpool([
        { verification_method: 'deterministic', deterministic_check: { checker: 'row_count', expected: 1 } },
        {
          verification_method: 'deterministic',
          deterministic_check: { checker: 'text_contains', text: 'x' },
        },
      ]),
    ],
    [
      'a text that has only its time',
      { type: 'text', metadata: { text: 'x' } },
      checked({ checker: 'deadline_met', deadline: '2027-01-01T00:00:00Z' }),
    ],
    ['what is kept elsewhere', { type: 'file', metadata: { url: 'https://a.example/x' } }],
    ['a link by its source', { type: 'url', source: 'https://a.example/x', metadata: {} }, onLink],
    [
      'a remark of the side that delivers nothing',
      { type: 'text', metadata: { text: 'x' } },
      spool,
      viewerAs(0),
    ],
  ])('is told from what is judged or looked at: %s', async (_name, change, of, viewer) => {
    expect((await taking(change, of, viewer)).id).toBe(facts.evidenceId)
  })

  test.each<[string, Buffer, RegExp]>([
    ['U+0000', Buffer.from('all\n\u0000done'), /Line 2: .*U\+0000/],
    ['UTF-16', Buffer.from('all done', 'utf16le'), /UTF-16/],
    ['another encoding', Buffer.from('fertig für heute', 'latin1'), /0xFC/],
  ])('is a text file with %s', async (_name, bytes, said) => {
    const metadata = { content_base64: bytes.toString('base64'), media_type: 'text/plain' }
    for (const type of ['text', 'file'] as const) {
      const refusal: unknown = await taking({ type, metadata }, onText).catch((error: unknown) => error)
      if (!(refusal instanceof Refusal)) throw new Error('it was taken')
      expect(refusal.message).toMatch(said)
    }
  })
})

describe('a workbook whose cells have one long text many times', () => {
  const sent = (rows: number, text: string): Partial<EvidenceRequest> => {
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(rows)
    const bytes = madeWorkbook({
      texts: `<si><t>${text}</t></si>`,
      sheets: { One: `<row><c t="str"><v>a</v></c></row>${cells}` },
    })
    return {
      metadata: {
        content_base64: Buffer.from(bytes).toString('base64'),
        media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
    }
  }

  test('counts by what its rows hold in what a run may cost', async () => {
    const change = sent(2_000, 'x'.repeat(5_000))
    const content = await readable(change)
    const { item } = submission(evidenceDraftOf(request(change)), spool, provider, facts, content)
    expect([item.rows, item.characters]).toEqual([2_000, 10_000_000])
    expect(item.bytes).toBeLessThan(30_000)
    expect(estimatedRun(spool.agreement, [item]).bytes).toBe(10_000_000)
  })

  test('is refused with its size where that is more than is taken', async () => {
    const change = sent(5_000, 'x'.repeat(1_048_576))
    const content = await readable(change)
    const refusal = refusalOf(() =>
      submission(evidenceDraftOf(request(change)), spool, provider, facts, content),
    )
    expect([refusal.code, refusal.status]).toEqual(['validation_failed', 422])
    expect(refusal.message).toMatch(/52429\d{5} characters .* at most 33554432/)
  })
})

test.each([
  ['csv', 'text/csv'],
  ['.xlsx', 'spreadsheetml.sheet'],
  ['a table', 'text/csv'],
])('a media type that is none, %j, is told one that would do', (mediaType, meant) => {
  const { options, message } = refusalOf(() => submit(file('a\n1\n', mediaType)))
  expect([options.field, message]).toEqual(['metadata.media_type', expect.stringContaining(`"${mediaType}"`)])
  expect(options.remediation).toContain(meant)
})

describe('a file that nothing in the agreement can judge', () => {
  const taking = async (change: Partial<EvidenceRequest>, of: Spool = spool) =>
    submission(evidenceDraftOf(request(change)), of, provider, facts, await readable(change)).item
  const workbook = file(
    'PK\u0003\u0004…',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  const onText = acceptedSpool([
    {
      verification_method: 'deterministic',
      deterministic_check: { checker: 'text_contains', text: 'done' },
    },
  ])

  test.each<[string, Partial<EvidenceRequest>, RegExp, Spool?]>([
    ['an archive', workbook, /ZIP file.*text\/csv/],
    ['a PDF file', file('%PDF-1.7', 'application/pdf', 'file'), /PDF.*type "dataset"/],
    ['JSON that wraps the rows', { metadata: { json: { data: [{ a: 1 }] } } }, /"data".*metadata\.rows/],
    [
      'a PDF file for a check of text',
      file('%PDF-1.7', 'application/pdf', 'file'),
      /PDF.*reads text/,
      onText,
    ],
  ])('is refused when it is sent: %s', async (_name, change, said, of) => {
    const refusal: unknown = await taking(change, of).catch((error: unknown) => error)
    if (!(refusal instanceof Refusal)) throw new Error('the file was taken')
    expect([refusal.code, refusal.status]).toEqual(['validation_failed', 422])
    expect(`${refusal.message} ${refusal.options.remediation}`).toMatch(said)
  })

  const onEmail = acceptedSpool([
    {
      verification_method: 'deterministic',
      deterministic_check: { checker: 'json_path', path: '$.email', operator: 'exists' },
    },
  ])
  const titled = file('Report\nname;email\nA;b@x.example\n')

  test.each<[string, Partial<EvidenceRequest>, string, Spool?]>([
    ['a table of type file', file('a,b\n1,2\n', 'text/csv', 'file'), 'type'],
    ['a text of type file that is a table', file('a,b\n1,2\n', 'text/plain', 'file'), 'type'],
    ['lines of JSON as JSON', file('{"a":1}\n{"a":2}\n', 'application/json'), 'metadata.media_type'],
    ['lines of JSON as text', file('{"a":1}\n{"a":2}\n', 'text/plain'), 'metadata.media_type'],
    ['a sheet of CSV', { metadata: { ...file('a,b\n1,2\n').metadata, sheet: 'Leads' } }, 'metadata.sheet'],
    ['a sheet of rows', { metadata: { rows: [{ a: 1 }], sheet: 'Leads' } }, 'metadata.sheet'],
    [
      'wrapped rows below a path',
      { metadata: { json: { data: [{ email: 'a' }] } } },
      'metadata.json',
      onEmail,
    ],
    ['a title above the columns', titled, 'metadata.content_base64', onEmail],
  ])('is refused by the member that is wrong: %s', async (_name, change, field, of) => {
    const refusal: unknown = await taking(change, of).catch((error: unknown) => error)
    if (!(refusal instanceof Refusal)) throw new Error('the file was taken')
    expect([refusal.status, refusal.options.field]).toEqual([422, field])
    expect(refusal.options.remediation).toBeTruthy()
  })

  test('is no document in which the path leads to something, and no table whose only column is read', async () => {
    const document = { metadata: { json: { email: 'b', data: [{ email: 'a' }] } } }
    expect((await taking(document, onEmail)).type).toBe('dataset')
    expect((await taking(titled)).rows).toBe(2)
    expect((await taking(file('email\na;b\nc;d\n'), onEmail)).rows).toBe(2)
  })

  test('is taken where a person looks at it, or a check digests it', async () => {
    const check = { checker: 'row_count', expected: 1 } as const
    const digested = { checker: 'hash_matches', expected: 'a'.repeat(64) } as const
    const checked = { verification_method: 'deterministic', deterministic_check: check } as const
    for (const other of [
      { verification_method: 'human_confirmed' } as const,
      { verification_method: 'deterministic', deterministic_check: digested } as const,
    ]) {
      expect((await taking(workbook, acceptedSpool([checked, other]))).type).toBe('dataset')
    }
  })

  test('is told from a table that was sent without its media type', () => {
    const refusal = refusalOf(() => submit({ metadata: { text: 'a,b\n1,2\n' } }))
    expect(refusal.options.remediation).toContain('media_type')
  })
})

test('a file that claims no rows is kept whatever it holds', async () => {
  expect((await readable(file('%PDF', 'application/pdf', 'file'))).provenance).toBe('uploaded_file')
  expect((await readable(file('"', 'text/csv', 'file'))).provenance).toBe('uploaded_csv')
})

test.each<[string, Partial<EvidenceRequest>, string]>([
  ['an upload of a file that is not there', { provenance: 'uploaded_file' }, 'provenance'],
  [
    'an upload of what is only referred to',
    { type: 'file', metadata: { url: 'https://example.com/a' }, provenance: 'uploaded_text' },
    'provenance',
  ],
  [
    'a time that is still to come',
    { provenance: { method: 'uploaded_json', observed_at: '2026-01-01T00:05:01Z' } },
    'provenance.observed_at',
  ],
])('a provenance of %s is refused', (_name, change, field) => {
  expect(codesOf(() => submit(change))).toEqual(['validation_failed', 422, field])
})

test('neither side uses up the room of the other, in whatever name it submits', () => {
  const now = new Date(at)
  const isTaken = (viewer: Viewer, state: Partial<SpoolState>) =>
    findDenial(
      'evidence',
      actionContextOf({ ...spool, state: { ...spool.state, ...state } }, viewer, now),
    ) === null
  const filled = { buyerEvidenceCount: maxEvidenceItems }
  expect([isTaken(viewerAs(0), filled), isTaken(provider, filled)]).toEqual([false, true])
  const item = submit({ on_behalf_of: 'provider', source: 'audit' }, viewerAs(0))
  const { state } = submitEvidence({ spool, evidence: [], viewer: viewerAs(0) }, item, null, hashes).spool
  expect([state.buyerEvidenceCount, state.evidenceCount]).toEqual([1, 0])
  const full = { ...spool, state: { ...spool.state, ...filled } }
  expect(
    refusalOf(() => submitEvidence({ spool: full, evidence: [], viewer: viewerAs(0) }, item, null, hashes))
      .options.reason,
  ).toBe('evidence_limit_reached')
})

test('what a party submitted itself puts aside what the other submitted in its name', () => {
  const of = (viewer: Viewer, id: number, change: Partial<EvidenceRequest> = {}) => ({
    ...submit({ on_behalf_of: 'provider', source: `source ${id}`, ...change }, viewer).item,
    id: `ev_${hex(id)}`,
  })
  const idsOf = (items: Evidence[]) => judgedItems(items, spool.agreement).map(({ id }) => id)
  const standIn = of(viewerAs(0), 1)
  expect(idsOf([standIn])).toEqual([standIn.id])
  const own = of(provider, 2)
  const ofBuyer = of(viewerAs(0), 3, { on_behalf_of: 'buyer' })
  expect(idsOf([standIn, own, ofBuyer, of(viewerAs(0), 4)])).toEqual([own.id, ofBuyer.id])
  const elsewhere = { ...of(viewerAs(0), 5), conditionId: `cond_${hex(1)}` }
  expect(idsOf([own, elsewhere])).toEqual([own.id, elsewhere.id])
  const check = { checker: 'row_count', expected: 1 } as const
  const checked = { verification_method: 'deterministic', deterministic_check: check } as const
  const two = acceptedSpool([checked, checked])
  expect(judgedItems([own, elsewhere], two.agreement)).toEqual([own])
})

test('a side that alone supplies what was agreed is not spoken for by the other', () => {
  const supplied = acceptedSpool(
    [
      {
        verification_method: 'deterministic',
        deterministic_check: { checker: 'row_count', expected: 1 },
        evidence_requirements: [{ expected_type: 'dataset', source_ref: 'crm export', supplier: 'buyer' }],
      },
    ],
    { evidenceCount: 0 },
  )
  const as = (viewer: Viewer, of = supplied) =>
    submission(evidenceDraftOf(request({ on_behalf_of: 'buyer' })), of, viewer, facts).item.onBehalfOf
  expect(codesOf(() => as(provider))).toEqual(['forbidden', 403, 'on_behalf_of'])
  expect(as(viewerAs(0))).toBe('buyer')
  expect(as(provider, spool)).toBe('buyer')
  const alone = { ...supplied, agreement: { ...supplied.agreement, mode: 'unilateral' as const } }
  expect(as(viewerAs(0), alone)).toBe('buyer')
})

test('an item that a party submitted itself is replaced by that party only', () => {
  const submitted = { ...facts, at: '2026-01-01T00:00:01.000Z' }
  const of = (viewer: Viewer, change: Partial<EvidenceRequest> = {}) =>
    submission(evidenceDraftOf(request({ on_behalf_of: 'provider', ...change })), spool, viewer, submitted)
  const add = (viewer: Viewer, change?: Partial<EvidenceRequest>, held = [of(provider).item]) =>
    submitEvidence({ spool, evidence: held, viewer }, of(viewer, change), null, hashes)
  expect(codesOf(() => add(viewerAs(0)))).toEqual(['conflict', 409, 'source'])
  expect(add(provider).evidence).toHaveLength(1)
  expect(add(viewerAs(0), { source: 'audit' }).evidence).toHaveLength(1)
  expect(add(viewerAs(0), {}, [of(viewerAs(0)).item]).evidence).toHaveLength(1)
  expect(add(provider, {}, [of(viewerAs(0)).item]).evidence).toHaveLength(1)
})

test('what an item says beside its content has a limit of its own', () => {
  const saying = (length: number) => submit({ metadata: { rows: [{ a: 1 }], note: 'n'.repeat(length) } }).item
  const room = 16_384 - (Buffer.byteLength(JSON.stringify(saying(12_000))) - 12_000)
  expect(Buffer.byteLength(JSON.stringify(saying(room)))).toBe(16_384)
  expect(codesOf(() => saying(room + 1))).toEqual(['evidence_too_large', 413, 'metadata'])
})

test.each<[string, EvidenceRequest['metadata']]>([
  ['JSON', { json: { list: Array.from({ length: 1_000 }, () => []) } }],
  ['rows', { rows: Array.from({ length: 1_000 }, (_, a) => ({ a })) }],
])('%s of an item is put in canonical form once', async (_, metadata) => {
  let characters = 0
  const counted = (value: unknown) => {
    const text = hashes.canonical(value)
    characters += text.length
    return text
  }
  const digestOf = () => {
    throw new Error('the content is put in canonical form once more')
  }
  const draft = evidenceDraftOf(request({ metadata }))
  const { bytes, kept } = await readableContent(draft, { ...facts, canonical: counted, digestOf }, readers)
  expect(bytes).toBe(Buffer.byteLength(hashes.canonical(draft.sent)))
  expect(kept.digest).toBe(hashes.content(JSON.parse(kept.text)))
  expect(characters).toBeLessThan(bytes + 500)
})
