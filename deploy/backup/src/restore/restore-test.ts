import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, reachableFolder, startPostgres, unprivilegedAccount } from '@outturn/local-servers'
import { parseKeyDocument, parseStrictJson, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { type Environment, environments } from '@outturn/vocabulary'
import { Client } from 'pg'
import { BackupError } from '../folder/backup-error.ts'
import type { BackupFolder } from '../folder/backup-folder.ts'
import { restoreBackup, type Until } from './restore-backup.ts'

export type RestoreTest = {
  readonly backup: string
  /** Time of the last receipt that is there, of all environments. */
  readonly lastReceiptAt: Date | null
  readonly receipts: number
  readonly verified: number
  /** What a restored system must not have, each in a sentence. */
  readonly problems: readonly string[]
  readonly ms: number
}

export type RestoreTestOptions = {
  readonly folder: BackupFolder
  /** Superuser's URL of the system, whose password the restored data have. */
  readonly databaseUrl: string
  readonly until: Until
  readonly timeline?: number
  readonly id?: string
  /** Most receipts of each environment that are verified. */
  readonly samples: number
  readonly now: () => Date
  readonly tell: (message: string) => void
}

/**
 * Restores into a folder of its own, starts Postgres there without an archive and without a service, adds up the books, verifies receipts
 * offline by the published keys, and deletes it all.
 */
export async function testRestore(options: RestoreTestOptions): Promise<RestoreTest> {
  const startedAt = performance.now()
  const source = await findPostgres({ ...process.env, DATABASE_URL: '' })
  if (source.kind !== 'binaries') throw new Error('no binaries of Postgres were found')
  const account = unprivilegedAccount()
  const scratch = await mkdtemp(join(tmpdir(), 'outturn-restore-test-'))
  const target = reachableFolder(join(scratch, 'postgres'), account)
  try {
    const backup = await restoreBackup({
      ...options,
      target,
      replace: false,
      ...(account !== undefined && { account }),
    })
    // Postgres, which refuses root, has to enter the folder, which holds nothing else.
    if (account !== undefined) await chmod(scratch, 0o711)
    const url = new URL(options.databaseUrl)
    const server = await startPostgres({
      binaries: source,
      dataDir: target,
      password: decodeURIComponent(url.password),
      logFile: join(scratch, 'postgres.log'),
      // A replica would have to be as large as its primary; this one is asked only when the recovery has ended.
      settings: { archive_mode: 'off', hot_standby: 'off' },
    })
    try {
      const restored = new URL(server.url)
      restored.pathname = url.pathname
      return {
        backup: backup.manifest.id,
        ...(await examine(restored.href, options.samples)),
        ms: Math.round(performance.now() - startedAt),
      }
    } finally {
      await server.stop()
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(
      `The restored data cannot be started: ${(error as Error).message}`,
      'Test an earlier backup by --backup.',
      { cause: error },
    )
  } finally {
    await rm(scratch, { recursive: true, force: true })
    await rm(target, { recursive: true, force: true })
  }
}

type Examined = Omit<RestoreTest, 'backup' | 'ms'>

async function examine(url: string, samples: number): Promise<Examined> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const found: Examined[] = []
    for (const environment of environments) found.push(await examineEnvironment(client, environment, samples))
    const last = found.flatMap(({ lastReceiptAt }) => (lastReceiptAt === null ? [] : [lastReceiptAt]))
    return {
      receipts: found.reduce((sum, { receipts }) => sum + receipts, 0),
      verified: found.reduce((sum, { verified }) => sum + verified, 0),
      problems: found.flatMap(({ problems }) => problems),
      lastReceiptAt: last.toSorted((left, right) => left.getTime() - right.getTime()).at(-1) ?? null,
    }
  } finally {
    await client.end()
  }
}

async function examineEnvironment(
  client: Client,
  environment: Environment,
  samples: number,
): Promise<Examined> {
  const suffix = environment === 'demo' ? '_demo' : ''
  const [billing, signing] = [`billing${suffix}`, `signing${suffix}`]
  const problems: string[] = []
  const books = await client.query<{ sum: string }>(
    `select coalesce(sum(micros), 0)::text as sum from ${billing}.ledger_balance`,
  )
  if (books.rows[0]?.sum !== '0')
    problems.push(`The books of ${environment} add up to ${books.rows[0]?.sum} instead of 0.`)
  const { rows } = await client.query<{ receipts: string; last: Date | null }>(
    `select count(*)::text as receipts, max(issued_at) as last from ${signing}.receipt`,
  )
  const sample = await client.query<{ receipt_id: string; receipt: string }>(
    `select receipt_id, receipt from ${signing}.receipt order by random() limit $1`,
    [samples],
  )
  const document = await client.query<{ document: string }>(
    `select document from ${signing}.key_document order by version desc limit 1`,
  )
  const [published] = document.rows
  let verified = 0
  if (published === undefined && sample.rows.length > 0)
    problems.push(`${environment} has receipts and no key document.`)
  else if (published !== undefined) {
    const keys = parseKeyDocument(JSON.parse(published.document))
    for (const { receipt_id: id, receipt } of sample.rows) {
      const { valid } = verifyOutcomeReceipt(parseStrictJson(receipt), { trustSet: keys, environment })
      if (valid) verified += 1
      else problems.push(`The receipt ${id} of ${environment} does not verify.`)
    }
  }
  return {
    receipts: Number(rows[0]?.receipts ?? 0),
    verified,
    problems,
    lastReceiptAt: rows[0]?.last ?? null,
  }
}
