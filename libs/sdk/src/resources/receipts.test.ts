import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseKeyDocument } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { KeyDocument } from '../generated/types.ts'

const vectors = join(import.meta.dirname, '../../../../test/vectors/receipts')
const keys = JSON.parse(readFileSync(join(vectors, 'keys.json'), 'utf8')) as Record<string, KeyDocument>
const cases = readFileSync(join(vectors, 'receipts.jsonl'), 'utf8')
  .split('\n', 20)
  .map((line) => JSON.parse(line) as { environment?: string; keys: string; now: string; receipt: object })
const sample = cases.find(({ environment, keys: name }) => environment === undefined && name === 'main')
if (sample === undefined || keys['main'] === undefined) throw new Error('The vectors have no plain receipt.')
const { receipt, now } = sample
const trusted: KeyDocument = keys['main']

test('a receipt is verified offline by pinned keys, and an altered one is not valid', () => {
  const { receipts } = createClient({
    baseUrl: 'http://service.invalid',
    fetch: () => Promise.reject(new Error('this is offline')),
  })
  const at = new Date(now)
  expect(receipts.verify(receipt, { trustSet: trusted, now: at })).toMatchObject({ valid: true, reasons: [] })
  const parsed = parseKeyDocument(trusted)
  expect(receipts.verify(receipt, { trustSet: parsed, now: at }).valid).toBe(true)
  const altered = { ...receipt, environment: 'demo' }
  expect(receipts.verify(altered, { trustSet: trusted, now: at, environment: 'demo' }).valid).toBe(false)
  expect(receipts.verify('no receipt', { trustSet: trusted }).valid).toBe(false)
})
