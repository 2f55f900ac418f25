import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, removePostgresData, startPostgres } from '@outturn/local-servers'

export type BenchPostgres = {
  readonly url: string
  /** CPU time so far, ms; NaN where the server is not ours or the machine does not say. */
  cpuMs(): number
  stop(): Promise<void>
}

/** A Postgres of its own that keeps what it acknowledges, or the one that `DATABASE_URL` names. */
export async function openBenchPostgres(): Promise<BenchPostgres> {
  const source = await findPostgres()
  if (source.kind === 'url') return { url: source.url, cpuMs: () => Number.NaN, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'outturn-bench-'))
  const dataDir = join(folder, 'postgres')
  const running = await startPostgres({ binaries: source, dataDir, password: 'bench' })
  return {
    url: running.url,
    cpuMs: () => cpuMsOf(running.pid),
    async stop() {
      await running.stop()
      await removePostgresData(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * CPU time of Postgres so far; NaN where it is not ours or the machine does not say. Linux counts ended children with their
 * parent, in ticks of a hundredth of a second.
 */
function cpuMsOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    const [parent, ...times] = [fields[1], ...fields.slice(11, 15)].map(Number)
    if (Number(name) === pid) ticks += times.reduce((sum, time) => sum + time, 0)
    else if (parent === pid) ticks += (times[0] ?? 0) + (times[1] ?? 0)
  }
  return ticks * 10
}

/** The fields of a process behind its name, which may hold spaces; none for one that has ended. */
function statOf(name: string): string[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
