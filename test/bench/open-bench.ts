import { join } from 'node:path'
import type { Client } from 'pg'
import { type BaselineName, startBaseline } from './baseline-program.ts'
import { type LoadGenerator, startLoadGenerator } from './load/load.ts'
import {
  type BenchAccount,
  connectBeside,
  type LocalStack,
  openAccount,
  processesOf,
  removeStackData,
  startLocalStack,
  systemTarget,
} from './local-stack.ts'
import { logAutovacuum } from './measurement/autovacuum.ts'
import type { Instruments } from './measurement/measurement.ts'
import type { Target } from './target.ts'
import { tell } from './tell.ts'

/** Names of the system in the two layouts that are measured: each service a process of its own, and that of `npm start`. */
export const [spreadName, compactName] = ['outturn', 'outturn-compact'] as const

/** A running system and what measures it. */
export type MeasuredSystem = {
  readonly stack: LocalStack
  readonly account: BenchAccount
  readonly system: Target
  readonly instruments: Instruments
  /** To the system's Postgres, but to a database that no service uses. */
  readonly client: Client
  readonly serverUrl: string
}

/** Everything that is measured and that measures it. */
export type Bench = MeasuredSystem & {
  /** The programs beside the system, then the system. */
  readonly targets: readonly Target[]
}

/** Starts the system on empty data in `home` and the programs beside it; `stops` ends them and deletes the data. */
export async function openBench(
  home: string,
  baselines: readonly BaselineName[],
  stops: AsyncDisposableStack,
): Promise<Bench> {
  tell('starting the system on empty data')
  const load = startLoadGenerator()
  stops.defer(() => load.stop())
  const measured = await openSystem(home, { load, name: spreadName, options: [] }, stops)
  const { stack, system, instruments, client, serverUrl } = measured
  const { processes, databases } = instruments.sources
  const targets: Target[] = []
  for (const name of baselines) {
    const program = await startBaseline(name, { client, serverUrl, logs: stack.logs })
    stops.defer(() => program.stop())
    processes[name] = [program.pid]
    databases.push(program.target.database)
    targets.push(program.target)
  }
  return { ...measured, targets: [...targets, system] }
}

/** Starts the system once more, in the layout of `npm start`, with a Postgres and a nats-server of its own. */
export function openCompactSystem(
  home: string,
  { load }: Instruments,
  stops: AsyncDisposableStack,
): Promise<MeasuredSystem> {
  tell('starting the system in the layout of npm start')
  return openSystem(home, { load, name: compactName, options: ['--layout', 'compact'] }, stops)
}

async function openSystem(
  home: string,
  { load, name, options }: { load: LoadGenerator; name: string; options: readonly string[] },
  stops: AsyncDisposableStack,
): Promise<MeasuredSystem> {
  stops.defer(() => removeStackData(home))
  const stack = await startLocalStack(home, options)
  stops.defer(() => stack.stop())
  const { client, serverUrl } = await connectBeside(stack)
  stops.defer(() => client.end())
  await logAutovacuum(client)
  const account = await openAccount(stack, 'Bench')
  const system = await systemTarget(stack, account, name)
  const { nats_monitor_url: natsMonitorUrl } = stack.file
  const sources = {
    processes: processesOf(stack.file),
    databases: [system.database],
    client,
    postgresLog: join(home, 'logs/postgres.log'),
    ...(natsMonitorUrl === undefined ? {} : { natsMonitorUrl }),
  }
  return { stack, account, system, instruments: { load, sources }, client, serverUrl }
}
