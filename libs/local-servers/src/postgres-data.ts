import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { LocalServerError } from './local-server-error.ts'
import type { Account } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

export interface ClusterOptions {
  dataDir: string
  binaries: PostgresBinaries
  account: Account | undefined
  /** Password of the superuser `postgres`. */
  password: string
  /** Data that no crash of the machine has to spare: not flushed to disk when made. */
  ephemeral: boolean
}

/**
 * Makes a cluster in dataDir unless there is one. It is made beside and renamed into place, so a folder at dataDir is
 * always whole; what an interrupted attempt left is thrown away, for nothing was ever stored in it.
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { dataDir, binaries, account } = options
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    refuseUnusable(dataDir, binaries)
    return
  }
  const partial = `${dataDir}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(dirname(dataDir), { recursive: true })
  await mkdir(partial, { mode: 0o700 })
  if (account !== undefined) await chown(partial, account.uid, account.gid)
  await initialize({ ...options, dataDir: partial })
  await rm(dataDir, { recursive: true, force: true })
  await rename(partial, dataDir)
}

async function initialize(options: ClusterOptions): Promise<void> {
  const { dataDir, binaries, account, password, ephemeral } = options
  const passwordFile = `${dataDir}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) await chown(passwordFile, account.uid, account.gid)
  const flags = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--data-checksums']
  const auth = ['--auth-local=reject', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`]
  const args = [`--pgdata=${dataDir}`, ...flags, ...auth, ...(ephemeral ? ['--no-sync'] : [])]
  try {
    await run(join(binaries.binDir, 'initdb'), args, { cwd: '/', ...identity(account) })
    await chmod(dataDir, 0o700)
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() ?? String(error)
    throw new LocalServerError(
      `Postgres could not make its data folder ${dataDir}: ${output}`,
      'Check the free disk space and the rights on that folder, then start again.',
      { cause: error },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function refuseUnusable(dataDir: string, binaries: PostgresBinaries): void {
  const whole = existsSync(join(dataDir, 'PG_VERSION')) && existsSync(join(dataDir, 'global/pg_control'))
  if (!whole) {
    throw new LocalServerError(
      `${dataDir} is not a whole Postgres data folder: files are missing from it.`,
      'Put the missing files back from a backup, or start over with --reset, which deletes it.',
    )
  }
  const major = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (major !== String(binaries.major)) {
    throw new LocalServerError(
      `${dataDir} was made by Postgres ${major}, but Postgres ${binaries.version} was found.`,
      `Set POSTGRES_BIN to the programs of Postgres ${major}, or start over with --reset, which deletes it.`,
    )
  }
}

function identity(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}
