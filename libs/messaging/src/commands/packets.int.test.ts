import { randomBytes } from 'node:crypto'
import {
  type CommandOutput,
  conflict,
  deliveryInput,
  readRunOutcome,
  Refusal,
  verifyDelivery,
} from '@outturn/contracts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { inTime, startTestBus } from '../testing/test-bus.ts'
import { type Bus, type BusOptions, createProcessSubjects, type Handler, on, rawReply } from '../index.ts'

const system = await startTestBus()
afterAll(() => system.stop())

type Outcome = CommandOutput<typeof readRunOutcome>
type Answers = Record<string, () => ReturnType<Handler<typeof readRunOutcome>>>

const opened: Bus[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.drain()))
})

const open: Outcome = { outcome: 'open' }
const unknown: Outcome = { outcome: 'unknown' }
const runIdOf = (name: string) => `vr_${Buffer.from(name).toString('hex').padStart(24, '0').slice(0, 24)}`

/** A service that answers each run by its name, and one that asks it about all of them in one turn. */
async function asker(answers: Answers, options: Partial<BusOptions> = {}) {
  const { processSubjects } = options
  const asking = processSubjects === undefined ? {} : { processSubjects }
  const [spool, billing] = await Promise.all([
    system.connect('spool', options),
    system.connect('billing', asking),
  ])
  opened.push(spool, billing)
  const named = new Map(Object.entries(answers).map(([name, answer]) => [runIdOf(name), answer]))
  await spool.serve([
    on(readRunOutcome, async ({ runId }) => (await named.get(runId)?.()) ?? Promise.reject(new Error(runId))),
  ])
  async function ask(name: string, { ms = 60_000, requestId = 'req_test' } = {}): Promise<unknown> {
    const asked = billing.request(
      readRunOutcome,
      { runId: runIdOf(name) },
      { ...inTime('billing', ms), requestId },
    )
    return asked.catch((error: Refusal | Error) => {
      return error instanceof Refusal ? (error.options.reason ?? error.code) : error.message
    })
  }
  return { ask, sent: () => billing.counters().packets, spool }
}

test('what is asked in one turn travels in one packet, and each part has an answer of its own', async () => {
  const slow = Promise.withResolvers<Outcome>()
  const { ask, sent, spool } = await asker(
    {
      plain: async () => open,
      refused: () => Promise.reject(conflict('No.', { reason: 'version_mismatch' })),
      broken: () => Promise.reject(new Error('select secret from account')),
      oversized: async () => rawReply(randomBytes(9_000_000), { packedBytes: 9_000_000 }),
      slow: () => slow.promise,
      late: () => new Promise(() => {}),
    },
    { drainMs: 1 },
  )
  const slowly = ask('slow')
  const others = await Promise.all([
    ask('plain'),
    ask('refused'),
    ask('broken'),
    ask('oversized'),
    ask('late', { ms: 500 }),
    ask('plain', { requestId: 'r\r\nOutturn-Principal: {"kind":"operator","name":"me"}' }),
  ])
  expect(others).toEqual([
    open,
    'version_mismatch',
    'internal_error',
    'internal_error',
    'timeout',
    'header Outturn-Request-Id contains a line break',
  ])
  slow.resolve({ outcome: 'unknown' })
  expect(await slowly).toEqual({ outcome: 'unknown' })
  expect(sent()).toEqual({ packets: 1, parts: 6, handedOver: 0 })
  expect(spool.counters().commands).toEqual({
    ...{ answered: 2, refused: 1, failed: 2, expired: 0, shed: 0, store_full: 0 },
  })
})

test('of a packet that is too much for a process, the parts that do not fit are refused', async () => {
  const release = Promise.withResolvers<Outcome>()
  const { ask, sent } = await asker({ run: () => release.promise }, { maxInFlight: 2 })
  const answers = Array.from({ length: 5 }, () => ask('run'))
  expect(await Promise.all(answers.slice(2))).toEqual(['overloaded', 'overloaded', 'overloaded'])
  release.resolve(open)
  expect(await Promise.all(answers.slice(0, 2))).toEqual([open, open])
  expect(sent()).toEqual({ packets: 1, parts: 5, handedOver: 0 })
})

