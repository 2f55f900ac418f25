import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockHome } from './home-lock.ts'
import { LocalServerError, removePostgresData, setAsideFolders } from '@outturn/local-servers'

/** The folder that a local system keeps everything in. */
export interface Home {
  readonly path: string
  readonly postgres: string
  readonly nats: string
  readonly secrets: string
  readonly logs: string
  /** Mails of a system without a mail server. */
  readonly mails: string
  /** What scripts read to find the running system. */
  readonly localFile: string
  /** The chain of tests on which wallets settle, where the system runs one. */
  readonly walletChainFile: string
  /** What the signing service keeps of its log outside of Postgres: with another database it would take that for a restored one. */
  readonly logFloor: string
  /** What the processor of cards of tests keeps. */
  readonly processorFile: string
  /** What `outturn pay` needs to pay a system that takes payments. */
  readonly payerFile: string
  /** Holds the process id of the supervisor while one runs. */
  readonly supervisorFile: string
  /** Names the folder into which Postgres archives its WAL, so that a start that does not name it goes on archiving. */
  readonly archiveFile: string
}

export function homeAt(path: string): Home {
  return {
    path,
    postgres: join(path, 'postgres'),
    nats: join(path, 'nats'),
    secrets: join(path, 'secrets'),
    logs: join(path, 'logs'),
    mails: join(path, 'mail'),
    localFile: join(path, 'local.json'),
    walletChainFile: join(path, 'wallet-chain.json'),
    logFloor: join(path, 'log-floor'),
    processorFile: join(path, 'payment-intents.json'),
    payerFile: join(path, 'payer.json'),
    supervisorFile: join(path, 'supervisor.pid'),
    archiveFile: join(path, 'backups-folder'),
  }
}

/** Homes that this process holds. */
const held = new Map<string, () => Promise<void>>()

/** Takes the folder for this process; throws when another system is running from it, and changes nothing there then. */
export async function claimHome(home: Home): Promise<void> {
  // Postgres may run under another account, which must be able to enter this folder, but none of those below.
  await mkdir(home.path, { recursive: true })
  if (!held.has(home.path)) {
    const lock = await lockHome(home.path)
    if (lock !== null && 'owner' in lock) throw alreadyRuns(home, lock.owner)
    const owner = runningSupervisor(home)
    if (owner !== undefined) {
      await lock?.release()
      throw alreadyRuns(home, String(owner))
    }
    held.set(home.path, async () => lock?.release())
  }
  await mkdir(home.secrets, { recursive: true, mode: 0o700 })
  await mkdir(home.logs, { recursive: true, mode: 0o700 })
  await mkdir(home.mails, { recursive: true, mode: 0o700 })
  await writeFile(home.supervisorFile, String(process.pid))
}

function alreadyRuns({ path }: Home, owner: string): LocalServerError {
  return new LocalServerError(
    `A system is already running from ${path} (process ${owner}).`,
    `Stop it with: kill ${owner}   or keep a second one elsewhere with --home DIR --port N.`,
  )
}

export async function releaseHome(home: Home): Promise<void> {
  await rm(home.localFile, { force: true })
  await rm(home.payerFile, { force: true })
  await rm(home.supervisorFile, { force: true })
  await held.get(home.path)?.()
  held.delete(home.path)
}

/** Deletes the data, keys and logs of a stopped system; fetched programs stay. */
export async function emptyHome(home: Home): Promise<void> {
  await removePostgresData(home.postgres)
  const { secrets, logs, mails, localFile, archiveFile } = home
  const kept = keptWithDatabase(home)
  for (const path of [
    ...kept,
    ...kept.flatMap(setAsideFolders),
    secrets,
    logs,
    mails,
    localFile,
    archiveFile,
  ]) {
    await rm(path, { recursive: true, force: true })
  }
}

/** What belongs to the content of the database and is nothing to a new one. */
export function keptWithDatabase({ nats, logFloor, walletChainFile, processorFile }: Home): string[] {
  return [nats, logFloor, walletChainFile, processorFile]
}

function runningSupervisor(home: Home): number | undefined {
  try {
    const pid = Number(readFileSync(home.supervisorFile, 'utf8'))
    if (pid === process.pid) return undefined
    process.kill(pid, 0)
    return runsThisProgram(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** After a crash the id may belong to another program. Where that cannot be seen, the running one is believed. */
function runsThisProgram(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('deploy/local/src/main.ts')
  } catch {
    return process.platform !== 'linux'
  }
}
