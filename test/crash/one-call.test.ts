import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FailPoint, failPoints } from '@outturn/service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '../system/audit.ts'
import { limitFiles } from '../system/broken-store.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { startReplica } from '../system/replica.ts'
import { type Ending, startSystem, type System } from '../system/running-system.ts'
import { type AccountRecords, oneOfEach, readAccountRecords } from './books.ts'
import { layout } from './layout.ts'
import { type ClientCall, type ClientLoad, createClientLoad, longestWaitMs } from './client-load.ts'
import { answerOf, brokenReceipts, changedAnswers, readMoney, wrongAnswers } from './read-back.ts'

// One story: faults one after another under load, then everything that was acknowledged is read back.

const waveSize = 6
/** Enough to be still under way when the process that is killed is gone: two turns of what a client has in flight. */
const longWaveSize = 16
/** A pass that is one of several in a turn: the calls before it are done by then, and nothing of them was told. */
const packetPart = 3
/** What a client gave up may be answered nevertheless; a dozen tries are not all. */
const mostTries = 12
const grantedCents = 1_000_000
const priceMicros = 100_000n
/** Recovery of what no one waits for: leases, sweepers and the outbox's next attempt. */
const eventually = { timeout: 60_000, interval: 500 }
const services = ['gateway', 'spool', 'verification', 'signing', 'billing', 'fetcher'] as const

const armedFolder = mkdtempSync(join(tmpdir(), 'outturn-armed-'))
let website: Server
let system: System
let operator: Operator
let account: Account
let load: ClientLoad

/** What the fetcher is sent to; each test decides what a request of it sets off. */
let onVisit = () => {}

beforeAll(async () => {
  website = createServer((_, response) => {
    onVisit()
    response.end('here')
  }).listen(0, '127.0.0.1')
  await once(website, 'listening')
  const ofTest = {
    OUTTURN_DEPLOYMENT: 'test',
    OUTTURN_FAIL_POINTS_DIR: armedFolder,
    // A machine that other tests fill is no fault of these.
    OUTTURN_EVENT_LOOP_LIMIT_MS: '10000',
  }
  system = await startSystem(layout, {
    gateway: ofTest,
    spool: ofTest,
    verification: ofTest,
    signing: ofTest,
    billing: { ...ofTest, OUTTURN_RESERVATION_CHECK_MS: '2000', OUTTURN_RESERVATION_GIVE_UP_MS: '5000' },
    fetcher: {
      OUTTURN_FETCH_PORTS: String((website.address() as AddressInfo).port),
      OUTTURN_FETCH_ALLOW_ADDRESSES: '127.0.0.0/8',
    },
  })
  operator = await connectOperator(system.file())
  account = await operator.openAccount({ cents: grantedCents })
  load = createClientLoad({ baseUrl: system.baseUrl, apiKey: account.apiKey })
  // The first call of all waits for what seven processes load and compile, on a busy machine longer than one may take.
  await load.acknowledgedCall('the start')
})

afterAll(async () => {
  await operator?.close()
  await system?.stop()
  website?.close()
  rmSync(armedFolder, { recursive: true, force: true })
})

/** Arms a fail point, for one of its next passes, and settles when what is sent has made a process end there. */
async function fired(point: FailPoint, send: () => void, pass = 1): Promise<Ending> {
  const ending = system.watch(point.slice(0, point.indexOf('.')))
  const passed = arm(armedFolder, point, pass)
  send()
  await passed()
  return ending
}

/** Puts a file into a folder of fail points; what it answers settles when a process has ended at it. */
function arm(folder: string, point: FailPoint, pass: number): () => Promise<void> {
  const armed = join(folder, point)
  writeFileSync(armed, String(pass))
  return () => vi.waitFor(() => expect(existsSync(armed)).toBe(false), { timeout: 60_000, interval: 20 })
}

/** A new call gets through: whatever the fault did, the system serves again. */
async function expectServing(fault: string): Promise<void> {
  const call = await load.acknowledgedCall(`after ${fault}`)
  expect(call.answer, `${call.wrongAnswers.join('\n')}\n${system.output()}`).toBeDefined()
}

