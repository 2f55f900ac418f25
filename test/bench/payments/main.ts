// `npm run bench:payments`: what a call costs that is paid for by itself, beside one that an account pays from its credits.
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buyVerification, verifyDelivery } from '@outturn/contracts'
import { connectChain, payerOf } from '@outturn/local-servers/payments'
import { countOf, readOptions } from '../../system/read-options.ts'
import { deliveryBody } from '../load/delivery.ts'
import {
  connectBeside,
  openAccount,
  processesOf,
  removeStackData,
  startLocalStack,
  systemTarget,
} from '../local-stack.ts'
import { beyondIdle, between, commitDelayMs, type Counters, readCounters } from '../measurement/counters.ts'
import { print, printTable } from '../signing/bench-table.ts'
import { median, percentile, sum } from '../statistics.ts'
import { tell } from '../tell.ts'

const usage = `Usage: npm run bench:payments -- [--calls NUMBER]

  --calls NUMBER  calls of each kind in each of three rounds; by default 100
  --help          show this
`
const calls = countOf(usage, readOptions(usage, { calls: { type: 'string', default: '100' } }).calls)
const rounds = 3
const inFlight = 8
const rows = 20
const idleMs = 10_000
const warmUpCalls = 100
const home = join(import.meta.dirname, '../../../.outturn/bench-payments')

type Call = { readonly headers: Readonly<Record<string, string>> }
type Kind = { readonly name: string; readonly path: string; readonly status: number; next(): Promise<Call> }
type Stretch = { readonly latenciesMs: number[]; readonly elapsedMs: number; readonly counted: Counters }

const loadAtStart = loadavg()[0] ?? Number.NaN
tell('starting the system and a chain on empty data')
const stack = await startLocalStack(home, ['--payments', '--set', 'gateway.RATE_QUOTA=10000000'])
const { client } = await connectBeside(stack)
try {
  const { base_url: baseUrl, payments, nats_monitor_url: natsMonitorUrl } = stack.file
  if (payments === undefined) throw new Error('the system takes no payments')
  const account = await openAccount(stack, 'Bench')
  const target = await systemTarget(stack, account)
  const sources = {
    processes: processesOf(stack.file),
    databases: [target.database],
    client,
    ...(natsMonitorUrl === undefined ? {} : { natsMonitorUrl }),
  }
  const body = deliveryBody(rows)
  const send = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  const paidPath = buyVerification.http.path
  const unpaid = await send(paidPath, {})
  const challenge = unpaid.headers.get('payment-required')
  if (challenge === null) throw new Error(`no challenge: ${unpaid.status} ${await unpaid.text()}`)
  const chain = connectChain(payments.rpc_url)

  /** A payment from a wallet of its own: one wallet pays once for one body that is under way. */
  async function payment(): Promise<Call> {
    const payer = payerOf()
    await chain.fund(payer.account.address, 1_000_000n)
    return { headers: { 'payment-signature': await payer.pay(challenge as string) } }
  }
  const kinds: readonly Kind[] = [
    {
      name: 'credits of an account',
      path: verifyDelivery.http.path,
      status: 201,
      next: async () => ({ headers: account.headers }),
    },
    { name: 'unpaid: the 402', path: paidPath, status: 402, next: async () => ({ headers: {} }) },
    { name: 'paid with x402', path: paidPath, status: 201, next: payment },
  ]

  /** Sends so many calls of a kind; answers the latency of each, ms. */
  async function sendAll({ path, status }: Kind, prepared: Call[]): Promise<number[]> {
    const latenciesMs: number[] = []
    async function callOn(): Promise<void> {
      for (let call = prepared.pop(); call !== undefined; call = prepared.pop()) {
        const askedAt = performance.now()
        const answer = await send(path, call.headers)
        const text = await answer.text()
        if (answer.status !== status) throw new Error(`${path} answered ${answer.status} ${text}`)
        latenciesMs.push(performance.now() - askedAt)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, callOn))
    return latenciesMs
  }

  async function prepare({ next }: Kind, count: number): Promise<Call[]> {
    const prepared: Call[] = []
    while (prepared.length < count) prepared.push(await next())
    return prepared
  }

  /** What a kind of call costs; Postgres has told everything of before when it begins, and everything of it when it ends. */
  async function stretch(kind: Kind): Promise<Stretch> {
    const prepared = await prepare(kind, calls)
    const before = await readCounters(sources)
    const startedAt = performance.now()
    const latenciesMs = await sendAll(kind, prepared)
    const elapsedMs = performance.now() - startedAt
    await sleep(commitDelayMs)
    return { latenciesMs, elapsedMs, counted: between(before, await readCounters(sources)) }
  }

  tell('warming up')
  for (const kind of kinds) await sendAll(kind, await prepare(kind, warmUpCalls))
  await sleep(commitDelayMs)
  tell('counting what the idle system costs')
  const quiet = await readCounters(sources)
  await sleep(idleMs)
  const idle = between(quiet, await readCounters(sources))
  const measured = new Map(kinds.map((kind) => [kind, [] as Stretch[]]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [kind, stretches] of measured) {
      tell(`round ${round} of ${rounds}: ${kind.name}`)
      stretches.push(await stretch(kind))
    }
  }
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  print(
    [
      `${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.versions.node}, Postgres ${versions[0]?.server_version},`,
      `load average ${loadAtStart.toFixed(1)} at the start; ${inFlight} in flight, ${calls} calls in each of ${rounds} rounds.\n`,
    ].join('\n'),
  )
  const perCall = (read: (counters: Counters) => number) => (one: Stretch) =>
    beyondIdle(read(one.counted), one.counted.at, read(idle), idle.at) / one.latenciesMs.length
  const all = ({ cpuMs }: Counters) => sum(Object.values(cpuMs))
  printTable(
    [...measured].map(([{ name }, stretches]) => {
      const of = (figure: (one: Stretch) => number) => median(stretches.map(figure)).toPrecision(3)
      return {
        call: name,
        'calls/s': of((one) => (one.latenciesMs.length * 1_000) / one.elapsedMs),
        'p50 ms': of((one) => percentile(one.latenciesMs, 0.5)),
        'CPU ms': of(perCall(all)),
        'of it billing': of(perCall(({ cpuMs }) => cpuMs['billing'] ?? 0)),
        'of it Postgres': of(perCall(({ cpuMs }) => cpuMs['postgres'] ?? 0)),
        commits: of(perCall(({ commits }) => commits[target.database] ?? 0)),
        messages: of(perCall(({ messages }) => messages ?? Number.NaN)),
      }
    }),
  )
} finally {
  await client.end()
  await stack.stop()
  await removeStackData(home)
}
