import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { System } from '../system/running-system.ts'

/** Asks the database of a system as its superuser; with a schema, tables need none. */
export async function sql(
  system: Pick<System, 'file'>,
  text: string,
  schema = 'public',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(readFileSync(system.file().database_url_file, 'utf8').trim())
  await client.connect()
  try {
    await client.query(`set search_path = ${schema}`)
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** A process and all that it started, such as the sessions of Postgres. */
export function family(pid: number): number[] {
  const parentOf = (each: string): number => {
    try {
      return Number(
        readFileSync(`/proc/${each}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1],
      )
    } catch {
      return 0
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.filter((each) => parentOf(each) === pid).map(Number)
  return [pid, ...children.flatMap(family)]
}

/** Stops a process where it is, with all that it started. */
export async function freeze(system: Pick<System, 'file'>, name: string): Promise<() => Promise<void>> {
  const pid = system.file().pids[name]
  if (pid === undefined) throw new Error(`the system runs no ${name}`)
  const stopped = family(pid)
  for (const each of stopped) signalIfThere(each, 'SIGSTOP')
  return async () => {
    for (const each of stopped.toReversed()) signalIfThere(each, 'SIGCONT')
  }
}

/** Ends a service whenever its supervisor has started it again. */
export async function keepKilling(system: Pick<System, 'file'>, name: string): Promise<() => Promise<void>> {
  return keepDoing(() => {
    const pid = system.file().pids[name]
    if (pid !== undefined) signalIfThere(pid, 'SIGKILL')
  })
}

/** Does something again and again, also where it fails because its process has just ended. */
export function keepDoing(act: () => void): () => Promise<void> {
  const ending = new AbortController()
  const doing = (async () => {
    while (!ending.signal.aborted) {
      try {
        act()
      } catch {
        // The next process is met by the next turn.
      }
      await pause(200)
    }
  })()
  return async () => {
    ending.abort()
    await doing
  }
}

/** Leaves no byte on a file system. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  try {
    for (let left = bavail * bsize; left > 0; left -= 8_388_608)
      writeFileSync(filler, Buffer.alloc(Math.min(left, 8_388_608), 1), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return async () => rmSync(filler, { force: true })
}

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
