import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryBody } from '../load/delivery.ts'
import type { LoadOrder } from '../load/load.ts'
import { comparedRows } from '../measurement/comparison.ts'
import { beyondIdle, between, commitDelayMs, type Counters, readCounters } from '../measurement/counters.ts'
import { cpuPerRequest, p50Ms, p99Ms } from '../measurement/measurement.ts'
import type { MeasuredSystem } from '../open-bench.ts'
import { rounded, sum } from '../statistics.ts'
import { tell } from '../tell.ts'
import { messagesByUser, type MessagesByUser } from './bus-senders.ts'
import { createReplicaSet, type ReplicatedService } from './replica-set.ts'

export type ReplicasOptions = {
  readonly arrivalsPerS: number
  readonly durationMs: number
  readonly counts: readonly number[]
  readonly services: readonly ReplicatedService[]
}

export type ReplicasResult = {
  readonly replicas: number
  readonly services: readonly ReplicatedService[]
  readonly arrivals_per_s: number
  readonly answered: number
  readonly failed: number
  readonly first_failure?: string
  readonly commits_per_request: number
  readonly messages_per_request: number
  readonly messages_by_user: MessagesByUser
  /** On a machine that others use this says little. */
  readonly cpu_ms_per_request: number
  readonly p50_ms: number
  readonly p99_ms: number
  readonly idle_commits_per_s: number
  readonly idle_messages_per_s: number
}

const idleMs = 12_000
const warmUpMs = 8_000
const mostInFlight = 512

/** Sends the same number of requests a second to more and more processes of each service, evenly to the gateways. */
export async function measureReplicas(
  { stack, account, system, instruments }: MeasuredSystem,
  { arrivalsPerS, durationMs, counts, services }: ReplicasOptions,
  stops: AsyncDisposableStack,
): Promise<ReplicasResult[]> {
  const { sources, load: generator } = instruments
  const { natsMonitorUrl } = sources
  if (natsMonitorUrl === undefined) throw new Error('the system tells no statistics of its bus')
  const set = createReplicaSet(stack, stops, {
    added: (service, pid) => {
      sources.processes[service] = [...(sources.processes[service] ?? []), pid]
    },
    ended: (service, pid) => {
      sources.processes[service] = (sources.processes[service] ?? []).filter((each) => each !== pid)
    },
  })
  const order = (ms: number): LoadOrder => ({
    requests: set.addresses.map((address) => ({
      method: 'POST',
      url: `${address}/api/v1/verify`,
      headers: account.headers,
      body: deliveryBody(comparedRows),
    })),
    inFlight: mostInFlight,
    arrivalsPerS,
    durationMs: ms,
    success: 201,
  })
  const read = async () => ({
    counters: await readCounters(sources),
    byUser: await messagesByUser(natsMonitorUrl),
  })

  async function measureAt(replicas: number): Promise<ReplicasResult> {
    await generator.run(order(warmUpMs))
    await sleep(commitDelayMs)
    const rest = await read()
    await sleep(idleMs)
    const before = await read()
    const load = await generator.run(order(durationMs))
    // What was set off is done and its commits are reported by then.
    await sleep(commitDelayMs)
    const after = await read()
    const [idle, counted] = [
      between(rest.counters, before.counters),
      between(before.counters, after.counters),
    ]
    const { length: answered } = load.latenciesMs
    const each = (ofRequests: number, atRest: number) =>
      rounded(beyondIdle(ofRequests, counted.at, atRest, idle.at) / answered)
    const commitsOf = ({ commits }: Counters) => commits[system.database] ?? 0
    const measurement = { target: system, load, requestsPerS: arrivalsPerS, counted }
    return {
      replicas,
      services,
      arrivals_per_s: arrivalsPerS,
      answered,
      failed: load.failures,
      ...(load.firstFailure !== undefined && { first_failure: load.firstFailure.slice(0, 300) }),
      commits_per_request: each(commitsOf(counted), commitsOf(idle)),
      messages_per_request: each(counted.messages ?? 0, idle.messages ?? 0),
      messages_by_user: Object.fromEntries(
        Object.entries(after.byUser).flatMap(([user, messages]) => {
          const atRest = (before.byUser[user] ?? 0) - (rest.byUser[user] ?? 0)
          const share = each(messages - (before.byUser[user] ?? 0), atRest)
          return share < 0.005 ? [] : [[user, share]]
        }),
      ),
      cpu_ms_per_request: rounded(sum(Object.values(cpuPerRequest(measurement, idle)))),
      p50_ms: rounded(p50Ms([load])),
      p99_ms: rounded(p99Ms([load])),
      idle_commits_per_s: rounded((commitsOf(idle) * 1_000) / idle.at),
      idle_messages_per_s: rounded(((idle.messages ?? 0) * 1_000) / idle.at),
    }
  }

  const results: ReplicasResult[] = []
  for (const count of counts) {
    tell(`starting ${count} of each of ${services.join(', ')}`)
    await set.growTo(count, services)
    tell(`${count} of each: ${arrivalsPerS} requests/s`)
    const result = await measureAt(count)
    tell(
      `${count} of each: ${result.commits_per_request} commits, ${result.messages_per_request} messages a request, ${result.failed} failed`,
    )
    results.push(result)
  }
  return results
}
