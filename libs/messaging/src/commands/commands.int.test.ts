import { randomBytes } from 'node:crypto'
import {
  busHeaders,
  type CommandOutput,
  commandSubject,
  inboxPrefix,
  readRunOutcome,
  redriveDeadLetters,
  Refusal,
  reserveRun,
  submitEvidence,
  unavailable,
  unprocessable,
} from '@outturn/contracts'
import { createPool, StoredReply } from '@outturn/postgres'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { packetOf } from '../packets/packet.ts'
import { inTime, startTestBus } from '../testing/test-bus.ts'
import { type Bus, type BusOptions, type CommandContext, type Handler, on, rawReply } from '../index.ts'

const system = await startTestBus()
afterAll(() => system.stop())

const runId = `vr_${'0'.repeat(24)}`
const billing = await system.connect('billing')
const spools: Bus[] = []

async function spoolAnswering(
  handle: Handler<typeof readRunOutcome>,
  options: Partial<BusOptions> = {},
): Promise<Bus> {
  const spool = await system.connect('spool', options)
  spools.push(spool)
  await spool.serve([on(readRunOutcome, handle)])
  return spool
}

afterEach(async () => {
  await Promise.all(spools.splice(0).map((spool) => spool.drain()))
})

const refusalOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => error,
  )

test('a command is answered with what its handler returns, who asked and until when included', async () => {
  let seen: CommandContext | undefined
  await spoolAnswering(async (input, context) => {
    seen = context
    return { outcome: input.runId === runId ? 'open' : 'unknown' }
  })
  const options = { ...inTime(), commandId: 'command 1', bodyDigest: 'digest é' }
  expect(await billing.request(readRunOutcome, { runId }, options)).toEqual({ outcome: 'open' })
  const { deadline, ...same } = options
  expect(seen).toMatchObject({ ...same, now: expect.any(Date) as Date })
  expect(Math.abs(Number(seen?.deadline) - deadline)).toBeLessThan(1_000)
})

test('without a digest from the requester the body digest tells different requests apart', async () => {
  const digests: string[] = []
  await spoolAnswering(async (_input, { bodyDigest }) => {
    digests.push(bodyDigest)
    return { outcome: 'open' }
  })
  await billing.request(readRunOutcome, { runId }, inTime())
  await billing.request(readRunOutcome, { runId }, inTime())
  await billing.request(readRunOutcome, { runId: `vr_${'1'.repeat(24)}` }, inTime())
  expect(digests[0]).toBe(digests[1])
  expect(digests[2]).not.toBe(digests[0])
})

test('a text longer than the bus takes at once arrives whole, asked and answered', async () => {
  const long = 'unit '.repeat(4_000_000)
  let received = 0
  const spool = await system.connect('spool')
  spools.push(spool)
  await spool.serve([
    on(submitEvidence, async ({ request }) => {
      received = String((request.metadata as { text?: string }).text).length
      return rawReply(JSON.stringify({ long }))
    }),
  ])
  const gateway = await system.connect('gateway')
  const request = {
    condition_id: `cond_${'0'.repeat(24)}`,
    type: 'text',
    source: 'a',
    metadata: { text: long },
  } as const
  const input = { spoolId: `spl_${'0'.repeat(24)}`, request }
  const { bytes } = await gateway.requestBytes(submitEvidence, input, { ...inTime(), commandId: 'long' })
  expect(received).toBe(long.length)
  expect(Buffer.from(bytes).toString()).toBe(JSON.stringify({ long }))
})

test('reply text is passed through byte for byte, and a repetition says that it is one', async () => {
  const replies = [
    rawReply('{"outcome" : "open"}'),
    new StoredReply('{ "outcome":"open" }', { isReplayed: true }),
  ]
  await spoolAnswering(async () => replies.shift() as StoredReply)
  const first = await billing.requestBytes(readRunOutcome, { runId }, inTime())
  const second = await billing.requestBytes(readRunOutcome, { runId }, inTime())
  expect([Buffer.from(first.bytes).toString(), first.isReplayed]).toEqual(['{"outcome" : "open"}', false])
  expect([Buffer.from(second.bytes).toString(), second.isReplayed]).toEqual(['{ "outcome":"open" }', true])
})

