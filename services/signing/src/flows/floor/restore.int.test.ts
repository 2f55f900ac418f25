import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  readLogCheckpoint,
  readPublicReceipt,
  readReceiptStatus,
  readSigningState,
  rotateSigningKey,
} from '@outturn/contracts'
import { createPool } from '@outturn/postgres'
import {
  deploymentUsers,
  fixedClock,
  patientPool,
  testDatabase,
  type TestDatabase,
  testNats,
  type TestNats,
} from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { floorFilesIn } from '../../adapters/floor-files.ts'
import { issuedDocuments } from '../../testing/issued.ts'
import { as } from '../../testing/open-signing.ts'
import { type Deployment, deploy, temporaryFolder } from '../../testing/restored-signing.ts'
import { operator, spoolService } from '../../testing/principals.ts'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const asPublic = as({ kind: 'public' })
const later = '2026-01-01T12:00:00.000Z'
const refused = { code: 'configuration_unavailable', options: { reason: 'restored_from_backup' } }

let nats: TestNats
/** The database as its backup has it, and as it went on from there until it was lost. */
let backup: TestDatabase
let lost: TestDatabase
/** What the deployment left outside of its database when that was lost. */
const left = await temporaryFolder()
let keptReceipt: string
let lostReceipt: string

const start = (database: TestDatabase, floorFolder: string) =>
  deploy({ natsUrl: nats.url, clock }, database, floorFolder)

beforeAll(async () => {
  nats = await testNats(deploymentUsers())
  backup = await testDatabase(['signing'])
  {
    await using before = await start(backup, left.path)
    keptReceipt = issuedDocuments(await before.issue(1)).receiptId
    await before.turn()
  }
  lost = await backup.copy()
  await using after = await start(lost, left.path)
  lostReceipt = issuedDocuments(await after.issue(2)).receiptId
  await after.turn()
})
afterAll(async () => {
  await nats.stop()
  await left[Symbol.asyncDispose]()
})

/** The deployment on its restored backup, with a floor folder of its own that holds what was left. */
async function restored(
  change: (folder: string) => Promise<unknown> = async () => {},
  database: TestDatabase = backup,
): Promise<Deployment> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  await cp(left.path, folder.path, { recursive: true })
  await change(folder.path)
  const deployment = await start(await database.copy(), folder.path)
  const owned = stack.move()
  return {
    ...deployment,
    async [Symbol.asyncDispose]() {
      await deployment[Symbol.asyncDispose]()
      await owned.disposeAsync()
    },
  }
}

const receiptsOf = async ({ pool }: Deployment): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int as count from receipt')).rows[0]?.count ?? 0

async function readinessOf({ replica }: Deployment): Promise<{ message: string; advice: string } | null> {
  return (
    replica.instance.readiness?.['log_floor']?.().then(
      () => null,
      (error: { message: string; advice: string }) => error,
    ) ?? null
  )
}

test('a run that has a receipt from the time that was lost gets no second one', async () => {
  await using deployment = await restored()
  const { receiptId } = issuedDocuments(await deployment.issue(1))
  expect(receiptId).toBe(keptReceipt)
  await expect(deployment.issue(2, { issuedAt: later })).rejects.toMatchObject(refused)
  await deployment.turn()
  expect(await receiptsOf(deployment)).toBe(1)
})

test('neither a status nor a checkpoint is given out or a key rotated, and reads go on', async () => {
  await using deployment = await restored()
  const { gateway, spool, operator: admin } = deployment
  await expect(gateway.request(readLogCheckpoint, {}, asPublic)).rejects.toMatchObject(refused)
  await expect(
    gateway.request(readReceiptStatus, { receiptId: keptReceipt }, asPublic),
  ).rejects.toMatchObject(refused)
  const rotation = { purpose: 'receipt', keyId: null, immediately: true, reason: 'test' } as const
  await expect(admin.request(rotateSigningKey, rotation, as(operator('alice')))).rejects.toMatchObject(
    refused,
  )
  const page = await gateway.request(readPublicReceipt, { receiptId: keptReceipt }, asPublic)
  expect(page.status?.status_proof).toBeUndefined()
  expect(await spool.request(readSigningState, {}, as(spoolService))).toMatchObject({ state: 'restored' })
})

