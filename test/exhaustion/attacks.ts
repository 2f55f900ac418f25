import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { OneCallResponse } from '@outturn/contracts'
import { agreement, created } from '../e2e/agreement.ts'
import { delivery, type HttpAnswer, openSession, type Send } from '../e2e/api.ts'
import {
  lackingRowsBody,
  manyRowsBody,
  manyUnitsBody,
  nestedBody,
  nestedPathsBody,
  patternsBody,
  sandboxPathsBody,
  unknownMembersBody,
  wrongValuesBody,
} from './bodies.ts'

/** Where a hostile caller is, with an account of its own. */
export interface Target {
  readonly send: Send
  readonly baseUrl: string
  readonly key: string
  /** How much of each attack, 1 being little; with less some are tried once. */
  readonly scale: number
}

/** Something that costs its sender little. */
export interface Attack {
  readonly name: string
  run(target: Target): Promise<void>
}

/** An answer that no request may get. */
class Fault extends Error {}

/** Tries an attack as far as it gets. Being refused, or cut off, is what it is for; only a fault is thrown. */
export async function tryAttack({ run }: Attack, target: Target): Promise<void> {
  try {
    await run(target)
  } catch (error) {
    if (error instanceof Fault) throw error
  }
}

/** Everything that is tried, one after the other and all at once. */
export const attacks: readonly Attack[] = [
  { name: 'eight megabytes of wrong values', run: wrongValues },
  { name: 'two hundred thousand unknown members', run: unknownMembers },
  { name: 'eight megabytes of rows', run: manyRows },
  { name: 'bodies that nest without end', run: nestedBodies },
  { name: 'patterns that never end elsewhere', run: patterns },
  { name: 'a hundred paths that multiply', run: nestedPaths },
  { name: 'paths that multiply, in sandbox sessions', run: sandboxPaths },
  { name: 'fifty thousand rows that lack two fields', run: lackingRows },
  { name: 'the largest Spools, and lists of them', run: largestSpools },
  { name: 'evidence of a megabyte, item after item', run: largeEvidence },
  { name: 'files of a megabyte of empty cells', run: emptyCells },
  { name: 'texts that ask as much as a policy can', run: policies },
  { name: 'writers that stop within their body', run: slowWriters },
  { name: 'readers that take no answer', run: slowReaders },
  { name: 'large receipts and bundles that no one takes', run: untakenReceipts },
  { name: 'connections that say nothing', run: idleConnections },
  { name: 'sandbox sessions side by side', run: sandboxSessions },
  { name: 'keys and receipts that do not exist', run: unknownNames },
]

const kibibyte = 1_024

async function wrongValues({ send, key, scale }: Target): Promise<void> {
  await atOnce(2 * scale, () => send('/api/v1/verify', { key, body: wrongValuesBody() }))
}

async function unknownMembers({ send, key, scale }: Target): Promise<void> {
  await atOnce(2 * scale, () => send('/api/v1/verify', { key, body: unknownMembersBody() }))
}

async function manyRows({ send, key, scale }: Target): Promise<void> {
  await atOnce(2 * scale, () => send('/api/v1/verify', { key, body: manyRowsBody() }))
}

async function nestedBodies({ send, key, scale }: Target): Promise<void> {
  await atOnce(8 * scale, () => send('/api/v1/verify', { key, body: nestedBody() }))
}

async function patterns({ send, key, scale }: Target): Promise<void> {
  await atOnce(2 * scale, () => send('/api/v1/verify', { key, body: patternsBody() }))
}

async function nestedPaths({ send, key, scale }: Target): Promise<void> {
  await atOnce(2 * scale, () => send('/api/v1/verify', { key, body: nestedPathsBody() }))
}

async function sandboxPaths({ send, scale }: Target): Promise<void> {
  await atOnce(4 * scale, async () => {
    const { token } = await openSession(send)
    return send('/api/sandbox/verify', { key: token, body: sandboxPathsBody() })
  })
}

async function lackingRows({ send, key, scale }: Target): Promise<void> {
  await atOnce(scale, async () => {
    const body = lackingRowsBody()
    const answer = await send<Partial<OneCallResponse>>('/api/v1/verify', { key, body })
    const receipt = answer.json.receipt?.id
    // Anybody may look at it, also without a key.
    if (receipt !== undefined) await atOnce(4, () => send(`/r/${receipt}`))
    return answer
  })
}

async function largestSpools({ send, key, scale }: Target): Promise<void> {
  const terms = Array.from({ length: 25 }, () => ({
    text: 't'.repeat(10_000),
    provenance: { source: 'freeform' as const },
  }))
  for (let n = 0; n < 5 * scale; n += 1) await created(send, key, { terms })
  await atOnce(8 * scale, () => send('/api/v1/spools?limit=100', { key }))
}

