// `npm run bench:webhooks`: signed deliveries in a burst, and whether each that was answered 202 is a fact.
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { FactView } from '@outturn/contracts'
import { agreement } from '../../e2e/agreement.ts'
import { countOf, readOptions } from '../../system/read-options.ts'
import { openAccount, removeStackData, startLocalStack } from '../local-stack.ts'
import { percentile } from '../statistics.ts'
import { tell } from '../tell.ts'

const usage = `Usage: npm run bench:webhooks -- [--deliveries NUMBER] [--seconds NUMBER]

Sends signed deliveries of one source, evenly over the seconds, to a system on empty data. Fails when one is lost, taken twice or refused.

  --deliveries NUMBER  deliveries in each of three rounds; by default 1000
  --seconds NUMBER     time over which a round is sent; by default 1
  --help               show this
`
const options = readOptions(usage, {
  deliveries: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '1' },
})
const deliveries = countOf(usage, options.deliveries)
const seconds = countOf(usage, options.seconds)
const rounds = 3
const home = join(import.meta.dirname, '../../../.outturn/bench-webhooks')

tell('starting the system on empty data')
const stack = await startLocalStack(home, ['--set', 'gateway.RATE_QUOTA=10000000'])
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
try {
  const { base_url: baseUrl } = stack.file
  const { headers } = await openAccount(stack, 'Bench')
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const spool = await ask<{ id: string }>('/api/v1/spools', agreement())
  const source = await ask<{ id: string; signing_secret: string }>('/api/v1/sources', {
    name: 'Bench',
    kind: 'webhook',
    spool_id: spool.id,
    signing: { scheme: 'hmac_sha256' },
    mapping: { subject: '/order', predicate: { const: 'shipped' }, value: '/boxes' },
  })
  const secret = Buffer.from(source.signing_secret.slice('whsec_'.length), 'base64')
  const send = (id: string) => deliver(`${baseUrl}/api/v1/sources/${source.id}/webhook`, secret, id)
  await Promise.all(Array.from({ length: 50 }, (_, at) => send(`warm-${at}`)))
  for (let round = 1; round <= rounds; round += 1) await play(round, send)
  const stored = await countFacts(spool.id, ask)
  const expected = rounds * deliveries + 50
  process.stdout.write(`${stored} facts of ${expected} deliveries that were answered 202\n`)
  if (stored !== expected) process.exitCode = 1
} finally {
  agent.destroy()
  await stack.stop()
  await removeStackData(home)
}

async function play(round: number, send: (id: string) => Promise<number>): Promise<void> {
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: deliveries }, async (_, at) => {
      await sleepUntil(startedAt + (at * seconds * 1_000) / deliveries)
      const sentAt = performance.now()
      return { status: await send(`round-${round}-${at}`), ms: performance.now() - sentAt }
    }),
  )
  const tookMs = performance.now() - startedAt
  const refused = answers.filter(({ status }) => status !== 202)
  const times = answers.map(({ ms }) => ms)
  process.stdout.write(
    `round ${round}: ${deliveries} deliveries in ${Math.round(tookMs)} ms, p50 ${Math.round(percentile(times, 0.5))} ms, ` +
      `p99 ${Math.round(percentile(times, 0.99))} ms, ${refused.length} refused\n`,
  )
  if (refused.length > 0) process.exitCode = 1
}

function sleepUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
}

function deliver(url: string, secret: Uint8Array, id: string): Promise<number> {
  const body = JSON.stringify({ order: id, boxes: 1 })
  const time = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

async function countFacts(spoolId: string, ask: <T>(path: string) => Promise<T>): Promise<number> {
  const seen = new Set<string>()
  for (let after: string | null = ''; after !== null; ) {
    const page: { data: FactView[]; next_cursor: string | null } = await ask(
      `/api/v1/spools/${spoolId}/facts?limit=100${after === '' ? '' : `&after=${after}`}`,
    )
    for (const { subject } of page.data) seen.add(subject)
    after = page.next_cursor
  }
  return seen.size
}
