import { batchesAtOnce, createBatchWindow } from '@outturn/concurrency'
import { coalesced } from '@outturn/postgres'
import { vi } from 'vitest'
import { createEventPace } from '../events/event-pace.ts'
import { maxParts } from '../packets/packet-bounds.ts'
import { createPacketLane, type Passenger } from '../packets/packet-lane.ts'
import { createGathering } from '../replicas/gathering.ts'
import { createPreferredReplicas } from '../replicas/preferred-replicas.ts'

/** How many processes of each service there are, and how many requests come to them, evenly to the gateways. */
export type Path = {
  readonly gateways: number
  /** Of each other service. */
  readonly replicas: number
  readonly arrivalsPerS: number
  readonly seconds: number
}

/** For each request; the limits of callers, which each gateway counts by itself, are not among them. */
export type PathCost = {
  readonly commits: number
  readonly messages: number
  /** Of the messages, those between the gateways and the spools, which as many gateways as get requests must send and be sent. */
  readonly atEntrance: number
  readonly p50Ms: number
}

/** A hop of the network with the turn of a process, and a statement with its commit, ms. */
const hopMs = 0.7
const commitMs = 4
const rowMs = 0.2
/** How busy a process says that it is. */
const [atRest, atWork] = [0.01, 0.3]

type Awaited = Passenger & { finish(): void }

/** What a process does with one command. */
type Serve = (sender: string) => Promise<void>

/**
 * The way of a one-call verification in virtual time, over the lanes, windows, statements and preferences that the services have. What a
 * commit, a hop and a turn take is assumed, so the counts are the same on every machine, however busy it is.
 */
export async function walkPath({ gateways, replicas, arrivalsPerS, seconds }: Path): Promise<PathCost> {
  const random = seeded(42)
  const counts = { commits: 0, messages: 0, atEntrance: 0 }
  const lanes = createLanes(counts, random)
  const { statement, commands, packets, handOver } = lanes

  const billings = named('billing', replicas, () => ({ reserve: statement(), post: statement() }))
  const signings = named('signing', replicas, () => statement())
  const workers = named('verification', replicas, () => ({ record: statement(), results: handOver() }))
  const confirmations = named('spool', replicas, () => statement())
  const spools = named('spool', replicas, (id) => {
    const reserve = commands(
      id,
      'billing',
      mapped(billings, (billing) => billing.reserve),
    )
    const issue = commands(
      id,
      'signing',
      mapped(signings, (issued) => issued),
    )
    const [open, close] = [statement(), statement()]
    const run = packets(createBatchWindow({ batches: batchesAtOnce, maxSize: maxParts }), (jobs) => {
      counts.messages += 2
      const worker = oneOf(workers, random)
      later(2 * hopMs, () => {
        for (const { finish } of jobs) void worker.record().then(() => worker.results(finish))
      })
    })
    const publish = packets(createEventPace(), (events) => {
      counts.messages += 1
      const billing = oneOf(billings, random)
      later(2 * hopMs, () => {
        void Promise.all(events.map(({ finish }) => billing.post().then(finish))).then(() => {
          counts.messages += 2
          later(hopMs, () => void oneOf(confirmations, random)())
        })
      })
    })
    const gathering = createGathering()
    const verify = async () => {
      await reserve()
      await open()
      await run()
      await issue()
      await close()
      void publish()
    }
    const serve: Serve = (sender) =>
      gathering.enter({ headers: {}, body: '', sender, deadline: Date.now() + 10_000, begin: verify })
    return serve
  })
  const entrances = [...named('gateway', gateways, (id) => commands(id, 'spool', spools, true)).values()]

  const latencies: number[] = []
  const requests = Math.round(arrivalsPerS * seconds)
  let at = 0
  for (let index = 0; index < requests; index += 1) {
    at += (-Math.log(1 - random()) * 1_000) / arrivalsPerS
    later(at, () => {
      const cameAt = Date.now()
      void entrances[index % gateways]?.().then(() => latencies.push(Date.now() - cameAt))
    })
  }
  await vi.advanceTimersByTimeAsync(at + 2_000)
  if (latencies.length !== requests) throw new Error(`${latencies.length} of ${requests} were answered`)
  const each = (count: number) => count / requests
  return {
    commits: each(counts.commits),
    messages: each(counts.messages),
    atEntrance: each(counts.atEntrance),
    p50Ms: latencies.toSorted((a, b) => a - b)[Math.floor(requests / 2)] ?? Number.NaN,
  }
}