test('a refusal crosses the bus as it was thrown', async () => {
  const refusal = unprocessable('value', 'No.', {
    reason: 'timeout',
    details: { price: '1' },
    headers: { 'payment-required': 'e30=' },
    retryAfterSeconds: 3,
  })
  await spoolAnswering(() => Promise.reject(refusal))
  const received = await refusalOf(billing.request(readRunOutcome, { runId }, inTime()))
  expect(received).toBeInstanceOf(Refusal)
  expect(received).toEqual(refusal)
  expect(received).toMatchObject({ status: 422, options: refusal.options })
})

test('refusals are counted by command and code, and every command is timed', async () => {
  const times: string[] = []
  const codes = ['evidence_too_large', 'input_too_large', 'evidence_too_large'] as const
  const left = [...codes]
  const spool = await spoolAnswering(
    async () => {
      throw new Refusal(left.shift() ?? 'conflict', 'No.')
    },
    { onAnswered: (command, seconds) => times.push(`${command} ${seconds > 0}`) },
  )
  for (const code of codes) {
    await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({ code })
  }
  const command = readRunOutcome.name
  expect(spool.counters().refusals).toEqual([
    { command, code: 'evidence_too_large', count: 2 },
    { command, code: 'input_too_large', count: 1 },
  ])
  expect(times).toEqual(codes.map(() => `${command} true`))
})

test('a remembered refusal is a refusal', async () => {
  const text = JSON.stringify({ code: 'conflict', message: 'No.', options: {} })
  await spoolAnswering(async () => new StoredReply(text, { isRefusal: true, isReplayed: true }))
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a defect is an internal error that tells nothing', async () => {
  const spool = await spoolAnswering(() => Promise.reject(new Error('select secret from account')))
  const received = (await refusalOf(billing.request(readRunOutcome, { runId }, inTime()))) as Refusal
  expect(received.code).toBe('internal_error')
  expect(received.message).not.toContain('secret')
  expect(spool.counters().commands.failed).toBe(1)
})

test('input that the contract does not allow never reaches the handler', async () => {
  const handle = vi.fn<Handler<typeof readRunOutcome>>()
  await spoolAnswering(handle)
  const request = billing.request(readRunOutcome, { runId: 'x' }, inTime())
  await expect(request).rejects.toMatchObject({ code: 'internal_error' })
  expect(handle).not.toHaveBeenCalled()
})

test('while the store of a service is away its commands may be sent again', async () => {
  const nowhere = createPool({
    connectionString: 'postgres://none@127.0.0.1:1/none',
    schema: 'spool',
    applicationName: 'test',
  })
  await spoolAnswering(async () => {
    await nowhere.query('select 1')
    return { outcome: 'open' }
  })
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'store_unavailable' },
  })
  await nowhere.end()
})

test('a command that a full disk does not take is counted beside the refused ones', async () => {
  const spool = await spoolAnswering(async () => {
    throw unavailable('The database has no space left to write to.', { reason: 'store_full' })
  })
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    options: { reason: 'store_full' },
  })
  expect(spool.counters().commands).toMatchObject({ refused: 1, store_full: 1 })
})

test('a service that no one runs is refused soon, not at the deadline', async () => {
  await expect(billing.request(readRunOutcome, { runId }, inTime('billing', 600_000))).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'no_responder' },
  })
})

test('a service that comes back a moment later still answers', async () => {
  const asked = billing.request(readRunOutcome, { runId }, inTime())
  await spoolAnswering(async () => ({ outcome: 'open' }))
  expect(await asked).toEqual({ outcome: 'open' })
})

test('a handler that does not answer costs the caller no more than its deadline', async () => {
  const release = Promise.withResolvers<{ outcome: 'open' }>()
  await spoolAnswering(() => release.promise)
  await expect(billing.request(readRunOutcome, { runId }, inTime('billing', 100))).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'timeout' },
  })
  release.resolve({ outcome: 'open' })
})

test('a query that was lost with its service is asked again, under the same id', async () => {
  const lost = Promise.withResolvers<{ outcome: 'open' }>()
  const ids: string[] = []
  await spoolAnswering((_input, { commandId }) => {
    ids.push(commandId)
    return ids.length === 1 ? lost.promise : Promise.resolve({ outcome: 'unknown' })
  })
  const options = { ...inTime(), commandId: 'command 2' }
  expect(await billing.request(readRunOutcome, { runId }, options)).toEqual({ outcome: 'unknown' })
  expect(ids).toEqual(['command 2', 'command 2'])
  lost.resolve({ outcome: 'open' })
})

