import { canonicalJson } from '@outturn/canonical'
import { hash } from 'node:crypto'
import { Refusal, verifyDelivery } from '@outturn/contracts'
import { afterAll, expect, test } from 'vitest'
import { type BodyReader, type BodyReaderLimits, createBodyReader, threadMemoryMb } from './body-reader.ts'

const readers: BodyReader[] = []
afterAll(() => Promise.all(readers.map((each) => each.stop())))

function reader(limits: Partial<BodyReaderLimits> = {}): BodyReader {
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

test('the text of a body comes back as its schema has it, without its key, and with its digest', async () => {
  const { evidence, ...rest } = delivery
  const sent = { evidence: { rows: evidence.rows }, ...rest, idempotency_key: 'k' }
  const { text, idempotencyKey, digest } = await reader().read(task(JSON.stringify(sent, null, 2)))
  expect(JSON.parse(Buffer.from(text.bytes).toString())).toEqual(delivery)
  expect([idempotencyKey, digest?.hex]).toEqual(['k', hash('sha256', canonicalJson(delivery))])
})

test('what is refused is refused in the same words as a small body', async () => {
  const refused = await refusalOf(reader().read(task(JSON.stringify({ ...delivery, evidenc: 1 }))))
  expect([refused.code, refused.status, refused.options.field]).toEqual(['validation_failed', 400, 'evidenc'])
  expect(refused.options.remediation).toContain('Did you mean evidence?')
})

test('a thread has the heap for the most wasteful JSON of the size that is taken', () => {
  expect(threadMemoryMb(8 * 1_048_576)).toBe(1_024)
  expect(threadMemoryMb(1_024)).toBe(128)
})

test('a body that is not read in its time is told to come back, and counted', async () => {
  const ended: string[] = []
  const hurried = reader({ timeoutMs: 1, countEnded: (cause) => ended.push(cause) })
  const refused = await refusalOf(hurried.read(task(JSON.stringify(delivery))))
  expect([refused.code, refused.options.reason]).toEqual(['configuration_unavailable', 'overloaded'])
  expect(ended).toEqual(['time'])
})