test('without a fault every call is acknowledged at the first attempt', async () => {
  load.wave('no fault', waveSize)
  await load.settled()
  const calls = load.calls.filter(({ fault }) => fault === 'no fault')
  expect(calls).toHaveLength(waveSize)
  expect(calls.filter(({ answer, attempts }) => answer === undefined || attempts > 1)).toEqual([])
})

test.each(failPoints)('a process that ends at %s is replaced and the system serves on', async (point) => {
  const { replaced } = await fired(point, () => load.wave(point, waveSize))
  await replaced()
  await expectServing(point)
})

/** What travelled together was done by then as far as the point says, and nothing of it was told: that is for the end of the turn. */
const inPackets = ['verification.after-record', 'signing.after-record', 'spool.before-reply'] as const

test.each(inPackets)('a process that ends at %s inside a packet repeats none of its parts', async (point) => {
  const { replaced } = await fired(point, () => load.wave(`a packet at ${point}`, longWaveSize), packetPart)
  await replaced()
  await expectServing(`a packet at ${point}`)
})

/** Where the gateway has a spool in its own process it asks that one alone. */
const replicated: (readonly [string, FailPoint])[] = [
  ...(layout === 'spread' ? [['spool', 'spool.after-run'] as const] : []),
  ['verification', 'verification.before-record'],
]

test.each(replicated)('one of two processes of %s that ends leaves its work to the other', async (...two) => {
  const [service, point] = two
  const { home, baseUrl } = system
  const place = { home, natsUrl: system.file().nats_url, logFile: join(home, `replica-${service}.log`) }
  const replica = await startReplica(place, service, {
    OUTTURN_DEPLOYMENT: 'test',
    OUTTURN_FAIL_POINTS_DIR: armedFolder,
    ...(service === 'spool' && { OUTTURN_PUBLIC_URL: baseUrl }),
  })
  try {
    // Which of the two is asked first is decided by its id, so whichever passes the point ends there.
    const fault = `a replica of ${service}`
    const { replaced } = await fired(point, () => load.wave(fault, longWaveSize), packetPart)
    await expectServing(fault)
    await load.settled()
    if (replica.isRunning) await replaced()
  } finally {
    await replica.stop()
  }
})

test.each(services)('SIGKILL of %s under load is survived', async (service) => {
  load.wave(`kill ${service}`, longWaveSize)
  await load.acknowledgedCall(`kill ${service}`)
  await system.kill(service).replaced()
  await expectServing(`kill ${service}`)
})

test('a fetcher that is killed while it fetches leaves an answer that claims nothing', async () => {
  let visits = 0
  onVisit = () => {
    visits += 1
    if (visits === 1) system.kill('fetcher')
  }
  const { port } = website.address() as AddressInfo
  const visitor = createClientLoad({
    baseUrl: system.baseUrl,
    apiKey: account.apiKey,
    bodyOf: () => reachability(`http://127.0.0.1:${port}/`),
  })
  const call = await visitor.acknowledgedCall('kill fetcher while it fetches')
  expect(call.wrongAnswers).toEqual([])
  visited.push(call)
  expect(answerOf(call).receipt?.result).toBe('uncertain')
})

test('NATS that comes back with an empty store is survived', async () => {
  load.wave('NATS store deleted', longWaveSize)
  await load.acknowledgedCall('NATS store deleted')
  const store = join(system.home, 'nats')
  const { replaced } = system.kill('nats')
  renameSync(store, `${store}-lost`)
  await replaced()
  await expectServing('NATS store deleted')
})

test('NATS that stores no message and says nothing of it shows in readiness and heals by itself', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'only Linux has the limit that stands for a full disk')
  const fault = 'NATS stores nothing'
  await load.acknowledgedCall(fault)
  limitFiles(system.file().pids['nats'] ?? 0, 1)
  load.wave(fault, waveSize)
  const ready = async () => (await fetch(`${system.baseUrl}/api/ready`)).status
  await vi.waitFor(async () => expect(await ready()).toBe(503), 15_000)
  await expectServing(fault)
  await vi.waitFor(async () => expect(await ready()).toBe(200), 60_000)
})

