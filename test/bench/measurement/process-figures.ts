import { readdir, readFile } from 'node:fs/promises'
import { readUsages, type Usage } from './cpu.ts'

/** What a process takes. Memory in KiB. */
export interface ProcessFigures extends Usage {
  pid: number
  rss: number
  /** Of what several processes share, each counts its part. */
  pss: number
  sharedMemory: number
  /** Of its program and libraries, most of which other processes of the same program share. */
  ofFiles: number
  /** How often its threads were woken so far. */
  wakeUps: number
}

/** A process and all below it; empty where there is no /proc. */
export async function readTree(root: number): Promise<ProcessFigures[]> {
  const usages = await readUsages()
  const isBelow = (pid: number): boolean => {
    const parent = usages.get(pid)?.parent
    return pid === root || (parent !== undefined && isBelow(parent))
  }
  const read = [...usages].filter(([pid]) => isBelow(pid)).map(([pid, usage]) => readFigures(pid, usage))
  return (await Promise.all(read)).filter((figures) => figures !== undefined)
}

/** Undefined when the process has ended. */
async function readFigures(pid: number, usage: Usage): Promise<ProcessFigures | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const threads = await readdir(`/proc/${pid}/task`)
    const switches = await Promise.all(
      threads.map(async (thread) => {
        const text = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '')
        return numberAfter(text, 'voluntary_ctxt_switches')
      }),
    )
    return {
      ...usage,
      pid,
      rss: numberAfter(status, 'VmRSS'),
      pss: numberAfter(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss'),
      sharedMemory: numberAfter(status, 'RssShmem'),
      ofFiles: numberAfter(status, 'RssFile'),
      wakeUps: switches.reduce((total, each) => total + each, 0),
    }
  } catch {
    return undefined
  }
}

function numberAfter(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
}