test('a command is asked again only under an id that its sender gave it', async () => {
  const server = await system.connect('billing')
  spools.push(server)
  const lost = Promise.withResolvers<CommandOutput<typeof reserveRun>>()
  const held = { state: 'held', coveredBy: 'free', amountMicros: '0' } as const
  let calls = 0
  await server.serve([
    on(reserveRun, () => {
      calls += 1
      return calls === 1 ? lost.promise : Promise.resolve(held)
    }),
  ])
  const sender = await system.connect('spool')
  spools.push(sender)
  const input = {
    runId,
    accountId: `acc_${'0'.repeat(24)}`,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  const once = sender.request(reserveRun, input, inTime('spool', 2_200))
  expect(await refusalOf(once)).toMatchObject({ options: { reason: 'timeout' } })
  expect(calls).toBe(1)
  calls = 0
  const options = { ...inTime('spool'), commandId: 'command 5' }
  expect(await sender.request(reserveRun, input, options)).toEqual(held)
  expect(calls).toBe(2)
  lost.resolve(held)
})

test('a repetition that finds the command under way leaves the answer to the first', async () => {
  const first = Promise.withResolvers<{ outcome: 'open' }>()
  let calls = 0
  await spoolAnswering(() => {
    calls += 1
    if (calls === 1) return first.promise
    setImmediate(() => first.resolve({ outcome: 'open' }))
    return Promise.reject(new Refusal('store_conflict', 'Under way.', { reason: 'in_progress' }))
  })
  const options = { ...inTime(), commandId: 'command 3' }
  expect(await billing.request(readRunOutcome, { runId }, options)).toEqual({ outcome: 'open' })
  expect(calls).toBe(2)
})

test.each([60_000, -60_000])(
  'a command is answered by a service whose clock is off by %i ms',
  async (offsetMs) => {
    const spool = await spoolAnswering(async () => ({ outcome: 'open' }), {
      now: () => new Date(Date.now() + offsetMs),
    })
    const answer = billing.request(readRunOutcome, { runId }, inTime('billing', 5_000))
    expect(await answer).toEqual({ outcome: 'open' })
    expect(spool.counters().commands).toMatchObject({ answered: 1, expired: 0 })
  },
)

test('a command whose requester has stopped waiting is logged with its sender and not carried out', async () => {
  const handle = vi.fn<Handler<typeof readRunOutcome>>()
  const warned = vi.fn<(...said: unknown[]) => void>()
  const log = { debug() {}, info() {}, error() {}, warn: warned }
  const spool = await spoolAnswering(handle, { log })
  const headers = {
    [busHeaders.commandId]: 'command 9',
    [busHeaders.remainingMs]: '0',
    [busHeaders.principal]: JSON.stringify(inTime('billing').principal),
  }
  const packet = packetOf('billing:host-7:0', [{ number: 0, headers, body: '{}' }])
  const sender = await system.connectBare('billing')
  sender.publish(commandSubject('production', readRunOutcome), packet, {
    reply: `${inboxPrefix('billing')}.late`,
  })
  await vi.waitFor(() => expect(spool.counters().commands.expired).toBe(1))
  await sender.close()
  expect(handle).not.toHaveBeenCalled()
  expect(warned).toHaveBeenCalledWith(
    expect.objectContaining({ sender: 'billing:host-7:0', command: readRunOutcome.name }),
    'a command came too late',
  )
})

test('who asks measures the clock of the host that answers', async () => {
  await spoolAnswering(async () => ({ outcome: 'open' }))
  await billing.request(readRunOutcome, { runId }, inTime())
  const [offset] = billing.clockOffsets().filter(({ service }) => service === 'spool')
  expect(offset).toEqual({ service: 'spool', host: expect.stringMatching(/^[\w-]+$/), seconds: 0 })
})

test('more commands than a process may have under way are refused at once', async () => {
  const release = Promise.withResolvers<{ outcome: 'open' }>()
  const spool = await spoolAnswering(() => release.promise, { maxInFlight: 1 })
  const first = billing.request(readRunOutcome, { runId }, inTime())
  await vi.waitFor(() => expect(spool.counters().commandsInFlight).toBe(1), 60_000)
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    options: { reason: 'overloaded', retryAfterSeconds: 1 },
  })
  release.resolve({ outcome: 'open' })
  expect(await first).toEqual({ outcome: 'open' })
})