async function largeEvidence({ send, key, scale }: Target): Promise<void> {
  const item = await itemOf(send, key, 'text')
  for (let n = 0; n < Math.min(100, 6 * scale); n += 1) {
    await item({ text: `${n} `.padEnd(1_000 * kibibyte, 'x') }, `mail ${n}`)
  }
}

async function emptyCells({ send, key, scale }: Target): Promise<void> {
  const item = await itemOf(send, key, 'dataset')
  const text = `a,b\n${',\n'.repeat(49_000)}`
  for (let n = 0; n < 2 * scale; n += 1) await item({ text, media_type: 'text/csv' }, `file ${n}`)
}

async function policies({ send, key, scale }: Target): Promise<void> {
  const crowded = `${'if about 50 rows, '.repeat(100)}. `
  for (const unit of ['. ', '1. a\n', 'The list must be $5 or so, unless not. ', '(((((', crowded]) {
    const source = unit.repeat(Math.floor(20_000 / unit.length))
    await atOnce(2 * scale, () => send('/api/v1/policy-compiler', { key, body: { source } }))
  }
}

async function slowWriters({ baseUrl, key, scale }: Target): Promise<void> {
  const head = `POST /api/v1/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`
  await holdOpen(baseUrl, 20 * scale, `${head}\r\nContent-Length: 1000\r\n\r\n{`)
}

async function slowReaders({ baseUrl, scale }: Target): Promise<void> {
  await holdOpen(baseUrl, 20 * scale, 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
}

async function untakenReceipts({ send, baseUrl, key, scale }: Target): Promise<void> {
  const body = manyUnitsBody()
  const { json } = await send<Partial<OneCallResponse>>('/api/v1/verify', { key, body })
  if (json.receipt === undefined || json.receipt === null) return
  const asked = [json.receipt.id, `${json.receipt.id}/bundle`].map(
    (path) => `GET /api/v1/receipts/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
  await holdOpen(baseUrl, 20 * scale, asked.join(''))
}

async function idleConnections({ baseUrl }: Target): Promise<void> {
  await holdOpen(baseUrl, 1_500, '')
}

/** Keeps so many connections for a while, each of which says this and reads nothing; from another address than the others'. */
async function holdOpen(baseUrl: string, count: number, text: string): Promise<void> {
  const { hostname: host, port } = new URL(baseUrl)
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect({ host, port: Number(port), localAddress: '127.0.0.2' })
    socket.on('error', () => {})
    socket.pause()
    if (text !== '') socket.write(text)
    return socket
  })
  await pause(1_000)
  for (const socket of sockets) socket.destroy()
}

async function sandboxSessions({ send, scale }: Target): Promise<void> {
  await atOnce(10 * scale, async () => {
    const { token } = await openSession(send)
    return send('/api/sandbox/verify', { key: token, body: delivery() })
  })
}

async function unknownNames({ send, scale }: Target): Promise<void> {
  for (let n = 0; n < 10 * scale; n += 1) {
    await atOnce(50, () => send(`/api/v1/receipts/ocr_${randomBytes(16).toString('hex')}/status`))
    await atOnce(50, () =>
      send('/api/v1/credits/balance', { key: `spk_live_${randomBytes(20).toString('hex')}` }),
    )
  }
}

/** How an item of this type is submitted to a Spool that takes it. */
async function itemOf(send: Send, key: string, type: 'text' | 'dataset') {
  const onText = { deterministic_check: { checker: 'text_contains', text: 'x' } } as const
  const agreed = agreement().conditions.map((each) => (type === 'text' ? { ...each, ...onText } : each))
  const { id, conditions } = await created(send, key, {
    agreement: { mode: 'unilateral' },
    conditions: agreed,
  })
  const condition_id = conditions[0]?.id ?? ''
  return async (metadata: object, source: string) => {
    const body = { condition_id, type, source, metadata }
    assertNoFault(await send(`/api/v1/spools/${id}/evidence`, { key, body }))
  }
}

async function atOnce(times: number, call: () => Promise<HttpAnswer>): Promise<void> {
  for (const end of await Promise.allSettled(Array.from({ length: Math.ceil(times) }, call))) {
    if (end.status === 'fulfilled') assertNoFault(end.value)
    else if (end.reason instanceof Fault) throw end.reason
  }
}

function assertNoFault(answer: HttpAnswer): void {
  if (answer.status === 500) throw new Fault(`a hostile request was answered with 500: ${answer.text}`)
}
