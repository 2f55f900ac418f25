import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile } from '@outturn/whole-files'
import type { Environment } from '@outturn/vocabulary'
import { formatFloor, type LogFloor, parseFloor, UnusableFloor } from '../domain/floor/log-floor.ts'

/** A floor with the number of its file. */
export type StoredFloor = { readonly number: number; readonly floor: LogFloor }

/** The folder that holds the floor of one environment. All replicas that sign for it use one folder. */
export type FloorFiles = {
  /** The newest floor, or null without one. Throws UnusableFloor for a file that cannot be relied on. */
  read(): Promise<StoredFloor | null>
  /** The newest floor that can be read, beneath newer files that cannot; null without one. */
  readOlder(): Promise<LogFloor | null>
  /** Number of the newest file, whatever is in it; 0 without one. */
  newest(): Promise<number>
  /**
   * Writes the floor that follows the file of this number (0: the first one), on the disk when this resolves; false when another
   * process wrote a later one, which is then to be compared with first.
   */
  append(after: number, floor: LogFloor): Promise<boolean>
}

/** Earlier files that are kept, for people who look at what happened. */
const kept = 8
const fileName = /^log-floor\.(\d{12})\.json(\.[0-9a-f-]+\.new)?$/

/**
 * Floors in files that are created and never changed, `<directory>/<environment>/log-floor.<number>.json`, of which the highest number
 * counts. Creating a file fails where it exists, so of two processes that follow one floor one is told to read again; no lock is left
 * behind by a crash.
 */
export function floorFilesIn(directory: string, environment: Environment): FloorFiles {
  const folder = join(directory, environment)
  const fileOf = (number: number) => `log-floor.${String(number).padStart(12, '0')}.json`
  const pathOf = (number: number) => join(folder, fileOf(number))
  // Below the folder of the setting: callers read what is wrong with a floor, and not where it is on the machine.
  const nameOf = (number: number) => `${environment}/${fileOf(number)}`

  async function newest(): Promise<number> {
    return Math.max(0, ...(await numbers()))
  }

  async function numbers(): Promise<number[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new UnusableFloor(
        `The folder ${environment} of OUTTURN_LOG_FLOOR_DIR cannot be read (${error.code})`,
      )
    })
    return names.flatMap((name) => numberOf(name))
  }

  async function read(): Promise<StoredFloor | null> {
    for (;;) {
      const number = await newest()
      if (number === 0) return null
      const path = pathOf(number)
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw new UnusableFloor(`${nameOf(number)} cannot be read (${error.code})`)
      })
      // Others wrote so many since that this one is removed.
      if (text === null) continue
      return { number, floor: parseFloor(text, environment, nameOf(number)) }
    }
  }

  async function prune(number: number): Promise<void> {
    const names = await readdir(folder)
    const old = names.filter((name) => Number(fileName.exec(name)?.[1] ?? number) <= number - kept)
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  }

  async function readOlder(): Promise<LogFloor | null> {
    const newestFirst = (await numbers().catch(() => [])).toSorted((a, b) => b - a)
    for (const number of newestFirst) {
      try {
        return parseFloor(await readFile(pathOf(number), 'utf8'), environment, nameOf(number))
      } catch {
        // Damaged or gone too: the one before it may say more.
      }
    }
    return null
  }

  return {
    read,
    readOlder,
    newest,
    async append(after, floor) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const number = after + 1
      if (!(await createFile(pathOf(number), formatFloor(floor)))) return false
      await syncFolder(folder)
      // One that was paused for long may have made a file that was removed as old.
      if ((await newest()) !== number) return false
      await prune(number).catch(() => {})
      return true
    },
  }
}

function numberOf(name: string): number[] {
  const [, number, draft] = fileName.exec(name) ?? []
  return number === undefined || draft !== undefined ? [] : [Number(number)]
}

/** The name of a new file is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}