/** How the processes write and what they send each other, counted. */
function createLanes(
  counts: { commits: number; messages: number; atEntrance: number },
  random: () => number,
) {
  function statement(): () => Promise<void> {
    const write = coalesced(async (rows: readonly null[]) => {
      counts.commits += 1
      await new Promise<void>((resolve) => later(commitMs + rowMs * rows.length, resolve))
      return rows
    })
    return async () => void (await write(null))
  }

  /** What leaves a process in one turn for one receiver is one message. */
  function handOver(isAtEntrance = false): (arrive: () => void) => void {
    let leaving: (() => void)[] = []
    return (arrive) => {
      if (leaving.length === 0) {
        setImmediate(() => {
          const together = leaving
          leaving = []
          const messages = Math.ceil(together.length / maxParts)
          counts.messages += messages
          if (isAtEntrance) counts.atEntrance += messages
          later(hopMs, () => {
            for (const each of together) each()
          })
        })
      }
      leaving.push(arrive)
    }
  }

  function packets(
    window: ReturnType<typeof createBatchWindow>,
    send: (together: readonly Awaited[]) => void,
  ): () => Promise<void> {
    const lane = createPacketLane<Awaited>({ window, send, expired: () => undefined })
    return () =>
      new Promise((resolve) => {
        const cameAt = Date.now()
        const finish = () => {
          window.settled(Date.now(), Date.now() - cameAt)
          resolve()
        }
        lane.add({ headers: {}, body: '', account: 'a', deadline: cameAt + 10_000, isAlone: false, finish })
      })
  }

  function commands(
    sender: string,
    service: string,
    servers: ReadonlyMap<string, Serve>,
    isAtEntrance = false,
  ): () => Promise<void> {
    const preferred = createPreferredReplicas({
      random,
      callRoll: () =>
        later(2 * hopMs, () => {
          for (const id of servers.keys()) preferred.saw(id, atRest, Date.now())
        }),
    })
    const window = createBatchWindow({ batches: batchesAtOnce, maxSize: maxParts, isAtEntrance })
    return packets(window, (together) => {
      counts.messages += 1
      if (isAtEntrance) counts.atEntrance += 1
      const id = preferred.next(service, together.length, Date.now())
      const serve = (id === null ? undefined : servers.get(id)) ?? oneOf(servers, random)
      const reply = handOver(isAtEntrance)
      later(hopMs, () => {
        for (const { finish } of together) {
          void serve(sender).then(() =>
            reply(() => {
              if (id !== null) preferred.saw(id, atWork, Date.now())
              finish()
            }),
          )
        }
      })
    })
  }

  return { statement, handOver, packets, commands }
}

function later(ms: number, callback: () => void): void {
  setTimeout(callback, ms)
}

/** So many processes of a service, by the ids that their instances of the bus would have. */
function named<T>(service: string, count: number, make: (id: string) => T): ReadonlyMap<string, T> {
  const ids = Array.from({ length: count }, (_, index) => `${service}:host:${index}`)
  return new Map(ids.map((id) => [id, make(id)]))
}

function mapped<T>(
  all: ReadonlyMap<string, T>,
  serveOf: (one: T) => () => Promise<void>,
): ReadonlyMap<string, Serve> {
  return new Map([...all].map(([id, one]) => [id, serveOf(one)]))
}

function oneOf<T>(all: ReadonlyMap<string, T>, random: () => number): T {
  return [...all.values()][Math.floor(random() * all.size)] as T
}

/** Random numbers that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
