import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson, digestOf, merkleLeafHash } from '@outturn/canonical'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import {
  approveRecovery,
  importReceipt,
  readKeyDocument,
  readLogCheckpoint,
  readLogTile,
  readPublicReceipt,
  recoverLog,
  requestRecovery,
  readReceiptStatus,
  readSigningState,
  rotateSigningKey,
} from '@outturn/contracts'
import { createPool } from '@outturn/postgres'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { followLog, type ReadResource, readTilePath, statusLeafText } from '@outturn/transparency-log'
import {
  deploymentUsers,
  fixedClock,
  patientPool,
  testDatabase,
  type TestDatabase,
  testNats,
  type TestNats,
} from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { floorFilesIn } from '../../adapters/floor-files.ts'
import { goldenSlug } from '../../testing/golden-run.ts'
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
let keptCheckpoint: string
let lostReceipt: string
let lostDocuments: ReturnType<typeof issuedDocuments>
let lostCheckpoint: string
let lostProof: string

const start = (database: TestDatabase, floorFolder: string) =>
  deploy({ natsUrl: nats.url, clock }, database, floorFolder)

beforeAll(async () => {
  nats = await testNats(deploymentUsers())
  backup = await testDatabase(['signing'])
  {
    await using before = await start(backup, left.path)
    keptReceipt = issuedDocuments(await before.issue(1)).receiptId
    await before.turn()
    keptCheckpoint = (await before.gateway.request(readLogCheckpoint, {}, asPublic)).checkpoint
  }
  lost = await backup.copy()
  await using after = await start(lost, left.path)
  lostDocuments = issuedDocuments(await after.issue(2))
  lostReceipt = lostDocuments.receiptId
  await after.turn()
  lostCheckpoint = (await after.gateway.request(readLogCheckpoint, {}, asPublic)).checkpoint
  const { receipt } = await after.gateway.request(readPublicReceipt, { receiptId: lostReceipt }, asPublic)
  lostProof = String(receipt.log_proof)
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

describe('operators decide', () => {
  const byAlice = as(operator('alice'))
  const byBob = as(operator('bob'))
  const decide = async (
    { operator: admin }: Deployment,
    decision: 'succeed' | 'adopt_floor',
    checkpoint: string | null = null,
  ) => {
    const { requestId } = await admin.request(
      requestRecovery,
      { decision, reason: 'the disk was lost', checkpoint },
      byAlice,
    )
    await expect(admin.request(approveRecovery, { requestId }, byAlice)).rejects.toMatchObject({
      options: { reason: 'same_operator' },
    })
    return admin.request(approveRecovery, { requestId }, byBob)
  }
  const recover = ({ operator: admin }: Deployment, index: number, entries: string[]) =>
    admin.request(recoverLog, { index, entries, reason: 'from the auditor' }, byAlice)

  test('to bring the leaves back: the log goes on, its checkpoint is the one that was published, and runs have a new epoch', async () => {
    await using deployment = await restored()
    await expect(
      recover(deployment, 7, ['{"kind":"status","subject":"a","digest":"b"}']),
    ).rejects.toMatchObject({
      options: { reason: 'leaves_do_not_match' },
    })
    expect(await readinessOf(deployment)).not.toBeNull()
    const entries = await lostEntries()
    const done = await recover(deployment, 7, entries)
    expect(done).toMatchObject({ missingFrom: null, floorSize: 8 })
    expect(done.recoveryEpoch).toBeGreaterThan(0)
    await deployment.turn()
    const { checkpoint } = await deployment.gateway.request(readLogCheckpoint, {}, asPublic)
    expect(checkpoint).toBe(lostCheckpoint)
    expect(await readinessOf(deployment)).toBeNull()
    await expect(deployment.issue(2, { issuedAt: later })).rejects.toMatchObject({
      options: { reason: 'run_of_earlier_epoch' },
    })
    await deployment.issue(3, { recoveryEpoch: done.recoveryEpoch })
  })

  test('to take a receipt back: it is served as it was, with its proof when its leaf is there, and only if we signed it', async () => {
    await using deployment = await restored()
    const { operator: admin, gateway } = deployment
    const { receipt, attestation } = lostDocuments
    const forged = { ...receipt, issued_at: later }
    await expect(
      admin.request(importReceipt, { receipt: forged, attestation, accountIds: [] }, byAlice),
    ).rejects.toMatchObject({ options: { reason: 'receipt_not_ours' } })
    const imported = await admin.request(importReceipt, { receipt, attestation, accountIds: [] }, byAlice)
    expect(imported).toMatchObject({ receiptId: lostReceipt, isNew: true })
    await recover(deployment, 7, await lostEntries())
    await deployment.turn()
    const page = await gateway.request(readPublicReceipt, { receiptId: lostReceipt }, asPublic)
    const { log_proof: proof, ...served } = page.receipt
    expect(served).toEqual(receipt)
    expect(proof).toContain(lostCheckpoint)
    // Asked again, the run has the receipt that it always had.
    expect(issuedDocuments(await deployment.issue(2))).toEqual(lostDocuments)
    expect(
      await admin.request(importReceipt, { receipt, attestation, accountIds: [] }, byAlice),
    ).toMatchObject({
      isNew: false,
    })
    const { rows } = await deployment.pool.query('select count(*)::int as count from log_pending')
    expect(rows).toEqual([{ count: 0 }])
  })

  test('to take back a receipt whose status had changed: the answer says so, when the leaves came first', async () => {
    await using deployment = await restored()
    await recover(deployment, 7, await lostEntries())
    const leaf = statusLeafText(goldenSlug, {
      receiptId: lostReceipt,
      status: 'revoked',
      changedAt: later,
      replacementReceiptId: null,
    })
    const { subject } = JSON.parse(leaf) as { subject: string }
    await deployment.pool.query(
      `insert into log_entry (log_number, log_index, kind, subject, entry, leaf_hash) values (2, 8, 'status', $1, $2, $3)`,
      [subject, leaf, merkleLeafHash(leaf, nodeSha256)],
    )
    const { receipt, attestation } = lostDocuments
    expect(
      await deployment.operator.request(importReceipt, { receipt, attestation, accountIds: [] }, byAlice),
    ).toMatchObject({ isNew: true, hasLostStatus: true })
  })

  test('to end the log: it is said in the key document and in the first leaf of the next one, and old receipts still hold', async () => {
    await using deployment = await restored()
    const { gateway } = deployment
    const { origin, ended, recoveryEpoch } = await decide(deployment, 'succeed')
    expect(origin).toMatch(/^example\.com\/log\/demo\/\d+$/)
    expect(ended).toEqual({ origin: 'example.com/log/demo/2', lastSize: 8, restoredTo: 7 })
    await expect(deployment.issue(2, { issuedAt: later })).rejects.toMatchObject({
      options: { reason: 'run_of_earlier_epoch' },
    })
    const { receiptId } = issuedDocuments(await deployment.issue(3, { recoveryEpoch }))
    await deployment.turn()
    const document = await gateway.request(readKeyDocument, {}, asPublic)
    const trustSet = parseKeyDocument(document)
    for (const id of [keptReceipt, receiptId]) {
      await vi.waitFor(async () => {
        const { receipt } = await gateway.request(readPublicReceipt, { receiptId: id }, asPublic)
        const verdict = verifyOutcomeReceipt(receipt, { trustSet, environment: 'demo', suite: nodeSuite })
        expect(verdict).toMatchObject({ log_inclusion: 'included' })
      })
    }
    const carried = { ...lostDocuments.receipt, log_proof: lostProof }
    expect(verifyOutcomeReceipt(carried, { trustSet, environment: 'demo', suite: nodeSuite })).toMatchObject({
      valid: true,
      log_inclusion: 'included',
    })
    const log = trustSet.logs.demo
    if (log === null) throw new Error('the document names no log')
    const entries: string[] = []
    const report = await followLog({
      readResource: readResourceOf(deployment, Number(origin.split('/').at(-1))),
      log,
      suite: nodeSuite,
      pinned: null,
      onEntry: (entry) => void entries.push(new TextDecoder().decode(entry)),
    })
    expect(report.findings).toEqual([])
    const succession = document.demo_log?.ended?.[0]?.['succession'] as object
    expect(JSON.parse(entries[0] ?? '')).toMatchObject({
      kind: 'succession',
      digest: digestOf(canonicalJson(succession)),
    })
    // The log that ended is served as far as it is there.
    expect(await gateway.request(readLogCheckpoint, { log: 2 }, asPublic)).toEqual({
      checkpoint: keptCheckpoint,
    })
  })

  test('whatever was decided, a database from before the decision signs nothing', async () => {
    await using folder = await temporaryFolder()
    await cp(left.path, folder.path, { recursive: true })
    {
      await using first = await start(await backup.copy(), folder.path)
      await decide(first, 'succeed')
    }
    for (const database of [backup, lost]) {
      await using again = await start(await database.copy(), folder.path)
      await expect(again.issue(9)).rejects.toMatchObject(refused)
      // Neither command leads to a second log of the same name.
      await expect(decide(again, 'adopt_floor')).rejects.toMatchObject({
        options: { reason: 'floor_is_known' },
      })
      await expect(decide(again, 'succeed')).rejects.toMatchObject({ options: { reason: 'log_ended_later' } })
    }
    // The floor before a damaged one still says so.
    const number = await floorFilesIn(folder.path, 'demo').newest()
    const next = `log-floor.${String(number + 1).padStart(12, '0')}.json`
    await writeFile(join(folder.path, 'demo', next), '{"schema":')
    await using damaged = await start(await backup.copy(), folder.path)
    await expect(decide(damaged, 'succeed')).rejects.toMatchObject({ options: { reason: 'log_ended_later' } })
  })

  test('a log that ended in a time that both the database and the floor forgot gets another successor and another epoch', async () => {
    const forgotten = await restored()
    const first = await decide(forgotten, 'succeed')
    await forgotten[Symbol.asyncDispose]()
    await using again = await restored((folder) => rm(join(folder, 'demo'), { recursive: true }))
    const second = await decide(again, 'succeed')
    expect(second.ended?.origin).toBe(first.ended?.origin)
    expect(second.origin).not.toBe(first.origin)
    expect(second.recoveryEpoch).not.toBe(first.recoveryEpoch)
  })

  test('to take the floor from the database when its folder was lost, not below a checkpoint that is known', async () => {
    const empty = async (folder: string) => rm(join(folder, 'demo'), { recursive: true })
    {
      await using whole = await restored(empty, lost)
      const done = await decide(whole, 'adopt_floor', lostCheckpoint)
      expect(done).toMatchObject({ ended: null, recoveryEpoch: 0 })
      await whole.issue(3)
    }
    await using behind = await restored(empty)
    await decide(behind, 'adopt_floor', lostCheckpoint)
    expect((await readinessOf(behind))?.message).toMatch(/restored to an earlier time/)
    await expect(behind.issue(3)).rejects.toMatchObject(refused)
  })

  test('nothing, while the database has all that was published', async () => {
    await using deployment = await restored(async () => {}, lost)
    const { operator: admin } = deployment
    const asked = { decision: 'succeed', reason: 'by mistake', checkpoint: null } as const
    await expect(admin.request(requestRecovery, asked, byAlice)).rejects.toMatchObject({
      options: { reason: 'not_restored' },
    })
    await expect(recover(deployment, 0, ['{}'])).rejects.toMatchObject({
      options: { reason: 'not_restored' },
    })
  })
})

function readResourceOf({ gateway }: Deployment, log: number): ReadResource {
  return async (path) => {
    if (path === 'checkpoint') {
      return Buffer.from((await gateway.request(readLogCheckpoint, { log }, asPublic)).checkpoint)
    }
    const address = readTilePath(path)
    if (address === undefined) return undefined
    return Buffer.from((await gateway.request(readLogTile, { ...address, log }, asPublic)).tile, 'base64')
  }
}

/** What an auditor has of the log beyond the backup. */
async function lostEntries(): Promise<string[]> {
  const superuser = createPool({
    connectionString: lost.url,
    schema: 'signing_demo',
    applicationName: 'test',
    ...patientPool,
  })
  const { rows } = await superuser.query<{ entry: string }>(
    'select entry from log_entry where log_index >= 7 order by log_index',
  )
  await superuser.end()
  return rows.map(({ entry }) => entry)
}
