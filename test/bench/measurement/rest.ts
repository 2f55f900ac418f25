import { setTimeout as sleep } from 'node:timers/promises'
import { removeStackData, startLocalStack } from '../local-stack.ts'
import type { RestResult } from '../report/result.ts'
import { rounded, sum } from '../statistics.ts'
import { type ProcessFigures, readTree } from './process-figures.ts'

/** Longer than a process takes until it has collected what its start left. */
const settleMs = 40_000
const measuredMs = 60_000
const kibiPerMega = 1_024

/** Runs the layout of `npm start` on empty data in `home` and reads what its processes take while no one asks for anything. */
export async function measureRest(home: string): Promise<RestResult[]> {
  await using stops = new AsyncDisposableStack()
  stops.defer(() => removeStackData(home))
  const { file, stop } = await startLocalStack(home, ['--layout', 'compact'])
  stops.defer(stop)
  const supervisor = file.pids['supervisor'] ?? 0
  await sleep(settleMs)
  const [before, startedAt] = [await readTree(supervisor), performance.now()]
  await sleep(measuredMs)
  const [after, seconds] = [await readTree(supervisor), (performance.now() - startedAt) / 1_000]
  return partsOf(after, file.pids).map(([name, isPart]) => {
    const [earlier, later] = [before.filter(isPart), after.filter(isPart)]
    const wokenBefore = new Map(earlier.map(({ pid, wakeUps }) => [pid, wakeUps]))
    return {
      name,
      processes: later.length,
      rss_mb: rounded(sum(later.map(({ rss }) => rss)) / kibiPerMega),
      rss_shared_once_mb: rounded(rssSharedOnce(later) / kibiPerMega),
      pss_mb: rounded(sum(later.map(({ pss }) => pss)) / kibiPerMega),
      // That of a process that ended is counted with its parent.
      cpu_ms_per_s: rounded((cpuOf(later) - cpuOf(earlier)) / seconds),
      wake_ups_per_s: rounded(
        sum(later.map(({ pid, wakeUps }) => wakeUps - (wokenBefore.get(pid) ?? 0))) / seconds,
      ),
    }
  })
}

type IsPart = (process: ProcessFigures) => boolean

/** Every child of the supervisor is the guard of a program, which is named for what runs below it. */
function partsOf(tree: readonly ProcessFigures[], pids: Record<string, number>): [string, IsPart][] {
  const { supervisor = 0, ...programs } = pids
  const parentOf = new Map(tree.map(({ pid, parent }) => [pid, parent]))
  const parts = new Map<number, string>()
  for (const [name, pid] of Object.entries(programs)) {
    const guard = parentOf.get(pid)
    if (guard !== undefined) parts.set(guard, parts.has(guard) ? 'core' : name)
  }
  const isBelow = (guard: number, { pid, parent }: ProcessFigures): boolean =>
    pid === guard || parent === guard || parentOf.get(parent) === guard
  const below = [...parts].map(([guard, name]): [string, IsPart] => [name, (each) => isBelow(guard, each)])
  return [['supervisor', ({ pid }) => pid === supervisor], ...below]
}

/** The processes of one program share its pages, and those of Postgres its buffers: what the largest of them has of these is counted. */
function rssSharedOnce(processes: readonly ProcessFigures[]): number {
  const most = (figure: 'sharedMemory' | 'ofFiles') => Math.max(0, ...processes.map((each) => each[figure]))
  const own = processes.map(({ rss, sharedMemory, ofFiles }) => rss - sharedMemory - ofFiles)
  return sum(own) + most('sharedMemory') + most('ofFiles')
}

function cpuOf(processes: readonly ProcessFigures[]): number {
  return sum(processes.map(({ cpuMs }) => cpuMs))
}
