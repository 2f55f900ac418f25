import { beforeEach, expect, test } from 'vitest'
import { chainHistory, emptyHistory } from '../domain/lifecycle/history.ts'
import { acceptedState } from '../domain/lifecycle/open-standing.ts'
import type { Agreement, Spool } from '../domain/lifecycle/spool.ts'
import { spoolHashes } from '../hashes.ts'
import { testPool } from '../testing/test-pool.ts'
import { type AgreedCommand, claimAndAgree } from './agree-statement.ts'
import { type ConcludedRun, concludeRuns } from './conclude-statement.ts'
import { runState, takeOverProcesses } from './process-store.ts'
import { replyOf } from './reply-store.ts'
import { evidenceContents, findSpool, historyOf } from './spool-store.ts'

const at = '2026-01-01T00:00:00.000Z'
const now = new Date(at)
const hashes = spoolHashes('outturn')
const pool = await testPool()
let counter = 0

beforeEach(() => {
  counter += 1
})

function agreed(n: number, change: Partial<AgreedCommand> = {}): AgreedCommand {
  const hex = (counter * 1000 + n).toString(16).padStart(24, '0')
  const { chained, head } = chainHistory(
    emptyHistory,
    [{ id: `evt_${hex}`, type: 'spool.created', at, actor: { party_id: null, kind: 'service' }, data: {} }],
    hashes.eventHash,
  )
  const spool: Spool = {
    id: `spl_${hex}`,
    shareId: `shr_${hex}`,
    environment: 'production',
    accountId: 'acc_000000000000000000000001',
    version: 1,
    createdAt: at,
    updatedAt: at,
    agreement: {
      mode: 'unilateral',
      parties: [],
      finality: { mode: 'open', max_runs: 20, closes_at: null },
    } as unknown as Agreement,
    state: acceptedState(at, head),
  }
  return {
    commandId: `cmd_${hex}`,
    command: 'spool.verify-delivery',
    bodyDigest: 'a'.repeat(64),
    spool,
    salt: new Uint8Array(32).fill(n),
    evidence: [],
    contents: [{ digest: 'd'.repeat(64), text: `{"kind":"rows","rows":[{"n":${n}}]}` }],
    history: chained,
    process: {
      runId: `vr_${hex}`,
      spoolId: spool.id,
      accountId: spool.accountId,
      commandId: `cmd_${hex}`,
      nonce: `n_${hex}`,
      requestedAt: at,
      leaseUntil: new Date(now.getTime() + 15_000).toISOString(),
      attempts: 0,
      request: null,
    },
    ...change,
  }
}

function ended(command: AgreedCommand, change: Partial<ConcludedRun> = {}): ConcludedRun {
  const { spool, process } = command
  return {
    runId: process.runId,
    commandId: command.commandId,
    state: 'failed',
    spool: { ...spool, version: spool.version + 1 },
    history: [],
    outbox: [
      {
        id: `00000000-0000-4000-8000-${process.runId.slice(-12)}`,
        subject: 'production.event.spool.run-failed',
        headers: {},
        body: '{}',
        waiting_for: ['billing'],
      },
    ],
    reply: `{"answer":"${process.runId}"}`,
    isRefusal: false,
    verifiedRun: null,
    at,
    ...change,
  }
}

test('a batch claims each command once, even when the batch holds it twice', async () => {
  const first = agreed(1)
  const second = agreed(2)
  expect(await claimAndAgree(pool, [first, second, first])).toEqual([true, true, false])
  expect(await claimAndAgree(pool, [second, agreed(3)])).toEqual([false, true])
})

test('claims that race have exactly one winner, and what the losers brought is not there', async () => {
  const contenders = Array.from({ length: 20 }, () => agreed(1))
  const won = await Promise.all(contenders.map((command) => claimAndAgree(pool, [command])))
  expect(won.flat().filter(Boolean)).toHaveLength(1)
  expect(await evidenceContents(pool, contenders[0]?.spool.id as string)).toHaveLength(1)
})

test('what was agreed is read back as it was written', async () => {
  const command = agreed(7)
  await claimAndAgree(pool, [command])
  const found = await findSpool(pool, command.spool.shareId, 'production')
  expect(found?.spool).toEqual(command.spool)
  expect(Buffer.from(found?.salt as Uint8Array)).toEqual(Buffer.from(command.salt))
  expect(await historyOf(pool, command.spool.id)).toEqual(command.history)
  expect(await evidenceContents(pool, command.spool.id)).toEqual(command.contents)
})

test('a claimed command has no reply until its run is ended, and then the same bytes for ever', async () => {
  const command = agreed(1)
  await claimAndAgree(pool, [command])
  await expect(replyOf(pool, command.commandId, command.bodyDigest)).rejects.toMatchObject({
    code: 'store_conflict',
  })
  expect(await concludeRuns(pool, [ended(command)])).toEqual([true])
  expect((await replyOf(pool, command.commandId, command.bodyDigest)).text).toBe(ended(command).reply)
  await expect(replyOf(pool, command.commandId, 'b'.repeat(64))).rejects.toMatchObject({ code: 'conflict' })
})

test('a run is ended once; the second end writes nothing', async () => {
  const command = agreed(1)
  await claimAndAgree(pool, [command])
  const ends = await Promise.all(
    [1, 2, 3].map((n) => concludeRuns(pool, [ended(command, { reply: `{"n":${n}}` })])),
  )
  expect(ends.flat().filter(Boolean)).toHaveLength(1)
  const { rows } = await pool.query('select count(*)::int as n from outbox where id = $1', [
    ended(command).outbox[0]?.id,
  ])
  expect(rows).toEqual([{ n: 1 }])
})

test('a run is not ended on a Spool that changed since it was read', async () => {
  const command = agreed(1)
  await claimAndAgree(pool, [command])
  const stale = ended(command, { spool: { ...command.spool, version: 5 } })
  expect(await concludeRuns(pool, [stale])).toEqual([false])
  expect(await runState(pool, command.process.runId)).toEqual({ state: 'requested', verifiedRun: null })
  expect((await findSpool(pool, command.spool.id, 'production'))?.spool.version).toBe(1)
})

test('one batch ends some runs and not others, and says which', async () => {
  const open = agreed(1)
  const done = agreed(2)
  await claimAndAgree(pool, [open, done])
  await concludeRuns(pool, [ended(done)])
  expect(await concludeRuns(pool, [ended(done), ended(open)])).toEqual([false, true])
})

test('a process is taken over when its lease is over, by one driver only', async () => {
  const command = agreed(1)
  await claimAndAgree(pool, [command])
  const mine = (processes: { runId: string }[]) =>
    processes.filter(({ runId }) => runId === command.process.runId)
  expect(mine(await takeOverProcesses(pool, now, 30_000, 1_000))).toEqual([])
  const later = new Date(now.getTime() + 15_000)
  const taken = await Promise.all([1, 2, 3].map(() => takeOverProcesses(pool, later, 30_000, 1_000)))
  expect(mine(taken.flat())).toMatchObject([{ attempts: 1, nonce: command.process.nonce }])
})

test('the runtime role can neither change nor delete evidence, content or history', async () => {
  for (const table of ['evidence', 'evidence_content', 'spool_history']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    await expect(pool.query(`update ${table} set spool_id = 'x'`)).rejects.toMatchObject({ code: '42501' })
  }
})