test('what arrives while a service stands still for a second is done after it', async () => {
  const release = Promise.withResolvers<{ outcome: 'open' }>()
  const spool = await spoolAnswering(() => release.promise)
  const asking = Array.from({ length: 500 }, () => billing.request(readRunOutcome, { runId }, inTime()))
  const ends = Promise.allSettled(asking)
  const underWay = () => spool.counters().commandsInFlight + spool.counters().commands.shed
  await vi.waitFor(() => expect(underWay()).toBeGreaterThanOrEqual(500), 60_000)
  release.resolve({ outcome: 'open' })
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['fulfilled']))
})

test('a process that is behind takes no new work although it has room, and answers queries', async () => {
  const isOverloaded = () => true
  await spoolAnswering(async () => ({ outcome: 'open' }), { isOverloaded })
  const server = await system.connect('billing', { isOverloaded })
  spools.push(server)
  const reserve = vi.fn<Handler<typeof reserveRun>>()
  await server.serve([on(reserveRun, reserve)])
  const sender = await system.connect('spool')
  spools.push(sender)
  const input = {
    runId,
    accountId: `acc_${'0'.repeat(24)}`,
    freeTextCompiles: 0,
    keyId: null,
    useCase: 'dataset',
  }
  await expect(sender.request(reserveRun, input, inTime('spool'))).rejects.toMatchObject({
    message: 'The billing service is behind with the work that it has taken on.',
    options: { reason: 'overloaded', retryAfterSeconds: 1 },
  })
  expect(reserve).not.toHaveBeenCalled()
  expect(await billing.request(readRunOutcome, { runId }, inTime())).toEqual({ outcome: 'open' })
})

test('what is asked often comes to one of two replicas, and to the other one when that is gone', async () => {
  const answered = new Map<Bus, number>()
  for (const _ of [0, 1]) {
    const spool: Bus = await spoolAnswering(async () => {
      answered.set(spool, (answered.get(spool) ?? 0) + 1)
      return { outcome: 'open' }
    })
  }
  const askMany = () =>
    Promise.all(Array.from({ length: 10 }, () => billing.request(readRunOutcome, { runId }, inTime())))
  await vi.waitFor(
    async () => {
      answered.clear()
      for (let turn = 0; turn < 4; turn += 1) await askMany()
      expect([...answered.values()]).toEqual([40])
    },
    { timeout: 60_000, interval: 200 },
  )
  const [[preferred] = []] = answered
  await preferred?.drain()
  answered.clear()
  const before = billing.counters().packets.packets
  await askMany()
  expect([...answered.values()]).toEqual([10])
  // What found no one is sent on as it was; what waits for an answer would be repeated, each alone.
  expect(billing.counters().packets.packets - before).toBeLessThan(10)
  expect(answered.has(preferred as Bus)).toBe(false)
})

test('replicas share the commands and each is answered by one of them', async () => {
  const answeredBy = [0, 0]
  for (const replica of [0, 1]) {
    await spoolAnswering(async () => {
      answeredBy[replica] = (answeredBy[replica] ?? 0) + 1
      return { outcome: 'open' }
    })
  }
  let asked = 0
  // One at a time, and few by each: what is asked at the same time may go to one replica, in a packet, and so may what is asked often.
  while (answeredBy.includes(0) && asked < 64) {
    const asker = await system.connect('billing')
    spools.push(asker)
    for (let turn = 0; turn < 4; turn += 1) await asker.request(readRunOutcome, { runId }, inTime())
    asked += 4
  }
  expect(answeredBy).not.toContain(0)
  expect((answeredBy[0] ?? 0) + (answeredBy[1] ?? 0)).toBe(asked)
})

