import { readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from '@outturn/canonical'
import { createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import {
  issueReceipt,
  readKeyDocument,
  readLogCheckpoint,
  readLogTile,
  readPublicReceipt,
  readReceipt,
  Refusal,
  rotateSigningKey,
} from '@outturn/contracts'
import { createPool, onPool, type Pool } from '@outturn/postgres'
import { createDatabase, inTransaction } from '@outturn/postgres/typed'
import {
  type OutcomeReceipt,
  parseKeyDocument,
  readCheckpoint,
  signedReceiptText,
  type TrustedLog,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { logSubject } from '@outturn/receipt-verifier/issuing'
import {
  deploymentUsers,
  fixedClock,
  planWorkOf,
  type TestDatabase,
  type TestNats,
  testDatabase,
  testNats,
} from '@outturn/testkit'
import { followLog, readTilePath } from '@outturn/transparency-log'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statusLeaf } from '../../domain/log/log-leaf.ts'
import { signingPurposes } from '@outturn/vocabulary'
import { type FloorFiles, floorFilesIn } from '../../adapters/floor-files.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { createLogFloorKeeper } from '../floor/log-floor-keeper.ts'
import { keepCheckpoint, readLogState, recordLogLeaf } from '../../store/log-store.ts'
import { recordStatusChange } from '../../store/status-store.ts'
import type { Tables } from '../../store/tables.ts'
import { goldenReceiptId, goldenRun } from '../../testing/golden-run.ts'
import { as, type OpenSigning, openSigning, placeAllKeys } from '../../testing/open-signing.ts'
import { buyer } from '../../testing/principals.ts'
import { createTransparencyLog } from './transparency-log.ts'
import { watchLog } from './watch-log.ts'
import { createMetrics } from '@outturn/service'
import { issuedDocuments } from '../../testing/issued.ts'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const asPublic = () => as({ kind: 'public' })
const asOperator = () => as({ kind: 'operator', name: 'alice' })
const origin = 'example.com/log/demo/2'

let nats: TestNats
let database: TestDatabase
let open: OpenSigning
beforeAll(async () => {
  nats = await testNats(deploymentUsers())
})
afterAll(() => nats.stop())
beforeEach(async () => {
  database = await testDatabase(['signing'])
  open = await openSigning({ natsUrl: nats.url, databaseUrlOf: database.urlOf, clock })
  await placeAllKeys(open)
  await startWithoutTurns()
})
afterEach(async () => {
  await open.stop()
  await database.drop()
})

/** A replica that serves the log and takes no turn at it: those of a test are the only ones, whenever they come. */
async function startWithoutTurns(settings: Record<string, string> = {}) {
  // Who holds this lock keeps the log. The start asks for a turn soon, and no other comes after the stop.
  const keeper = await open.pool.connect()
  await keeper.query("begin; select pg_advisory_xact_lock(hashtextextended(current_schema() || ' log', 0))")
  const started = await open.startReplica(settings)
  await started.instance.stop?.()
  await keeper.query('rollback')
  keeper.release()
  return started
}

const logSigner = createEd25519Signer(new Uint8Array(32).fill(4))

/** The log as one replica keeps it; `sign` takes the place of its key. */
function replica(sign: Signer['sign'] = async (text) => logSigner.sign(text)) {
  const signer = { ...logSigner, sign }
  return createTransparencyLog({ ...logDeps(), signer: () => signer })
}

function logDeps(files = floorFilesIn(open.keysDir, 'demo')) {
  const log = { error: () => {}, info: () => {} } as never
  return {
    pool: open.pool,
    environment: 'demo',
    publicUrl: 'https://example.com',
    slug: 'example',
    floor: createLogFloorKeeper({ pool: open.pool, environment: 'demo', files, clock, log }),
    countedKeyIds: () => [],
    clock,
    log,
  } as const
}

/** One turn of a replica that has just started. */
async function takeTurn(sign?: Signer['sign']): Promise<void> {
  const log = replica(sign)
  await log.start()
  await log.sequence()
}

/** The leaves of the key document that the start published: its own, and one for each purpose but the log's. */
const ofKeys = signingPurposes.length

/** Leaves that wait, beside those. */
async function leaveLeaves(count: number, pool: Pool = open.pool): Promise<void> {
  await pool.query(
    `insert into log_pending (kind, subject, entry)
     select 'status', 'subject ' || n, '{"leaf":' || n || '}' from generate_series(1, $1::int) as n`,
    [count],
  )
}

async function issue() {
  const options = as({ kind: 'service', service: 'spool' })
  return issuedDocuments(await open.spool.request(issueReceipt, goldenRun(), options))
}

async function logOfDocument(): Promise<TrustedLog> {
  const log = parseKeyDocument(await open.gateway.request(readKeyDocument, {}, asPublic())).logs.demo
  if (log === null) throw new Error('the document names no log')
  return log
}

/** Reads the log as the gateway serves it. */
async function readResource(path: string): Promise<Uint8Array | undefined> {
  try {
    if (path === 'checkpoint') {
      return Buffer.from((await open.gateway.request(readLogCheckpoint, {}, asPublic())).checkpoint)
    }
    const address = readTilePath(path)
    if (address === undefined) return undefined
    return Buffer.from((await open.gateway.request(readLogTile, address, asPublic())).tile, 'base64')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

/** Every entry of the log, after the log was found to be as it should be. */
async function audited(pinned: string | null = null): Promise<string[]> {
  const entries: string[] = []
  const report = await followLog({
    readResource,
    log: await logOfDocument(),
    suite: nodeSuite,
    pinned: pinned === null ? null : (readCheckpoint(pinned) ?? null),
    onEntry: (entry, index) => void (entries[index] = new TextDecoder().decode(entry)),
  })
  expect(report.findings).toEqual([])
  return entries
}

async function superuser(sql: string): Promise<void> {
  const pool = createPool({ connectionString: database.url, schema: 'signing_demo', applicationName: 'test' })
  await pool.query(sql)
  await pool.end()
}

test('before the first turn there is no checkpoint, no tile and no proof', async () => {
  await issue()
  expect(await readResource('checkpoint')).toBeUndefined()
  expect(await readResource('tile/0/000.p/1')).toBeUndefined()
  const { receipt } = await open.gateway.request(
    readPublicReceipt,
    { receiptId: goldenReceiptId },
    asPublic(),
  )
  expect(receipt.log_proof).toBeUndefined()
})

test('a receipt, a change of status and the key document become leaves, and the receipt carries its proof', async () => {
  const { receipt } = await issue()
  const change = {
    receiptId: goldenReceiptId,
    status: 'revoked',
    changedAt: '2026-01-02T00:00:00.000Z',
    replacementReceiptId: null,
  } as const
  const db = createDatabase<Tables>(open.pool)
  await inTransaction(db, (tx) => recordLogLeaf(tx, statusLeaf('example', change)))
  await takeTurn()

  const entries = (await audited()).map((entry) => JSON.parse(entry))
  // One for each purpose but the log's own, whose key is its name.
  const keyKinds = Array(signingPurposes.length - 1).fill('key')
  expect(entries.map(({ kind }) => kind)).toEqual(['key_document', ...keyKinds, 'receipt', 'status'])
  const [ofReceipt, ofStatus] = entries.slice(-2)
  const subject = logSubject('example', goldenReceiptId)
  expect(ofReceipt).toEqual({
    kind: 'receipt',
    subject,
    digest: digestOf(signedReceiptText(receipt as unknown as OutcomeReceipt)),
  })
  expect(ofStatus).toEqual({ kind: 'status', subject, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.stringify(entries)).not.toContain(goldenReceiptId)

  const page = await open.gateway.request(readPublicReceipt, { receiptId: goldenReceiptId }, asPublic())
  const { log_proof: _proof, ...rest } = page.receipt
  expect(rest).toEqual(receipt)
  const trustSet = parseKeyDocument(await open.gateway.request(readKeyDocument, {}, asPublic()))
  const verdict = verifyOutcomeReceipt(page.receipt, { trustSet, environment: 'demo', suite: nodeSuite })
  expect(verdict).toMatchObject({ valid: true, log_inclusion: 'included' })
})

test('the proof of a receipt stays the same while the log grows, and holds for its party too', async () => {
  await issue()
  await takeTurn()
  const read = () => open.gateway.request(readPublicReceipt, { receiptId: goldenReceiptId }, asPublic())
  const first = (await read()).receipt.log_proof
  await leaveLeaves(700)
  await takeTurn()
  expect((await read()).receipt.log_proof).toBe(first)
  const record = await open.gateway.request(readReceipt, { receiptId: goldenReceiptId }, as(buyer))
  expect(record.receipt.log_proof).toBe(first)
})

test('a log that outgrows its batch and its tiles is whole, and goes on from its first checkpoint', async () => {
  await takeTurn()
  const pinned = new TextDecoder().decode(await readResource('checkpoint'))
  await leaveLeaves(1_500)
  await takeTurn()
  const entries = await audited(pinned)
  expect(entries).toHaveLength(1_500 + ofKeys)
  expect(entries[1_499 + ofKeys]).toBe('{"leaf":1500}')
  const { rows } = await open.pool.query('select level, tile_index from log_tile order by 1, 2')
  expect(rows).toEqual([0n, 1n, 2n, 3n, 4n].map((tile_index) => ({ level: 0, tile_index })))
})

test('many at once give every leaf one place', async () => {
  await leaveLeaves(3_000)
  const replicas = Array.from({ length: 4 }, () => replica())
  for (const log of replicas) await log.start()
  await Promise.all([...replicas, ...replicas].map((log) => log.sequence()))
  await takeTurn()
  const entries = await audited()
  expect(new Set(entries).size).toBe(3_000 + ofKeys)
  expect((await readLogState(onPool(open.pool))).hasPending).toBe(false)
})

test('whether leaves wait is read without those that have their places', async () => {
  await leaveLeaves(300)
  await takeTurn()
  const [work] = await planWorkOf(open.pool, async (explaining) => {
    await expect(readLogState(onPool(explaining))).rejects.toThrow('gave no row')
  })
  expect(work?.scannedTables).toEqual(expect.not.arrayContaining(['log_pending']))
})

test('a scrape tells how far the log is behind, and how old its checkpoint is', async () => {
  const metrics = createMetrics({ service: 'signing', tellsProcess: false })
  const watch = watchLog({ metrics, environment: 'demo', pool: open.pool, clock })
  const told = async () => {
    await watch.sweep(clock.now())
    const { body } = await metrics.expose()
    return Object.fromEntries(
      [...body.matchAll(/^outturn_log_(\w+)\{environment="demo".*\} (.*)$/gm)].map(([, name, value]) => [
        name,
        Number(value),
      ]),
    )
  }
  await leaveLeaves(20)
  expect(await told()).toEqual({ size: 0, pending: 20 + ofKeys })
  await expect(
    takeTurn(async () => {
      throw new Error('the key is away')
    }),
  ).rejects.toThrow('the key is away')
  expect(await told()).toEqual({ size: 20 + ofKeys, pending: 20 + ofKeys })
  await takeTurn()
  await leaveLeaves(5)
  clock.advance(90_000)
  expect(await told()).toEqual({ size: 20 + ofKeys, pending: 5, checkpoint_age_seconds: 90 })
})

describe('a process that ends', () => {
  test('before it has signed leaves an order that the next one signs', async () => {
    await leaveLeaves(10)
    await expect(
      takeTurn(async () => {
        throw new Error('the key is away')
      }),
    ).rejects.toThrow('the key is away')
    const placed = await open.pool.query('select entry from log_entry order by log_index')
    expect(placed.rows).toHaveLength(10 + ofKeys)
    expect(await readResource('checkpoint')).toBeUndefined()

    await leaveLeaves(5)
    await takeTurn()
    const entries = await audited()
    expect(entries.slice(0, 10 + ofKeys)).toEqual(placed.rows.map(({ entry }) => entry))
    expect(entries).toHaveLength(15 + ofKeys)
  })

  test('while it signed does not take the log back when it comes late', async () => {
    let whileSigning: (() => Promise<void>) | undefined = async () => {
      whileSigning = undefined
      await leaveLeaves(5)
      await takeTurn()
    }
    await takeTurn(async (text) => {
      await whileSigning?.()
      return logSigner.sign(text)
    })
    const { checkpoint } = await readLogState(onPool(open.pool))
    expect(checkpoint?.size).toBe(5 + ofKeys)
    await audited()
  })
})

describe('the floor', () => {
  const logWith = async (files: FloorFiles) => {
    const log = createTransparencyLog({
      ...logDeps(files),
      signer: () => ({ ...logSigner, sign: async (text) => logSigner.sign(text) }),
    })
    await log.start()
    return log
  }
  const written = () => floorFilesIn(open.keysDir, 'demo')
  const sizeOfFloor = async () => (await written().read())?.floor.size

  test.each<[string, (append: FloorFiles['append']) => FloorFiles['append'], number]>([
    [
      'before it is written',
      () => async () => {
        throw new Error('the process ends')
      },
      ofKeys,
    ],
    [
      'after it is written and before the checkpoint is given out',
      (append) => async (after, floor) => {
        await append(after, floor)
        throw new Error('the process ends')
      },
      10 + ofKeys,
    ],
  ])('of a process that ends %s lets the next one go on', async (_, ends, size) => {
    await takeTurn()
    await leaveLeaves(10)
    const { append, ...files } = written()
    const log = await logWith({ ...files, append: ends(append) })
    await expect(log.sequence()).rejects.toMatchObject({ code: 'configuration_unavailable' })
    const { checkpoint } = await readLogState(onPool(open.pool))
    expect([checkpoint?.size, await sizeOfFloor()]).toEqual([ofKeys, size])
    await leaveLeaves(3)
    await takeTurn()
    expect(await audited()).toHaveLength(13 + ofKeys)
    expect(await sizeOfFloor()).toBe(13 + ofKeys)
  })

  test('that cannot be written lets nothing be signed, until it can', async () => {
    let isFull = true
    const { append, ...reading } = written()
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const files: FloorFiles = {
      ...reading,
      append: (after, floor) => (isFull ? Promise.reject(full) : append(after, floor)),
    }
    await takeTurn()
    const deps = logDeps(files)
    await deps.floor.check()
    await leaveLeaves(1)
    const { rows } = await open.pool.query('select max(log_index) as last from log_entry')
    expect(rows).toEqual([{ last: BigInt(ofKeys - 1) }])
    const head = { origin, size: ofKeys + 1, root: new Uint8Array(32) }
    await expect(deps.floor.cover(head)).rejects.toMatchObject({
      options: { reason: 'log_floor_unwritable' },
    })
    expect(deps.floor.findRefusal()?.message).toContain('ENOSPC')
    isFull = false
    await deps.floor.cover(head)
    expect(deps.floor.findRefusal()).toBeNull()
  })

  test('is raised before a checkpoint is read that the release before this one signed without it', async () => {
    await takeTurn()
    await leaveLeaves(2)
    await takeTurn()
    const files = join(open.keysDir, 'demo')
    const [newest = ''] = (await readdir(files))
      .filter((name) => name.startsWith('log-floor'))
      .toSorted()
      .toReversed()
    await rm(join(files, newest))
    expect(await sizeOfFloor()).toBe(ofKeys)
    await readResource('checkpoint')
    expect(await sizeOfFloor()).toBe(2 + ofKeys)
  })
})

describe('the store', () => {
  beforeEach(async () => {
    await leaveLeaves(300)
    await takeTurn()
  })
  const root = Buffer.alloc(32, 1)
  const size = 300 + ofKeys
  const insert = (leaves: number) =>
    open.pool.query('insert into log_checkpoint values ($1, $2, $3, $4, now())', [
      leaves,
      root,
      'key',
      'note',
    ])

  test('takes no second checkpoint of a size, none of fewer leaves and none of leaves that are not there', async () => {
    await expect(insert(size)).rejects.toMatchObject({ code: '23505' })
    await expect(insert(size - 1)).rejects.toMatchObject({ code: '23514' })
    await expect(insert(size + 1)).rejects.toMatchObject({ code: '23514' })
    await keepCheckpoint(open.pool, 2, { size: size - 1, root, keyId: 'key', note: 'note' }, clock.now())
    await keepCheckpoint(open.pool, 2, { size, root, keyId: 'key', note: 'note' }, clock.now())
    const { rows } = await open.pool.query('select tree_size from log_checkpoint')
    expect(rows).toEqual([{ tree_size: BigInt(size) }])
  })

  test.each(['log_entry', 'log_tile', 'log_checkpoint', 'log_identity'])(
    'lets the service neither change nor delete %s',
    async (table) => {
      const [column] = {
        log_entry: ['entry'],
        log_tile: ['level'],
        log_checkpoint: ['note'],
        log_identity: ['origin'],
      }[table] as [string]
      await expect(open.pool.query(`update ${table} set ${column} = ${column}`)).rejects.toMatchObject({
        code: '42501',
      })
      await expect(open.pool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    },
  )

  test.each([
    [
      'a rewritten leaf',
      "update log_entry set leaf_hash = decode(repeat('00', 32), 'hex') where log_index = 299",
    ],
    ['a rewritten tile', "update log_tile set root = decode(repeat('00', 32), 'hex')"],
    ['a missing leaf', `delete from log_entry where log_index = ${size - 1}`],
    ['a checkpoint of another key', "update log_checkpoint set note = replace(note, '— example', '— other')"],
    ['a checkpoint of another root', "update log_checkpoint set root = decode(repeat('00', 32), 'hex')"],
  ])('that was changed behind the back of the service is not built upon: %s', async (_, change) => {
    await superuser(change)
    await expect(replica().start()).rejects.toMatchObject({ name: 'BrokenLog' })
    await expect(open.startReplica()).rejects.toMatchObject({ name: 'BrokenLog' })
  })

  test('that is changed while the service runs gets no further checkpoint', async () => {
    const log = replica()
    await log.start()
    await superuser("update log_entry set leaf_hash = decode(repeat('00', 32), 'hex') where log_index = 280")
    await leaveLeaves(1)
    await expect(log.sequence()).rejects.toMatchObject({ name: 'BrokenLog' })
    const { rows } = await open.pool.query('select count(*)::int as count from log_checkpoint')
    expect(rows).toEqual([{ count: 1 }])
  })
})

test('the log keeps its name when the address of the deployment changes', async () => {
  await takeTurn()
  await using _moved = await startWithoutTurns({ OUTTURN_PUBLIC_URL: 'https://other.example' })
  await leaveLeaves(1)
  await takeTurn()
  expect(await logOfDocument()).toMatchObject({ origin })
  await audited()
})

test('under a new key of the log every receipt is proved again, and the old proof still counts', async () => {
  await issue()
  await takeTurn()
  const read = async () =>
    (await open.gateway.request(readPublicReceipt, { receiptId: goldenReceiptId }, asPublic())).receipt
  const before = await read()
  await open.placeKey('log', 9, { label: 'next' })
  const rotation = { purpose: 'log', keyId: null, immediately: true, reason: 'yearly rotation' } as const
  await open.operator.request(rotateSigningKey, rotation, asOperator())
  const next = createEd25519Signer(new Uint8Array(32).fill(9))
  const signer = { ...next, sign: async (text: string | Uint8Array) => next.sign(text) }
  const log = createTransparencyLog({ ...logDeps(), signer: () => signer })
  await log.start()
  await log.sequence()
  const after = await read()
  expect(after.log_proof).not.toBe(before.log_proof)
  const trustSet = parseKeyDocument(await open.gateway.request(readKeyDocument, {}, asPublic()))
  for (const receipt of [before, after]) {
    expect(verifyOutcomeReceipt(receipt, { trustSet, environment: 'demo', suite: nodeSuite })).toMatchObject({
      log_inclusion: 'included',
    })
  }
})

test('a log of leaves in another form begins anew, with the leaves that its records have today', async () => {
  await issue()
  await inTransaction(createDatabase<Tables>(open.pool), (tx) =>
    recordStatusChange(
      tx,
      goldenReceiptId,
      {
        status: 'revoked',
        code: 'revoked',
        message: 'It was made in error.',
        at: '2026-01-02T00:00:00.000Z',
        replacementReceiptId: null,
      },
      { slug: 'example', changedBy: ['operator'] },
    ),
  )
  const migration = readFileSync(
    new URL('../../store/migrations/0008_log_of_digests.sql', import.meta.url),
    'utf8',
  )
  const [, backfill = ''] =
    /insert into log_pending \(kind, subject, entry\)\n(select [\s\S]*?);\n/.exec(migration) ?? []
  const migrated = await open.pool.query({ text: backfill, rowMode: 'array' })
  const recorded = await open.pool.query({
    text: 'select kind, subject, entry from log_pending',
    rowMode: 'array',
  })
  expect(migrated.rows.map(([kind]) => kind)).toEqual([
    'key_document',
    ...Array(signingPurposes.length - 1).fill('key'),
    'receipt',
    'status',
  ])
  const byEntry = ([, , a]: string[], [, , b]: string[]) => String(a).localeCompare(String(b))
  expect(migrated.rows.toSorted(byEntry)).toEqual(recorded.rows.toSorted(byEntry))
})