test('readiness says what happened and which commands end it, and a metric pages', async () => {
  await using deployment = await restored()
  const problem = await readinessOf(deployment)
  expect(problem?.message).toMatch(/restored to an earlier time.* leaves in the database/)
  expect(problem?.advice).toMatch(/log recover --from .*\n.*log succeed --reason/)
  const { body } = await deployment.replica.metrics.expose()
  expect(body).toContain('outturn_restored{environment="demo",service="signing"} 1')
})

test('a database that is put back under a running signer stores no receipt', async () => {
  await using deployment = await restored(async () => {}, lost)
  expect(await readinessOf(deployment)).toBeNull()
  const { rows } = await deployment.pool.query<{ name: string }>('select current_database() as name')
  const superuser = createPool({
    connectionString: lost.url.replace(lost.name, rows[0]?.name ?? ''),
    schema: 'signing_demo',
    applicationName: 'test',
    ...patientPool,
  })
  await superuser.query(`
    delete from receipt where receipt_id = '${lostReceipt}';
    delete from log_checkpoint where tree_size > (select min(tree_size) from log_checkpoint);
    delete from log_entry where log_index >= (select max(tree_size) from log_checkpoint)`)
  await superuser.end()
  await expect(deployment.issue(2, { issuedAt: later })).rejects.toMatchObject(refused)
  expect(await receiptsOf(deployment)).toBe(1)
})

test('a deployment that goes on with its own database signs, whichever way the clock went', async () => {
  clock.set('2025-06-01T00:00:00.000Z')
  try {
    await using deployment = await restored(async () => {}, lost)
    await deployment.issue(3)
    await deployment.turn()
    expect(await receiptsOf(deployment)).toBe(3)
  } finally {
    clock.set('2026-01-02T00:00:00.000Z')
  }
})

describe('a floor that cannot be relied on stops the signer, even with a database that lost nothing', () => {
  const folderOf = (folder: string) => join(folder, 'demo')
  const newest = async (folder: string) =>
    join(folderOf(folder), (await readdir(folderOf(folder))).toSorted().at(-1) ?? '')

  test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    ['that is gone', (folder) => rm(folderOf(folder), { recursive: true }), /floor of the log is gone/],
    [
      'whose file was cut off',
      async (folder) => writeFile(await newest(folder), '{"schema":'),
      /not a whole file/,
    ],
    [
      'of another environment',
      async (folder) => {
        const floor = {
          environment: 'production',
          origin: 'example.com/log/2',
          size: 1,
          root: 'a'.repeat(64),
        } as const
        await rm(folderOf(folder), { recursive: true })
        await floorFilesIn(folder, 'production').append(0, { ...floor, recoveryEpoch: 0 })
        await cp(join(folder, 'production'), folderOf(folder), { recursive: true })
      },
      /floor of production/,
    ],
    [
      'of another log',
      async (folder) => {
        const files = floorFilesIn(folder, 'demo')
        const found = await files.read()
        if (found === null) throw new Error('no floor')
        await files.append(found.number, { ...found.floor, origin: 'other.example/log/demo/2' })
      },
      /cannot be used/,
    ],
    [
      'of other leaves',
      async (folder) => {
        const files = floorFilesIn(folder, 'demo')
        const found = await files.read()
        if (found === null) throw new Error('no floor')
        await files.append(found.number, { ...found.floor, root: 'b'.repeat(64) })
      },
      /not those that were published/,
    ],
  ])('%s', async (_, change, message) => {
    await using deployment = await restored(change, lost)
    await expect(deployment.issue(3)).rejects.toMatchObject(refused)
    expect((await readinessOf(deployment))?.message).toMatch(message)
    expect(await receiptsOf(deployment)).toBe(2)
  })
})

test('a database that never had a floor begins one, whatever it holds: an upgrade goes on', async () => {
  await using deployment = await restored(
    async (folder) => {
      await rm(join(folder, 'demo'), { recursive: true })
    },
    await beforeTheUpgrade(),
  )
  await deployment.issue(3)
  expect(await receiptsOf(deployment)).toBe(3)
})

/** The database as the release before this one left it. */
async function beforeTheUpgrade(): Promise<TestDatabase> {
  const old = await lost.copy()
  const superuser = createPool({
    connectionString: old.url,
    schema: 'signing_demo',
    applicationName: 'test',
    ...patientPool,
  })
  await superuser.query('delete from log_floor_begun')
  await superuser.end()
  return old
}
