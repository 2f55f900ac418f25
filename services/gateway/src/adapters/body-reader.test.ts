import { canonicalJson } from '@outturn/canonical'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import {
  recordExternalResult,
  Refusal,
  submitEvidence,
  verifyDelivery,
  verifySpool,
} from '@outturn/contracts'
import { afterAll, expect, test } from 'vitest'
import { type BodyReader, type BodyReaderLimits, createBodyReader, threadMemoryMb } from './body-reader.ts'

const readers: BodyReader[] = []
afterAll(() => Promise.all(readers.map((each) => each.stop())))

/** A thread loads what it reads bodies with for most of a second: tests with no limits of their own share one. */
const plain = reader({})

function reader(limits: Partial<BodyReaderLimits>): BodyReader {
  const made = createBodyReader({ threads: 1, memoryMb: 256, timeoutMs: 60_000, ...limits })
  readers.push(made)
  return made
}

const operationId = verifyDelivery.http.operationId
const task = (text: string, more: { isKeyed?: boolean } = {}) => ({
  operationId,
  bytes: new Uint8Array(Buffer.from(text)),
  budget: undefined,
  isKeyed: false,
  ...more,
})
const delivery = { conditions: ['2 rows'], evidence: { rows: [{ a: 'ü' }, { a: 2 }], type: 'dataset' } }

async function refusalOf(reading: Promise<unknown>): Promise<Refusal> {
  const refused: unknown = await reading.then(
    () => 'read',
    (error: unknown) => error,
  )
  if (!(refused instanceof Refusal)) throw new Error(`not refused: ${String(refused)}`)
  return refused
}

test('the text of a body comes back as its schema has it, its rows beside it, without its key, and with its digest', async () => {
  const { evidence, ...rest } = delivery
  const sent = { evidence: { rows: evidence.rows }, ...rest, idempotency_key: 'k' }
  const { text, passed, idempotencyKey, digest } = await plain.read(
    task(JSON.stringify(sent, null, 2)),
    'caller',
  )
  const { rows, ...described } = evidence
  expect(JSON.parse(Buffer.from(text.bytes).toString())).toEqual({ ...rest, evidence: described })
  expect(Buffer.from(passed['rows']?.bytes ?? []).toString()).toBe(canonicalJson(rows))
  expect([idempotencyKey, digest?.hex]).toEqual(['k', hash('sha256', canonicalJson(delivery))])
})

test('what is refused is refused in the same words as a small body', async () => {
  const refused = await refusalOf(plain.read(task(JSON.stringify({ ...delivery, evidenc: 1 })), 'caller'))
  expect([refused.code, refused.status, refused.options.field]).toEqual(['validation_failed', 400, 'evidenc'])
  expect(refused.options.remediation).toContain('Did you mean evidence?')
})

test('more rows than one item may have are refused before they reach a service, and as many as it may are not', async () => {
  const bytes = (rows: number) =>
    JSON.stringify({
      ...delivery,
      evidence: {
        rows: Array(rows)
          .fill('r'.repeat(1_021))
          .map((r) => ({ r })),
      },
    })
  const refused = await refusalOf(plain.read(task(bytes(1_024)), 'caller'))
  expect([refused.code, refused.status, refused.options.field]).toEqual([
    'evidence_too_large',
    413,
    'evidence.rows',
  ])
  expect(await plain.read(task(bytes(1_000)), 'caller')).toHaveProperty('text')
})

test('conditions of more than a Spool may agree on are refused, whatever they say of a Spool that they were read from', async () => {
  const body = (filler: object, count = 1) => {
    const check = { checker: 'json_path', path: '$.a', operator: 'equals', value: 'x'.repeat(3_000) }
    const condition = { description: 'Every row has a.', deterministic_check: check, ...filler }
    return JSON.stringify({ ...delivery, conditions: Array.from({ length: count }, () => condition) })
  }
  const refused = await refusalOf(plain.read(task(body({}, 100)), 'caller'))
  expect([refused.code, refused.status, refused.options.field]).toEqual([
    'input_too_large',
    413,
    'conditions',
  ])
  expect(await plain.read(task(body({ last_result: 'x'.repeat(300_000) })), 'caller')).toHaveProperty('text')
})

