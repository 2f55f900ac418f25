import { join } from 'node:path'
import type { Client } from 'pg'
import { type BaselineName, startBaseline } from './baseline-program.ts'
import { startLoadGenerator } from './load/load.ts'
import {
  type BenchAccount,
  connectBeside,
  type LocalStack,
  openAccount,
  removeStackData,
  startLocalStack,
  systemTarget,
} from './local-stack.ts'
import { logAutovacuum } from './measurement/autovacuum.ts'
import type { Instruments } from './measurement/measurement.ts'
import type { Target } from './target.ts'
import { tell } from './tell.ts'

/** Everything that is measured and that measures it. */
export type Bench = {
  readonly stack: LocalStack
  readonly account: BenchAccount
  readonly system: Target
  /** The programs beside the system, then the system. */
  readonly targets: readonly Target[]
  readonly instruments: Instruments
  /** To the system's Postgres, but to a database that no service uses. */
  readonly client: Client
  readonly serverUrl: string
}

/** Starts the system on empty data in `home` and the programs beside it; `stops` ends them and deletes the data. */
export async function openBench(
  home: string,
  baselines: readonly BaselineName[],
  stops: AsyncDisposableStack,
): Promise<Bench> {
  stops.defer(() => removeStackData(home))
  tell('starting the system on empty data')
  const stack = await startLocalStack(home)
  stops.defer(() => stack.stop())
  const { client, serverUrl } = await connectBeside(stack)
  stops.defer(() => client.end())
  await logAutovacuum(client)
  const load = startLoadGenerator()
  stops.defer(() => load.stop())
  const account = await openAccount(stack, 'Bench')
  const system = await systemTarget(stack, account)
  const { supervisor: _, ...pids } = stack.file.pids
  const processes = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, [pid]]))
  const targets: Target[] = []
  for (const name of baselines) {
    const program = await startBaseline(name, { client, serverUrl, logs: stack.logs })
    stops.defer(() => program.stop())
    processes[name] = [program.pid]
    targets.push(program.target)
  }
  targets.push(system)
  const { nats_monitor_url: natsMonitorUrl } = stack.file
  const sources = {
    processes,
    databases: targets.map(({ database }) => database),
    client,
    postgresLog: join(home, 'logs/postgres.log'),
    ...(natsMonitorUrl === undefined ? {} : { natsMonitorUrl }),
  }
  return { stack, account, system, targets, instruments: { load, sources }, client, serverUrl }
}
