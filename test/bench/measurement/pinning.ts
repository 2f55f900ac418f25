import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readUsages } from './cpu.ts'

const run = promisify(execFile)

/**
 * Keeps processes, and all below them, to the first half of the processors while `work` runs. It is told how many these are, or null where
 * it cannot be done: that takes Linux and its `taskset`.
 */
export async function withPinned(
  pids: readonly number[],
  work: (processors: number | null) => Promise<void>,
): Promise<void> {
  const all = await processorsOf(process.pid)
  const half = all.slice(0, Math.ceil(all.length / 2))
  const isPinned = await pin(pids, half)
  try {
    await work(isPinned ? half.length : null)
  } finally {
    if (isPinned) await pin(pids, all)
  }
}

/** The processors that a process may run on; none where there is no /proc. */
export async function processorsOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const ranges = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1]?.split(',') ?? []
  return ranges.flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

async function pin(pids: readonly number[], processors: readonly number[]): Promise<boolean> {
  const usages = await readUsages()
  const isBelow = (pid: number): boolean => {
    const parent = usages.get(pid)?.parent
    return pids.includes(pid) || (parent !== undefined && isBelow(parent))
  }
  const below = [...usages.keys()].filter(isBelow)
  const pinned = await Promise.all(below.map((pid) => pinOne(pid, processors)))
  return pinned.some(Boolean)
}

/** With its threads; false where it has ended or there is no `taskset`. */
function pinOne(pid: number, processors: readonly number[]): Promise<boolean> {
  return run('taskset', ['--all-tasks', '--cpu-list', '--pid', processors.join(','), String(pid)]).then(
    () => true,
    () => false,
  )
}