test.each<[string, object, string]>([
  [submitEvidence.http.operationId, item(1_048_577), 'metadata'],
  [verifySpool.http.operationId, { evidence: [item(1), item(1_048_577)] }, 'evidence[1].metadata'],
  [recordExternalResult.http.operationId, result(1), 'condition_results'],
])('%s of more than an item may have is refused here', async (operation, body, field) => {
  const refused = await refusalOf(
    plain.read({ ...task(JSON.stringify(body)), operationId: operation }, 'caller'),
  )
  expect([refused.code, refused.status, refused.options.field]).toEqual(['evidence_too_large', 413, field])
})

function item(characters: number) {
  const text = 'x'.repeat(characters)
  return { condition_id: `cond_${'0'.repeat(24)}`, type: 'text', source: 'mail', metadata: { text } }
}

function result(conditions: number) {
  const units = Array.from({ length: 50_000 }, (_, unit) => ({ unit: unit + 1, result: 'pass' }))
  const condition_id = `cond_${'0'.repeat(24)}`
  return {
    evaluator: 'lab',
    verdict: 'pass',
    condition_results: Array.from({ length: conditions }, () => ({ condition_id, result: 'pass', units })),
    proof: { type: 'ed25519', signature: 'x' },
    observed_at: '2026-01-02T03:04:05.000Z',
  }
}

test('a thread has the heap for the most wasteful JSON of the size that is taken', () => {
  expect(threadMemoryMb(8 * 1_048_576)).toBe(1_024)
  expect(threadMemoryMb(1_024)).toBe(128)
})

const mebibyte = 1_048_576
const endsOfNarrow: string[] = []
const narrow = reader({ memoryMb: threadMemoryMb(mebibyte), countEnded: (cause) => endsOfNarrow.push(cause) })

/** Values that take the most memory for each byte of their text, as far as is known. */
const wasteful = ['[],', '{},']

test.each(wasteful)('a thread has the heap for a body of nothing but %s', async (value) => {
  const values = value.repeat(Math.floor((mebibyte - 300) / value.length)).slice(0, -1)
  const body = JSON.stringify({ ...item(1), metadata: { json: [] } }).replace('[]', `[0,${values}]`)
  const large = { ...task(body), operationId: submitEvidence.http.operationId }
  expect(await narrow.read(large, 'caller')).toHaveProperty('text')
})

function bodyOf(bytes: number): string {
  const text = JSON.stringify(delivery)
  return text + ' '.repeat(bytes - Buffer.byteLength(text))
}

test('a body of which a thread could make more than its heap holds is refused before it is read', async () => {
  const refused = await refusalOf(narrow.read(task(bodyOf(mebibyte + 1)), 'caller'))
  expect([refused.code, refused.status]).toEqual(['input_too_large', 413])
  expect(endsOfNarrow).toEqual(['memory'])
  expect(await narrow.read(task(bodyOf(mebibyte)), 'caller')).toHaveProperty('text')
})

test('a body that is not read in its time is told to come back, and counted', async () => {
  const ended: string[] = []
  const hurried = reader({ timeoutMs: 1, countEnded: (cause) => ended.push(cause) })
  const refused = await refusalOf(hurried.read(task(JSON.stringify(delivery)), 'caller'))
  expect([refused.code, refused.options.reason]).toEqual(['configuration_unavailable', 'overloaded'])
  expect(ended).toEqual(['time'])
})

test('a body waits for one other of a caller that sent many before it', async () => {
  const shared = reader({})
  const read: string[] = []
  const body = task(bodyOf(mebibyte))
  const send = (caller: string) => shared.read({ ...body, bytes: body.bytes.slice() }, caller)
  const many = Array.from({ length: 5 }, () => send('many').then(() => read.push('many')))
  await Promise.all([...many, send('one').then(() => read.push('one'))])
  expect(read).toEqual(['many', 'one', 'many', 'many', 'many', 'many'])
})

test('the bodies of one caller leave a thread to others', async () => {
  if (process.platform !== 'linux') return
  const before = workerThreads()
  const threadsStarted = () => workerThreads().filter((id) => !before.includes(id)).length
  const shared = reader({ threads: 2 })
  const send = (caller: string) => shared.read(task(bodyOf(mebibyte)), caller)
  await Promise.all([send('many'), send('many'), send('many')])
  expect(threadsStarted()).toBe(1)
  await Promise.all([send('many'), send('one')])
  expect(threadsStarted()).toBe(2)
})

function workerThreads(): string[] {
  const isWorker = (id: string) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('WorkerThread')
  return readdirSync('/proc/self/task').filter(isWorker)
}
