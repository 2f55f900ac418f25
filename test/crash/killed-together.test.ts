import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '../system/audit.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { startSystem, type System } from '../system/running-system.ts'
import { oneOfEach, readAccountRecords } from './books.ts'
import { isThorough, layout } from './layout.ts'
import { type ClientLoad, createClientLoad, longestWaitMs } from './client-load.ts'
import { answerOf, brokenReceipts, changedAnswers, readMoney, wrongAnswers } from './read-back.ts'

// Several programs are killed at the same moment under load, so that every two that there are die together. Then everything that
// was acknowledged is read back.

/** What every call passes through. */
const onThePath = ['gateway', 'spool', 'verification', 'signing', 'billing', 'nats', 'postgres']
/** What runs beside: no call waits for it, so that it dies with two others. */
const beside = ['settlement', 'document-audit', 'fetcher']
const waveSize = 2
const grantedCents = 1_000_000
const priceMicros = 100_000n
/** Recovery of what no client waits for: leases, sweepers and the outbox's next attempt. */
const eventually = { timeout: 60_000, interval: 500 }

let system: System
let operator: Operator
let account: Account
let load: ClientLoad
let supervisor: number | undefined

beforeAll(async () => {
  system = await startSystem(layout, {
    billing: {
      OUTTURN_DEPLOYMENT: 'test',
      OUTTURN_RESERVATION_CHECK_MS: '2000',
      OUTTURN_RESERVATION_GIVE_UP_MS: '5000',
    },
  })
  supervisor = system.file().pids['supervisor']
  operator = await connectOperator(system.file())
  account = await operator.openAccount({ cents: grantedCents })
  load = createClientLoad({ baseUrl: system.baseUrl, apiKey: account.apiKey })
})

afterAll(async () => {
  await operator?.close()
  await system?.stop()
})

/** All pairs, as a tournament plays them: between two turns of one program every other program has had its turn. */
function pairsOf(names: readonly string[]): string[][] {
  const odd = names.length % 2 === 0 ? [] : ['']
  const [first = '', ...others] = [...names, ...odd]
  return others
    .flatMap((_, round) => {
      const seats = [first, ...others.slice(round), ...others.slice(0, round)]
      return seats.slice(0, seats.length / 2).map((name, index) => [name, seats.at(-1 - index) ?? ''])
    })
    .filter((pair) => !pair.includes(''))
}

/** Adds to the pairs, in turns, those that have yet to die with one of the two. */
function withThird(pairs: string[][], thirds: readonly string[]): string[][] {
  const met = new Set<string>()
  let turns = [...thirds]
  return pairs.map((pair) => {
    const third = turns.find((name) => pair.some((each) => !met.has(`${name} ${each}`)))
    if (third === undefined) return pair
    for (const each of pair) met.add(`${third} ${each}`)
    turns = [...turns.filter((name) => name !== third), third]
    return [...pair, third]
  })
}

/** Every two of the path by themselves, and three at once. */
const pairs = () => [...withThird(pairsOf(onThePath), beside), beside, ['gateway', 'spool', 'billing']]

/**
 * Every two of the path meet in one line of three. What runs beside dies with all lines through one program, which meets every
 * other program, and each line between two of these programs has both that run beside.
 */
const lines = [
  ['gateway', 'spool', 'billing', 'settlement'],
  ['gateway', 'verification', 'signing', 'settlement', 'document-audit'],
  ['gateway', 'nats', 'postgres', 'settlement', 'fetcher'],
  ['spool', 'verification', 'nats', 'document-audit'],
  ['spool', 'signing', 'postgres', 'fetcher'],
  ['billing', 'verification', 'postgres', 'document-audit', 'fetcher'],
  ['billing', 'signing', 'nats'],
]

const groups = isThorough ? pairs() : lines

test('every two programs are killed together', () => {
  const names = [...onThePath, ...beside]
  const twos = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  const missed = twos.filter((pair) => !groups.some((group) => pair.every((name) => group.includes(name))))
  expect(missed).toEqual([])
})

test.each(groups.map((names) => ({ names, fault: names.join(' and ') })))(
  '$fault killed at the same moment are survived',
  async ({ names, fault }) => {
    load.wave(fault, waveSize)
    await system.kill(...names).replaced()
    const call = await load.acknowledgedCall(`after ${fault}`)
    expect(call.answer, `${call.wrongAnswers.join('\n')}\n${system.output()}`).toBeDefined()
  },
)

describe('afterwards', () => {
  beforeAll(() => load.settled(), longestWaitMs + 10_000)

  test('the supervisor is the one that started, and reported no failure of its own', () => {
    expect(system.file().pids['supervisor']).toBe(supervisor)
    expect(system.output()).not.toContain('could not be recorded')
  })

  test('every call was acknowledged within three minutes, and no fault showed as anything but a retryable refusal', () => {
    expect(wrongAnswers(load.calls)).toEqual([])
  })

  test('a retry with the same key gets the same bytes and says that it is one', async () => {
    expect(await changedAnswers(system, account, load.calls)).toEqual([])
  })

  test('every receipt is served as it was acknowledged, holds offline and is in the log', async () => {
    expect(await brokenReceipts(system, account, load.calls)).toEqual([])
  })

  test('the log is whole: no leaf was lost, repeated or moved, whatever ended in between', async () => {
    expect(await auditLog(system.baseUrl)).toMatchObject({ code: 0, findings: [] })
  })

  test('every call has exactly one Spool, run, receipt and charge', async () => {
    const calls = load.calls.length
    const records = () => readAccountRecords(system.file(), account.accountId)
    await vi.waitFor(async () => expect(await records()).toEqual(oneOfEach(calls)), eventually)
    const answers = load.calls.map(answerOf)
    expect(new Set(answers.map(({ spool_id }) => spool_id)).size).toBe(calls)
    expect(new Set(answers.map(({ receipt }) => receipt?.id)).size).toBe(calls)
  })

  test('the ledger sums to zero and credits moved by the price of each run, once', async () => {
    const revenue = priceMicros * BigInt(load.calls.length)
    const available = BigInt(grantedCents) * 10_000n - revenue
    expect(await readMoney(system, operator, account)).toEqual({ sum: 0n, revenue, available, held: 0n })
  })
})
