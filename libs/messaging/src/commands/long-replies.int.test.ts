import { JsonText, readRunOutcome, submitEvidence } from '@outturn/contracts'
import { StoredReply } from '@outturn/postgres'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTime, startTestBus } from '../testing/test-bus.ts'
import { on, ordinaryReplyBytes, rawReply, ReplyTooLong, storedReplyOf } from '../index.ts'

const system = await startTestBus()
afterAll(() => system.stop())

const runId = `vr_${'0'.repeat(24)}`
const evidence = {
  spoolId: `spl_${'0'.repeat(24)}`,
  request: { condition_id: `cond_${'0'.repeat(24)}`, type: 'text', source: 'x', metadata: { text: 'x' } },
} as never
const text = (bytes: number) => `{"long":"${'x'.repeat(bytes)}"}`

const billing = await system.connect('billing')
const gateway = await system.connect('gateway')
const spool = await system.connect('spool')
let handleQuery: (replyRoom: number | undefined) => Promise<unknown>
let handleCommand: () => Promise<unknown>
await spool.serve([
  on(readRunOutcome, (_input, { replyRoom }) => handleQuery(replyRoom) as never),
  on(submitEvidence, () => handleCommand() as never),
])

let rooms: (number | undefined)[]
let askedFor: number[]
const roomFor = async (bytes: number) => void askedFor.push(bytes)
beforeEach(() => {
  rooms = []
  askedFor = []
})

test('a long reply is sent when there is room for it, and one that is not long, or is for who says nothing of room, at once', async () => {
  let reply = text(ordinaryReplyBytes)
  handleQuery = async (room) => {
    rooms.push(room)
    return rawReply(reply)
  }
  const ask = async (more: object) =>
    Buffer.from(
      (await billing.requestBytes(readRunOutcome, { runId }, { ...inTime(), ...more })).bytes,
    ).toString()
  expect(await ask({ roomFor })).toBe(reply)
  expect(await ask({})).toBe(reply)
  reply = '{}'
  expect(await ask({ roomFor })).toBe(reply)
  const long = text(ordinaryReplyBytes).length
  expect(askedFor).toEqual([long])
  expect(rooms).toEqual([ordinaryReplyBytes, long, undefined, ordinaryReplyBytes])
})

test('where there is no room the long reply is not asked for', async () => {
  handleQuery = async (room) => {
    rooms.push(room)
    return rawReply(text(ordinaryReplyBytes))
  }
  const none = async () => Promise.reject(new Error('no room'))
  const asked = billing.requestBytes(readRunOutcome, { runId }, { ...inTime(), roomFor: none })
  await expect(asked).rejects.toThrow('no room')
  expect(rooms).toEqual([ordinaryReplyBytes])
})

test('the packed reply of a command is measured unpacked, and asked for twice it is no repetition of its caller', async () => {
  const long = new JsonText(Buffer.from(text(5_000_000)))
  const { text: packed } = await storedReplyOf({ long })
  let asked = 0
  handleCommand = async () => {
    asked += 1
    return new StoredReply(packed, { isReplayed: asked > 1 })
  }
  const ask = () => gateway.requestBytes(submitEvidence, evidence, { ...inTime(), commandId: 'one', roomFor })
  const first = await ask()
  expect(askedFor).toEqual([first.bytes.length])
  expect(first.isReplayed).toBe(false)
  expect((await ask()).isReplayed).toBe(true)
})

test('of long replies a service makes as many at once as it has room for, and short ones beside them', async () => {
  const long = 40 * 1_048_576
  let underWay = 0
  const released = Promise.withResolvers<void>()
  handleQuery = async (room) => {
    if (room === ordinaryReplyBytes) throw new ReplyTooLong(long)
    if (room === undefined) return rawReply('{}')
    underWay += 1
    expect(underWay).toBe(1)
    await released.promise
    underWay -= 1
    return rawReply('{}')
  }
  const all = Array.from({ length: 3 }, () =>
    billing.requestBytes(readRunOutcome, { runId }, { ...inTime(), roomFor }),
  )
  await expect.poll(() => askedFor).toEqual([long, long, long])
  // Comes after them.
  await billing.requestBytes(readRunOutcome, { runId }, inTime())
  expect(underWay).toBe(1)
  released.resolve()
  expect((await Promise.all(all)).map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    '{}',
    '{}',
    '{}',
  ])
})
