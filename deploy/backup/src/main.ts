import { existsSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reachableFolder, unprivilegedAccount } from '@outturn/local-servers'
import { BackupError } from './folder/backup-error.ts'
import { backupFolderAt, listBackups } from './folder/backup-folder.ts'
import { noteState } from './folder/backup-state.ts'
import { backUp, noteArchive } from './daily-backup.ts'
import { keepBackups } from './keep-backups.ts'
import { type Retention, keptBackups, usualRetention } from './folder/retention.ts'
import { timelineOf } from './folder/wal-segments.ts'
import { restoreBackup, type Until } from './restore/restore-backup.ts'
import { testRestore } from './restore/restore-test.ts'
import { damagedFiles, gapsAfter } from './verify-backup.ts'

const repository = join(import.meta.dirname, '../../..')
const usage = readFileSync(join(import.meta.dirname, 'main.usage.txt'), 'utf8')

class UsageError extends Error {}

const now = () => new Date()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const tell = (line: string) => void process.stderr.write(`${line}\n`)

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        backups: { type: 'string' },
        home: { type: 'string' },
        'database-url-file': { type: 'string' },
        'data-dir': { type: 'string' },
        daily: { type: 'string' },
        weekly: { type: 'string' },
        monthly: { type: 'string' },
        'every-hours': { type: 'string', default: '24' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '9090' },
        until: { type: 'string', default: 'end' },
        backup: { type: 'string' },
        timeline: { type: 'string' },
        all: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        samples: { type: 'string', default: '1000' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

const { values, positionals } = parsed()
const home = resolve(repository, values.home ?? process.env['OUTTURN_HOME'] ?? '.outturn')

function parsed(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    return giveUp(error as UsageError)
  }
}

function giveUp(error: UsageError): never {
  process.stderr.write(`${error.message}\n\n${usage}`)
  process.exit(2)
}

function folderOption() {
  const path = values.backups ?? process.env['OUTTURN_BACKUPS']
  if (path === undefined || path === '') throw new UsageError('--backups names the folder of the backups')
  return backupFolderAt(resolve(path))
}

function databaseUrl(): string {
  const file = resolve(values['database-url-file'] ?? join(home, 'secrets/database-url'))
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BackupError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Name the file with the URL of the superuser by --database-url-file, or the home of `npm start` by --home.',
      { cause: error },
    )
  }
}

function wholeNumber(
  name: 'daily' | 'weekly' | 'monthly' | 'every-hours' | 'port' | 'samples' | 'timeline',
  least = 0,
): number {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= least) return value
  throw new UsageError(`--${name} must be a whole number of at least ${least}, not ${values[name]}`)
}

function retention(): Retention {
  const of = (name: keyof Retention) =>
    values[name] === undefined ? usualRetention[name] : wholeNumber(name)
  return { daily: of('daily'), weekly: of('weekly'), monthly: of('monthly') }
}

function until(): Until {
  if (values.until === 'end' || values.until === 'base') return values.until
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(values.until)
    ? new Date(values.until)
    : undefined
  if (time === undefined || Number.isNaN(time.getTime())) {
    throw new UsageError(
      `--until must be end, base, or a time with its offset such as 2026-11-28T02:00:00Z, not ${values.until}`,
    )
  }
  return time
}

/** Which backup is restored, and along which timeline. */
function choice(): { until: Until; id?: string; timeline?: number } {
  const point = until()
  if (values.timeline !== undefined && point === 'base') {
    throw new UsageError(
      '--timeline goes with the archive: a base backup alone (--until base) stays on its own',
    )
  }
  return {
    until: point,
    ...(values.backup !== undefined && { id: values.backup }),
    ...(values.timeline !== undefined && { timeline: wholeNumber('timeline', 1) }),
  }
}

/** That of the data that are there, such as those of a container, or the one that `npm start` would choose. */
function accountOf(data: string | undefined): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0 || data === undefined || !existsSync(data)) return unprivilegedAccount()
  const { uid, gid } = statSync(data)
  return uid === 0 ? unprivilegedAccount() : { uid, gid }
}

const dataDir = () => (values['data-dir'] === undefined ? {} : { dataDir: resolve(values['data-dir']) })

