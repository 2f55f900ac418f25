import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, removePostgresData, startPostgres } from '@outturn/local-servers'
import { cpuMsByName } from '../measurement/cpu.ts'

export type BenchPostgres = {
  readonly url: string
  /** CPU time so far, ms; NaN where the server is not ours or the machine does not say. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** A Postgres of its own that keeps what it acknowledges, or the one that `DATABASE_URL` names. */
export async function openBenchPostgres(): Promise<BenchPostgres> {
  const source = await findPostgres()
  if (source.kind === 'url') return { url: source.url, cpuMs: async () => Number.NaN, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'outturn-bench-'))
  const dataDir = join(folder, 'postgres')
  const running = await startPostgres({ binaries: source, dataDir, password: 'bench' })
  const pids = running.pid === undefined ? [] : [running.pid]
  return {
    url: running.url,
    cpuMs: async () => (await cpuMsByName({ postgres: pids }))['postgres'] ?? Number.NaN,
    async stop() {
      await running.stop()
      await removePostgresData(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
