import { instanceNameOf } from '../instance-id.ts'

/** Which replicas of the services that this process asks it prefers: few, so that what is asked at about the same time comes together there. */
export type PreferredReplicas = {
  /** A replica answered, and said how busy its event loop was lately, 0 to 1. */
  saw(instanceId: string, load: number, now: number): void
  /** No one listens to a replica any more. */
  lost(instanceId: string): void
  /** The replica that so many commands for a service go to; null for any. */
  next(service: string, count: number, now: number): string | null
}

export type PreferredOptions = {
  /** Has every replica of a service tell that it is there. */
  callRoll(service: string): void
  random?: () => number
}

type Replica = { load: number; seenAt: number; askedSince: number | null }

type Service = {
  readonly replicas: Map<string, Replica>
  /** Commands that were sent lately, each counting less with time. */
  lately: number
  latelyAt: number
  calledAt: number
  /** Over how many of them commands are spread. */
  width: number
}

/** Fewer commands a second than these would meet no others. */
const leastPerSecond = 5
const latelyMs = 1_000
const rollCallMs = 15_000
/** A replica that has told nothing for this long is none. */
const forgottenMs = 40_000
/** One that was asked and has answered nothing for this long may stand still; others are asked meanwhile. */
const silentMs = 1_000
/** How busy replicas are before one more takes part, and before one fewer does. */
const [busyAbove, restBelow] = [0.6, 0.45]

/**
 * Every process puts the replicas of a service in one order, by their ids, and asks the first few, as many as their load calls for; so
 * commands of many processes come together in few, whose statements and packets then hold many. A service that is asked seldom is asked as
 * the server chooses, and so is one of which all replicas are busy. What each replica said of its load is as old as its last answer, so a
 * number between them is chosen at random rather than the one that is least busy.
 */
export function createPreferredReplicas({
  callRoll,
  random = Math.random,
}: PreferredOptions): PreferredReplicas {
  const services = new Map<string, Service>()

  function serviceOf(name: string): Service {
    const known = services.get(name)
    if (known !== undefined) return known
    const service: Service = {
      replicas: new Map(),
      lately: 0,
      latelyAt: 0,
      calledAt: Number.NEGATIVE_INFINITY,
      width: 1,
    }
    services.set(name, service)
    return service
  }

  return {
    saw(instanceId, load, now) {
      const { replicas } = serviceOf(instanceNameOf(instanceId).service)
      replicas.set(instanceId, { load, seenAt: now, askedSince: null })
    },
    lost(instanceId) {
      serviceOf(instanceNameOf(instanceId).service).replicas.delete(instanceId)
    },
    next(name, count, now) {
      const service = serviceOf(name)
      service.lately = service.lately * Math.exp((service.latelyAt - now) / latelyMs) + count
      service.latelyAt = now
      if (service.lately < leastPerSecond) return null
      if (now - service.calledAt > rollCallMs) {
        service.calledAt = now
        callRoll(name)
      }
      const present = presentOf(service, now)
      service.width = widthFor(present, service.width)
      if (service.width >= present.length) return null
      const [id, replica] = present[Math.floor(random() * service.width)] as (typeof present)[number]
      replica.askedSince ??= now
      return id
    },
  }
}

/** Those that can be asked, in the order that every process has. */
function presentOf({ replicas }: Service, now: number): [string, Replica][] {
  for (const [id, { seenAt }] of replicas) if (now - seenAt > forgottenMs) replicas.delete(id)
  return [...replicas]
    .filter(([, { askedSince }]) => askedSince === null || now - askedSince <= silentMs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function widthFor(present: readonly [string, Replica][], width: number): number {
  const load = present.reduce((sum, [, replica]) => sum + replica.load, 0)
  const most = Math.max(1, present.length)
  if (load > width * busyAbove) return Math.min(most, Math.ceil(load / busyAbove))
  if (load < (width - 1) * restBelow) return Math.max(1, Math.min(most, Math.ceil(load / restBelow)))
  return Math.min(most, width)
}
