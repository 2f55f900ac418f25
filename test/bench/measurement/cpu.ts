import { readdir, readFile } from 'node:fs/promises'

/** Process ids by the name that they are counted under; their children count with them. */
export type Processes = Record<string, number[]>

export interface Usage {
  parent: number
  /** Its own CPU and that of its children that have ended, ms. */
  cpuMs: number
}

// Linux tells CPU times to programs in hundredths of a second whatever the kernel counts in.
const msPerTick = 10

/** CPU used so far, in ms by name; empty where there is no /proc. */
export async function cpuMsByName(processes: Processes): Promise<Record<string, number>> {
  const usages = await readUsages()
  if (usages.size === 0) return {}
  const cpuMsOfTree = (pid: number): number => {
    let total = usages.get(pid)?.cpuMs ?? 0
    for (const [child, { parent }] of usages) if (parent === pid) total += cpuMsOfTree(child)
    return total
  }
  return Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [
      name,
      pids.reduce((total, pid) => total + cpuMsOfTree(pid), 0),
    ]),
  )
}

/** By process id. */
export async function readUsages(): Promise<Map<number, Usage>> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  const usages = await Promise.all(pids.map(async (pid) => [pid, await readUsage(pid)] as const))
  return new Map(usages.filter((pair): pair is [number, Usage] => pair[1] !== undefined))
}

/** Undefined when the process has ended. */
async function readUsage(pid: number): Promise<Usage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The program's name, in parentheses, may hold anything; what follows the last one are numbers.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return undefined
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
  return { parent: Number(fields[1]), cpuMs: ticks * msPerTick }
}