test('a command that the preferred replica does not know, being of another release, is answered by one that does', async () => {
  for (let replica = 0; replica < 3; replica += 1) {
    const earlier = await system.connect('spool')
    spools.push(earlier)
    await earlier.serve([on(submitEvidence, () => Promise.reject(new Error('it is asked for nothing')))])
  }
  await spoolAnswering(async () => ({ outcome: 'open' }))
  const asker = await system.connect('billing')
  spools.push(asker)
  // So often that few replicas are preferred, and with less time than a repetition takes.
  for (let turn = 0; turn < 40; turn += 1) {
    const soon = { ...inTime(), deadline: Date.now() + 1_500 }
    expect(await asker.request(readRunOutcome, { runId }, soon)).toEqual({ outcome: 'open' })
  }
})

test('a drained process answers what it had taken and takes nothing new', async () => {
  const release = Promise.withResolvers<{ outcome: 'open' }>()
  const spool = await spoolAnswering(() => release.promise)
  const taken = billing.request(readRunOutcome, { runId }, inTime())
  await vi.waitFor(() => expect(spool.counters().commandsInFlight).toBe(1), 60_000)
  const drained = spool.drain()
  release.resolve({ outcome: 'open' })
  expect(await taken).toEqual({ outcome: 'open' })
  await drained
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    options: { reason: 'no_responder' },
  })
})

test('a request larger than the bus carries is refused before it is sent', async () => {
  // What looks like nothing that was there before does not get shorter.
  const huge = { runId, note: randomBytes(9_000_000).toString('base64') }
  await expect(billing.request(readRunOutcome, huge as never, inTime())).rejects.toMatchObject({
    code: 'input_too_large',
  })
})

test('a caller cannot smuggle a header in', async () => {
  const options = { ...inTime(), requestId: 'r\r\nOutturn-Principal: {"kind":"operator","name":"me"}' }
  await expect(billing.request(readRunOutcome, { runId }, options)).rejects.toThrow('line break')
})

test('a command that this user may not send fails at once and shows in its health', async () => {
  const gateway = await system.connect('gateway')
  const request = gateway.request(
    reserveRun,
    { runId, accountId: 'acc', freeTextCompiles: 0, keyId: null, useCase: 'dataset' },
    inTime('gateway'),
  )
  await expect(request).rejects.toThrow(/permission/i)
  expect(gateway.health().denied).toEqual(['publish production.command.billing.reserve-run'])
})

test('a service answers only its own commands', async () => {
  const spool = await system.connect('spool')
  await expect(
    spool.serve([on(redriveDeadLetters('billing'), async () => ({ redriven: 0 }))]),
  ).rejects.toThrow('not a command of spool')
})

test('a server that stands still costs callers no more than some seconds, and those after them nothing', async () => {
  const release = Promise.withResolvers<{ outcome: 'open' }>()
  const spool = await spoolAnswering(() => release.promise)
  const ask = () => billing.request(readRunOutcome, { runId }, inTime())
  const refused = { code: 'configuration_unavailable', options: { reason: 'bus_unavailable' } }
  const waiting = refusalOf(ask())
  await vi.waitFor(() => expect(spool.counters().commandsInFlight).toBe(1), 60_000)
  const thaw = system.nats.freeze()
  try {
    const frozenAt = performance.now()
    expect(await waiting).toMatchObject(refused)
    expect(performance.now() - frozenAt).toBeLessThan(6_000)
    // With less time than the watch takes: what comes later does not wait for it again.
    const soon = { ...inTime(), deadline: Date.now() + 1_500 }
    expect(await refusalOf(billing.request(readRunOutcome, { runId }, soon))).toMatchObject(refused)
    expect(billing.health().isConnected).toBe(true)
  } finally {
    thaw()
    release.resolve({ outcome: 'open' })
  }
  await vi.waitFor(async () => expect(await ask()).toEqual({ outcome: 'open' }), 30_000)
})

test('both sides find each other again after the server restarted', async () => {
  const spool = await spoolAnswering(async () => ({ outcome: 'open' }))
  await system.nats.restart({ crash: true })
  await vi.waitFor(
    () => expect([billing.health().isConnected, spool.health().isConnected]).toEqual([true, true]),
    30_000,
  )
  expect(await billing.request(readRunOutcome, { runId }, inTime())).toEqual({ outcome: 'open' })
})

test('while the server is away a request is refused and health says so', async () => {
  await system.nats.halt()
  await vi.waitFor(() => expect(billing.health().isConnected).toBe(false), 60_000)
  await expect(billing.request(readRunOutcome, { runId }, inTime())).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'bus_unavailable' },
  })
  await system.nats.restart()
})