const commands: Readonly<Record<string, () => Promise<void>>> = {
  async create() {
    const folder = folderOption()
    const { backup, pruned } = await backUp({
      folder,
      databaseUrl: databaseUrl(),
      ...dataDir(),
      retention: retention(),
      now,
      tell,
    })
    const { manifest } = backup
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    print(
      `${manifest.id}: ${manifest.files.length} files, ${(bytes / 1e6).toFixed(0)} MB, read back without a fault`,
    )
    if (pruned.backups.length + pruned.segments > 0) {
      print(`deleted ${pruned.backups.length} older backups and ${pruned.segments} WAL segments`)
    }
    const archive = await noteArchive(folder, databaseUrl())
    if (archive.missing.length > 0) throw gapError(archive.missing)
  },
  async list() {
    const backups = await listBackups(folderOption(), ({ message }) => tell(message))
    const kept = keptBackups(backups, retention())
    if (backups.length === 0) print('no backups')
    for (const backup of backups) {
      const { id, ended_at: endedAt, postgres_version: version, last_segment: last } = backup.manifest
      print(
        `${id}  ended ${endedAt}  Postgres ${version}  timeline ${timelineOf(last)}  ${kept.get(backup)?.join(', ') ?? 'goes with the next backup'}`,
      )
    }
  },
  async verify() {
    const folder = folderOption()
    const faults: string[] = []
    const backups = await listBackups(folder, ({ message }) => faults.push(message))
    const chosen = values.all
      ? backups
      : backups.filter(({ manifest }) => manifest.id === (values.backup ?? backups.at(-1)?.manifest.id))
    if (chosen.length === 0 && faults.length === 0) {
      throw new BackupError(
        `There is no backup ${values.backup ?? ''} in ${folder.path}.`,
        'npm run backup -- list shows the backups.',
      )
    }
    for (const backup of chosen) {
      const [damaged, missing] = [await damagedFiles(backup), await gapsAfter(folder, backup)]
      const { id, files } = backup.manifest
      if (damaged.length > 0)
        faults.push(`${id}: ${damaged.length} files are missing or damaged, such as ${damaged[0]}`)
      if (missing.length > 0)
        faults.push(
          `${id}: the archive lacks ${missing.length} WAL segments after it, the first is ${missing[0]}`,
        )
      if (damaged.length + missing.length === 0)
        print(`${id}: ${files.length} files whole, no gap in the archive`)
    }
    if (faults.length > 0)
      throw new BackupError(
        faults.join('\n'),
        'Make a new backup, and restore none of these further than that.',
      )
  },
  async restore() {
    const account = accountOf(values['data-dir'])
    const ofHome = values['data-dir'] === undefined
    if (ofHome && !existsSync(join(home, 'secrets'))) {
      throw new BackupError(
        `${home} is no home of \`npm start\`.`,
        'Name the home by --home, or the data folder by --data-dir.',
      )
    }
    const target = ofHome
      ? reachableFolder(join(home, 'postgres'), unprivilegedAccount())
      : resolve(values['data-dir'] ?? '')
    const backup = await restoreBackup({
      folder: folderOption(),
      target,
      ...choice(),
      ...(account !== undefined && { account }),
      replace: values.replace,
      now,
      tell,
    })
    if (ofHome) {
      // Messages of a time that the restored data may not know.
      await rm(join(home, 'nats'), { recursive: true, force: true })
      print('deleted the store of NATS: Postgres sends again what was not finished')
    } else
      print(
        'delete the store of NATS before the next start: it may hold messages that the restored data do not know',
      )
    print(
      `${target} is the backup ${backup.manifest.id}; Postgres recovers to ${values.until} at its next start`,
    )
  },
  async test() {
    const folder = folderOption()
    const result = await testRestore({
      folder,
      databaseUrl: databaseUrl(),
      ...choice(),
      samples: wholeNumber('samples', 1),
      now,
      tell,
    })
    print(
      `${result.backup}: ${result.receipts} receipts, the last of ${result.lastReceiptAt?.toISOString() ?? 'never'}; ${result.verified} verified; ${result.ms} ms`,
    )
    if (result.problems.length > 0)
      throw new BackupError(
        result.problems.join('\n'),
        'Keep this backup, and look for the cause before it is deleted.',
      )
    await noteState(folder, { restore_tested_at: now().toISOString() })
    print('the books add up to 0 and every receipt that was tried is valid')
  },
  async keep() {
    const stopping = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
    await keepBackups({
      folder: folderOption(),
      databaseUrl: databaseUrl(),
      ...dataDir(),
      everyMs: wholeNumber('every-hours', 1) * 3_600_000,
      host: values.host,
      port: wholeNumber('port'),
      signal: stopping.signal,
      now,
      tell,
    })
  },
}

function gapError(missing: readonly string[]): BackupError {
  return new BackupError(
    `The archive lacks ${missing.length} WAL segments after this backup, the first is ${missing[0]}.`,
    'The backup itself is whole. A restore gets no further than the gap: see the log of Postgres for why the archive failed.',
  )
}

try {
  const [name = '', ...others] = positionals
  const command = commands[name]
  if (values.help) process.stdout.write(usage)
  else if (command === undefined || others.length > 0)
    throw new UsageError(name === '' ? 'a command is required' : `unknown: ${positionals.join(' ')}`)
  else await command()
} catch (error) {
  if (error instanceof UsageError) giveUp(error)
  if (!(error instanceof BackupError)) throw error
  process.stderr.write(`${error.message}\n${error.remedy}\n`)
  process.exitCode = 1
}