test('Postgres that is killed and recovers is survived', async () => {
  load.wave('kill postgres', longWaveSize)
  await load.acknowledgedCall('kill postgres')
  await system.kill('postgres').replaced()
  await expectServing('kill postgres')
})

test('everything killed at once and started again goes on where it was', async () => {
  load.wave('kill everything', longWaveSize)
  await load.acknowledgedCall('kill everything')
  await system.killAll()
  await system.startAgain()
  operator = await connectOperator(system.file())
  await expectServing('kill everything')
})

test('the reservation of a call that its client gave up ends', async () => {
  await load.settled()
  const { call, left } = await reservedCall()
  await vi.waitFor(async () => expect((await left()).heldReservations).toBe(0), eventually)
  expect(await left()).toMatchObject({ processes: 0, charges: 0 })
  await call.settled()
  expect(call.calls.map(({ answer }) => answer)).toEqual([undefined])
  await expectServing('a call given up')
})

/** The only call of an account, of which nothing but its reservation is left, and the records of that account. */
async function reservedCall(): Promise<{ call: ClientLoad; left: () => Promise<AccountRecords> }> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { apiKey, accountId } = await operator.openAccount({ cents: grantedCents })
    const call = createClientLoad({ baseUrl: system.baseUrl, apiKey, patienceMs: 0 })
    const left = () => readAccountRecords(system.file(), accountId)
    const spool = await fired('spool.after-reserve', () => call.wave('given up', 1))
    // The gateway would ask again for what was lost; it is to forget the call as its client did.
    const gateway = system.kill('gateway')
    // What the gateway had sent again for an earlier call may have ended the process in the place of this one.
    if ((await left()).heldReservations > 0) return { call, left }
    await Promise.all([spool.replaced(), gateway.replaced()])
  }
  throw new Error(`none of ${mostTries} calls left a reservation`)
}

const visited: ClientCall[] = []
const allCalls = () => [...load.calls, ...visited]
/** A run that the fetcher, which was away, did not look for is not charged. */
const charged = () => allCalls().filter((call) => answerOf(call).charged !== false)
const records = () => readAccountRecords(system.file(), account.accountId)

describe('afterwards', () => {
  beforeAll(() => load.settled(), longestWaitMs + 10_000)

  test('every call was acknowledged within three minutes, and no fault showed as anything but a retryable refusal', () => {
    expect(wrongAnswers(allCalls())).toEqual([])
  })

  test('a retry with the same key gets the same bytes and says that it is one', async () => {
    expect(await changedAnswers(system, account, allCalls())).toEqual([])
  })

  test('every receipt is served as it was acknowledged, holds offline and is in the log', async () => {
    expect(await brokenReceipts(system, account, allCalls())).toEqual([])
  })

  test('the log is whole: no leaf was lost, repeated or moved, whatever ended in between', async () => {
    expect(await auditLog(system.baseUrl)).toMatchObject({ code: 0, findings: [] })
  })

  test('every call has exactly one Spool, run, receipt and charge', async () => {
    const calls = allCalls().length
    const expected = { ...oneOfEach(calls), charges: charged().length }
    await vi.waitFor(async () => expect(await records()).toEqual(expected), eventually)
    const answers = allCalls().map(answerOf)
    expect(new Set(answers.map(({ spool_id }) => spool_id)).size).toBe(calls)
    expect(new Set(answers.map(({ receipt }) => receipt?.id)).size).toBe(calls)
  })

  test('the ledger sums to zero and credits moved by the price of each run, once', async () => {
    const revenue = priceMicros * BigInt(charged().length)
    const available = BigInt(grantedCents) * 10_000n - revenue
    expect(await readMoney(system, operator, account)).toEqual({ sum: 0n, revenue, available, held: 0n })
  })
})

function reachability(url: string): unknown {
  return {
    conditions: [
      { description: 'The page is up.', deterministic_check: { checker: 'http_status', field: 'url' } },
    ],
    unit: { total_units: 1, unit_amount_cents: 100 },
    evidence: { rows: [{ url }] },
  }
}
