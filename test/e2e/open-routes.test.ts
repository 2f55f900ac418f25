import { idPattern } from '@outturn/agreement'
import type { ReceiptStatusV1 } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { openSession, readSystem, sendTo, verified } from './api.ts'
import { readInterface } from './interface.ts'

// What can be read with nothing in hand: no key, no link, no id. An id of a receipt, a Spool or a share is all that its holder
// needs, so none may come out.

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
/** Ids of what exists, as their owner was told them. */
const existing = new Set<string>()

const capability = /\b(?:ocr|spl|shr|acc)_[0-9a-f]{24}\b/g
const idsIn = (text: string) => text.match(capability) ?? []

beforeAll(async () => {
  operator = await connectOperator(system)
  const { accountId, apiKey } = await operator.openAccount({ included: 5 })
  const { token } = await openSession(send)
  existing.add(accountId).add(system.account_id)
  for (const key of [apiKey, token]) {
    const answer = await verified(send, key)
    const spool = await send(`/api/v1/spools/${answer.spool_id}`, { key })
    for (const id of [...idsIn(JSON.stringify(answer)), ...idsIn(spool.text)]) existing.add(id)
  }
})
afterAll(() => operator.close())

/** Reads a page and what it links to on this host, and so on; each once. */
async function crawl(from: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const waiting = [...from]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path) || pages.size > 500) continue
    const { text } = await send(path)
    pages.set(path, text)
    waiting.push(...linksIn(text))
  }
  return pages
}

function linksIn(text: string): string[] {
  const absolute = [...text.matchAll(/https?:\/\/[^\s"'<>\\)`]+/g)].map(([link]) => link)
  const relative = [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => system.base_url + path)
  return [...absolute, ...relative].flatMap((link) => {
    const url = URL.canParse(link) ? new URL(link) : null
    return url?.origin === system.base_url ? [url.pathname + url.search] : []
  })
}

/** Every address of a log: its checkpoint, and its entries and hashes in tiles of 256. */
async function logPaths(prefix: string): Promise<string[]> {
  const { text } = await send(`${prefix}/checkpoint`)
  const size = Number(text.split('\n')[1])
  expect(size).toBeGreaterThan(0)
  const full = Array.from({ length: Math.floor(size / 256) }, (_, index) => String(index).padStart(3, '0'))
  const rest = size % 256 === 0 ? [] : [`${String(full.length).padStart(3, '0')}.p/${size % 256}`]
  const tiles = [...full, ...rest].flatMap((tile) => [`entries/${tile}`, `0/${tile}`])
  return [`${prefix}/checkpoint`, ...tiles.map((tile) => `${prefix}/tile/${tile}`)]
}

/** An answer of every operation to a caller without credentials, who fills its path with what is well-formed. */
async function refusals(): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { method, path, hasBody, example } of await readInterface(send)) {
    const address = path
      .replace('{receipt_id}', `ocr_${'0'.repeat(24)}`)
      .replace('{environment}', 'production')
      .replace('{version}', '1')
      .replaceAll(/\{\w+\}/g, `spl_${'0'.repeat(24)}`)
    const body = hasBody || method === 'POST' ? (example ?? {}) : undefined
    const { text } = await send(address, { method, ...(body !== undefined && { body }) })
    answers.set(`${method} ${address}`, text)
  }
  return answers
}

test('no id of a receipt, a Spool, a share or an account comes out of what is open to all', async () => {
  const [production, demo] = [await logPaths('/log'), await logPaths('/log/demo')]
  const front = ['/', '/openapi.json', new URL(system.keys_url).pathname, '/api/health', '/api/ready']
  const unknown = [`/r/ocr_${'0'.repeat(24)}`, `/s/shr_${'0'.repeat(24)}`, '/nothing', '/api/v1/nothing']
  const versions = ['production', 'demo'].map((environment) => `/.well-known/outturn-keys/${environment}/1`)
  const starts = [...front, '/api/v1/capabilities', ...versions, ...unknown, ...production, ...demo]
  const pages = new Map([...(await crawl(starts)), ...(await refusals())])
  expect(pages.size).toBeGreaterThan(60)

  const found = new Map<string, string>()
  for (const [page, text] of pages) for (const id of idsIn(text)) found.set(id, page)
  expect([...found].filter(([id]) => existing.has(id))).toEqual([])
  // What others made meanwhile is none of the above: an id in an example names nothing.
  for (const [id, page] of found) {
    if (!idPattern('receipt').test(id)) continue
    const { json } = await send<ReceiptStatusV1>(`/api/v1/receipts/${id}/status`)
    expect([page, json.status]).toEqual([page, 'unknown'])
  }
})