test('each part of a full packet may be answered in a turn of its own', async () => {
  let turns = 0
  const { ask, sent } = await asker({
    async run() {
      turns += 1
      for (let left = turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
      return open
    },
  })
  expect(await Promise.all(Array.from({ length: 32 }, () => ask('run')))).toEqual(
    Array.from({ length: 32 }, () => open),
  )
  expect(sent()).toEqual({ packets: 1, parts: 32, handedOver: 0 })
})

test('long commands that arrive at once are read in a turn of the event loop each, behind the short ones', async () => {
  const [spool, billing] = await Promise.all([system.connect('spool'), system.connect('billing')])
  opened.push(spool, billing)
  let turn = 0
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  const read: { characters: number; turn: number }[] = []
  await spool.serve([
    on(verifyDelivery, async ({ rows }) => {
      read.push({ characters: rows.bytes.length, turn })
      return rawReply('{}')
    }),
  ])
  const ask = (text: string) => {
    const conditions = ['Every row has a text.']
    const request = {
      conditions,
      max_amount_cents: 1,
      evidence: { type: 'dataset' as const, rows: [{ text }] },
    }
    return billing.requestBytes(verifyDelivery, deliveryInput(request), inTime('billing'))
  }
  const long = 'x'.repeat(20_000)
  await Promise.all([long, '', long, '', long, long].map(ask))
  clearImmediate(counting)
  const [ofShort, ofLong] = [false, true].map((isLong) =>
    read.filter((each) => each.characters > long.length === isLong).map((each) => each.turn),
  )
  expect(ofShort).toHaveLength(2)
  expect(new Set(ofLong).size).toBe(4)
  expect(Math.max(...(ofShort ?? []))).toBeLessThan(Math.min(...(ofLong ?? [])))
})

test('the parts of a packet that was lost with its process are asked again, each alone', async () => {
  const lost = Promise.withResolvers<Outcome>()
  let begun = 0
  const { ask, sent } = await asker({
    async harmless() {
      begun += 1
      return begun <= 2 ? lost.promise : open
    },
    deadly: () => lost.promise,
  })
  const deadly = ask('deadly', { ms: 2_500 })
  expect(await Promise.all([ask('harmless'), ask('harmless')])).toEqual([open, open])
  expect(await deadly).toBe('timeout')
  expect(sent()).toEqual({ packets: 4, parts: 6, handedOver: 0 })
  lost.resolve(open)
})

describe('between services of one process', () => {
  test('a packet is handed over, and its parts fare as over the network', async () => {
    const { ask, sent, spool } = await asker(
      {
        plain: async () => open,
        refused: () => Promise.reject(conflict('No.', { reason: 'version_mismatch' })),
        broken: () => Promise.reject(new Error('select secret from account')),
        oversized: async () => rawReply(randomBytes(9_000_000), { packedBytes: 9_000_000 }),
      },
      { processSubjects: createProcessSubjects() },
    )
    expect(await Promise.all([ask('plain'), ask('refused'), ask('broken'), ask('oversized')])).toEqual([
      open,
      'version_mismatch',
      'internal_error',
      'internal_error',
    ])
    expect(sent()).toEqual({ packets: 1, parts: 4, handedOver: 1 })
    expect(spool.counters().commands).toMatchObject({ answered: 1, refused: 1, failed: 2 })
  })

  test('a service that drains has what it took answered, and what comes later goes to another process', async () => {
    const release = Promise.withResolvers<Outcome>()
    const { ask, sent, spool } = await asker(
      { run: () => release.promise },
      { processSubjects: createProcessSubjects() },
    )
    const taken = ask('run')
    await expect.poll(() => spool.counters().commandsInFlight).toBe(1)
    const drained = spool.drain()
    const elsewhere = await system.connect('spool')
    opened.push(elsewhere)
    await elsewhere.serve([on(readRunOutcome, async () => unknown)])
    expect(await ask('run')).toEqual(unknown)
    release.resolve(open)
    expect(await taken).toEqual(open)
    await drained
    expect(sent()).toEqual({ packets: 2, parts: 2, handedOver: 1 })
  })

  test('what a service may not send is refused by the server, as between processes', async () => {
    const processSubjects = createProcessSubjects()
    await asker({ plain: async () => open }, { processSubjects })
    const stranger = await system.connect('settlement', { processSubjects })
    opened.push(stranger)
    const asked = stranger.request(readRunOutcome, { runId: runIdOf('plain') }, inTime('settlement'))
    await expect(asked).rejects.toThrow(/Permissions Violation/)
    expect(stranger.counters().packets).toEqual({ packets: 1, parts: 1, handedOver: 0 })
    expect(stranger.health().denied).toEqual(['publish production.command.spool.read-run-outcome'])
  })
})
