import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Followed by the process id of the run. */
export const memoryFolderPrefix = 'outturn-tests-'

const gibibyte = 1_024 ** 3
/** The databases and streams of a whole run take less; what is left is for the programs. */
const minFreeDisk = 8 * gibibyte
const minFreeMemory = 12 * gibibyte

/**
 * Makes a folder in memory for the temporary files of a run: each commit of a test waits for its disk and costs a fifth of a millisecond of the
 * processor, and there are a hundred thousand. Undefined where the machine has no such place or not enough memory.
 */
export function makeMemoryFolder(disk = '/dev/shm'): string | undefined {
  if (process.platform !== 'linux' || !isRoomy(disk)) return undefined
  removeAbandoned(disk)
  const folder = join(disk, `${memoryFolderPrefix}${process.pid}`)
  mkdirSync(folder)
  // Postgres may run under another account, which makes its own files there.
  chmodSync(folder, 0o1777)
  return folder
}

/** Programs that tests write must run there, which a container forbids. */
function isRoomy(disk: string): boolean {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, place]) => place === disk)
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(disk)
  const [, available = '0'] = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return bavail * bsize >= minFreeDisk && Number(available) * 1_024 >= minFreeMemory
}

/** A run that was killed could not delete its folder; its process id, in the name, tells that it is gone. */
function removeAbandoned(disk: string): void {
  for (const name of readdirSync(disk).filter((each) => each.startsWith(memoryFolderPrefix))) {
    if (isAlive(Number(name.slice(memoryFolderPrefix.length)))) continue
    rmSync(join(disk, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
