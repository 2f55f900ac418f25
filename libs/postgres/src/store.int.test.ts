import { randomUUID } from 'node:crypto'
import { Refusal } from '@outturn/contracts'
import { testDatabase } from '@outturn/testkit'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  assertDurableServer,
  coalesced,
  createPool,
  forgetOldReplies,
  isOutage,
  listDeadLetters,
  markRedriven,
  migrate,
  recordDeadLetter,
  query,
  readServerState,
  statement,
  storeRefusal,
  waitingDeadLetters,
} from './index.ts'
import { createDatabase, firstTime, inTransaction, remembered } from './typed/index.ts'

const database = await testDatabase()
await migrate({
  connectionString: database.urlOf('outturn_spool_owner'),
  schema: 'spool',
  runtimeRole: 'outturn_spool',
})
const settings = {
  connectionString: database.urlOf('outturn_spool'),
  schema: 'spool',
  applicationName: 'test',
}
const pool = createPool(settings)
const db = createDatabase<{ command_log: { command_id: string; command: string } }>(pool)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function identity(bodyDigest = 'digest') {
  return { commandId: randomUUID(), command: 'spool.test', bodyDigest }
}

describe('pool', () => {
  test('int8 is a bigint, numeric text, and only the own schema is on the path', async () => {
    const { rows } = await pool.query(
      "select 9007199254740993::int8 as n, 0.10::numeric as d, current_setting('search_path') as path",
    )
    expect(rows).toEqual([{ n: 9007199254740993n, d: '0.10', path: 'spool' }])
  })

  test('further settings hold for every session, spaces and all', async () => {
    const loose = createPool({ ...settings, settings: { synchronous_commit: 'off', datestyle: 'ISO, YMD' } })
    const { rows } = await loose.query(
      "select current_setting('synchronous_commit') as s, current_setting('datestyle') as d",
    )
    expect(rows).toEqual([{ s: 'off', d: 'ISO, YMD' }])
    await loose.end()
  })

  test('a caller is refused when no connection is free in time', async () => {
    const narrow = createPool({ ...settings, max: 1, poolWaitMs: 1_000 })
    const held = await narrow.connect()
    for (const ask of [() => narrow.query('select 1'), () => narrow.connect()]) {
      const refused = await ask().catch((error: unknown) => error)
      expect(isOutage(refused)).toBe(true)
      expect(storeRefusal(refused, 'The database')?.options).toMatchObject({
        reason: 'overloaded',
        retryAfterSeconds: 1,
      })
    }
    held.release()
    await narrow.end()
  })

  test('of 150 reads at once none is told that the database cannot be reached', async () => {
    const narrow = createPool({ ...settings, max: 2, poolWaitMs: 100 })
    const read = () => narrow.query('select pg_sleep(0.02)')
    // A busy machine may not connect in that time: both connections are there before the reads.
    await vi.waitFor(() => Promise.all([read(), read()]))
    const reads = Array.from({ length: 150 }, () =>
      read().catch((error: unknown) => storeRefusal(error, 'The database')),
    )
    const answers = await Promise.all(reads)
    const reasons = answers.map((answer) => (answer instanceof Refusal ? answer.options.reason : 'read'))
    expect(new Set(reasons)).toEqual(new Set(['overloaded', 'read']))
    await narrow.end()
  })

  test('losing every idle connection neither ends the process nor fails the next statement', async () => {
    const idle = createPool(settings)
    await idle.query('select 1')
    const lost = Promise.withResolvers<void>()
    idle.once('error', () => lost.resolve())
    // Files beside this one have sessions of the same role, in databases of their own.
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and usename = user and datname = current_database()`,
    )
    await lost.promise
    expect((await idle.query('select 1')).rowCount).toBe(1)
    await idle.end()
  })

  test('an unreachable server is an outage', async () => {
    const nowhere = createPool({ ...settings, connectionString: 'postgres://none@127.0.0.1:1/none' })
    const refused = await nowhere.query('select 1').catch((error: unknown) => error)
    expect(isOutage(refused)).toBe(true)
    expect(storeRefusal(refused, 'The database')?.options.reason).toBe('store_unavailable')
    await nowhere.end()
  })

  test('a server that keeps what it acknowledges is accepted, one that does not is refused', async () => {
    await assertDurableServer(pool)
    const careless = createPool({ ...settings, settings: { synchronous_commit: 'off' } })
    await expect(assertDurableServer(careless)).rejects.toThrow('synchronous_commit is off')
    await careless.end()
  })
})

describe('remembered', () => {
  test('a repetition gets the first reply and does nothing', async () => {
    const request = identity()
    let decisions = 0
    const decide = async () => ({ decision: (decisions += 1), big: 'é\u0000' })
    const first = await inTransaction(db, (tx) => remembered(tx, request, decide))
    const second = await inTransaction(db, (tx) => remembered(tx, request, decide))
    expect(decisions).toBe(1)
    expect(second.text).toBe(first.text)
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true])
  })

  test('concurrent repetitions decide once', async () => {
    const request = identity()
    let decisions = 0
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction(db, (tx) => remembered(tx, request, async () => (decisions += 1))),
      ),
    )
    expect(decisions).toBe(1)
    expect(replies.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['1']))
  })

  test('the same id for another request is a conflict', async () => {
    const request = identity('one')
    await inTransaction(db, (tx) => remembered(tx, request, async () => 1))
    const other = inTransaction(db, (tx) => remembered(tx, { ...request, bodyDigest: 'two' }, async () => 2))
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a command of several transactions that is under way is a retryable conflict', async () => {
    const request = identity()
    await pool.query(
      "insert into command_log (command_id, command, body_digest) values ($1, 'spool.test', 'digest')",
      [request.commandId],
    )
    const repeated = inTransaction(db, (tx) => remembered(tx, request, async () => 1))
    await expect(repeated).rejects.toMatchObject({ code: 'store_conflict' })
  })

  test('a decision that throws is not remembered', async () => {
    const request = identity()
    const thrown = inTransaction(db, (tx) => remembered(tx, request, () => Promise.reject(new Error('no'))))
    await expect(thrown).rejects.toThrow('no')
    const reply = await inTransaction(db, (tx) => remembered(tx, request, async () => 'yes'))
    expect(reply).toMatchObject({ text: '"yes"', isReplayed: false })
  })

  test('old replies are forgotten, kept ones and recent ones are not', async () => {
    const [old, kept, recent] = [identity(), { ...identity(), keep: true }, identity()]
    for (const request of [old, kept, recent]) {
      await inTransaction(db, (tx) => remembered(tx, request, async () => 1))
    }
    await pool.query(
      "update command_log set created_at = now() - interval '3 days' where command_id = any($1)",
      [[old.commandId, kept.commandId]],
    )
    expect(await forgetOldReplies(pool, 2 * 24 * 60 * 60 * 1_000)).toBe(1)
    const { rows } = await pool.query('select command_id from command_log where command_id = any($1)', [
      [old, kept, recent].map(({ commandId }) => commandId),
    ])
    expect(rows).toHaveLength(2)
    await expect(forgetOldReplies(pool, 1_000)).rejects.toThrow(RangeError)
  })
})

describe('inTransaction', () => {
  test('transactions that deadlock both succeed', async () => {
    const [a, b] = [identity(), identity()]
    for (const request of [a, b]) await inTransaction(db, (tx) => remembered(tx, request, async () => 0))
    const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = (order: [string, string], me: number) =>
      inTransaction(db, async (tx) => {
        await tx.updateTable('command_log').set({ command: 'x' }).where('command_id', '=', order[0]).execute()
        meeting[me]?.resolve()
        await meeting[1 - me]?.promise
        await tx.updateTable('command_log').set({ command: 'y' }).where('command_id', '=', order[1]).execute()
      })
    const both = Promise.all([lock([a.commandId, b.commandId], 0), lock([b.commandId, a.commandId], 1)])
    await expect(both).resolves.toHaveLength(2)
  })

  test('an error that repetition cannot fix is thrown at once, and nothing stays', async () => {
    let attempts = 0
    const eventId = randomUUID()
    const failing = inTransaction(db, async (tx) => {
      attempts += 1
      await firstTime(tx, eventId)
      throw new Error('defect')
    })
    await expect(failing).rejects.toThrow('defect')
    expect(attempts).toBe(1)
    expect(await inTransaction(db, (tx) => firstTime(tx, eventId))).toBe(true)
  })
})

test('an event has its effect once, however often it comes', async () => {
  const eventId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => inTransaction(db, (tx) => firstTime(tx, eventId))),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('a coalesced prepared statement answers every writer by position', async () => {
  const insert = statement(
    'test_insert_events',
    `insert into inbox (event_id) select id from json_to_recordset($1::json) as event(id uuid)
     returning event_id as id`,
  )
  const write = coalesced(async (ids: readonly string[]) => {
    const rows = await query<{ id: string }>(pool, insert, [JSON.stringify(ids.map((id) => ({ id })))])
    const byId = new Map(rows.map((row) => [row.id, row.id]))
    return ids.map((id) => byId.get(id))
  })
  const ids = Array.from({ length: 100 }, () => randomUUID())
  expect(await Promise.all(ids.map(write))).toEqual(ids)
  expect(write.counters.batches).toBeLessThan(10)
  const again = randomUUID()
  const settled = await Promise.allSettled([again, ids[0], randomUUID()].map((id) => write(id as string)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('each statement is timed by its name, also one that fails or has none', async () => {
  const timed: string[] = []
  const onStatement = (name: string, seconds: number) => timed.push(`${name} ${seconds > 0}`)
  const measured = createPool({ ...settings, onStatement })
  await query(measured, statement('test_read_one', 'select 1 as one'))
  await measured.query('select 1')
  await expect(query(measured, statement('test_divide', 'select 1 / $1::int'), [0])).rejects.toThrow('zero')
  await inTransaction(createDatabase(measured), (tx) => firstTime(tx, randomUUID()))
  await measured.end()
  const transaction = ['other', 'other', 'other']
  expect(timed).toEqual(
    ['test_read_one', 'other', 'test_divide', ...transaction].map((name) => `${name} true`),
  )
})

test('a service sees how full its server is, with the sessions of others', async () => {
  const others = createPool({ ...settings, connectionString: database.urlOf('outturn_signing'), max: 10 })
  const held = await Promise.all(Array.from({ length: 10 }, () => others.connect()))
  const state = await readServerState(pool)
  for (const session of held) session.release()
  await others.end()
  expect(state.connections).toBeGreaterThan(held.length)
  expect(state.maxConnections).toBeGreaterThan(state.connections)
  expect(state.databaseBytes).toBeGreaterThan(1_000_000)
})

test('a dead letter waits until it is redriven, and is dead again when it fails again', async () => {
  const letter = {
    id: 'd1',
    queue: 'verification.run',
    subject: 'production.job.verification.run',
    payload: new Uint8Array([0, 255]),
    headers: { a: 'b' },
    reason: 'Error: no',
    attempts: 5,
  }
  await recordDeadLetter(pool, letter)
  const [waiting] = await waitingDeadLetters(pool, 'd1')
  expect(waiting).toMatchObject({ ...letter, payload: Buffer.from([0, 255]), redrivenAt: null })
  await markRedriven(pool, 'd1')
  expect(await waitingDeadLetters(pool, null)).toEqual([])
  await recordDeadLetter(pool, { ...letter, attempts: 1 })
  expect(await listDeadLetters(pool)).toMatchObject([{ id: 'd1', attempts: 6, redrivenAt: null }])
})
