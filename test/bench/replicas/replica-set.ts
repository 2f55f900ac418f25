import { join } from 'node:path'
import { freePort } from '@outturn/local-servers'
import { deployedServers, type Place, sharedSettings, toVariable } from '@outturn/model'
import type { LocalStack } from '../local-stack.ts'
import { startReplica } from '../../system/replica.ts'

/** The services that a one-call verification passes through. */
export const replicatedServices = ['gateway', 'spool', 'verification', 'signing', 'billing'] as const
export type ReplicatedService = (typeof replicatedServices)[number]

/** The processes of a running system and those that were added to it. */
export type ReplicaSet = {
  /** Addresses of the gateways. */
  readonly addresses: readonly string[]
  /** Processes of a service, the one that the system started with them. */
  countOf(service: ReplicatedService): number
  /** Adds processes until each of these services has so many. */
  growTo(count: number, services: readonly ReplicatedService[]): Promise<void>
  /** Ends processes until each of these services has so many; the first one of each stays. */
  shrinkTo(count: number, services: readonly ReplicatedService[]): Promise<void>
}

/** Loading a service takes a second of a processor: more at once only wait for each other. */
const startedAtOnce = 2

type Added = { readonly address: string | null; readonly pid: number; stop(): Promise<void> }

/** `added` and `ended` are told of each process. */
export function createReplicaSet(
  { home, logs, file }: LocalStack,
  stops: AsyncDisposableStack,
  { added, ended }: Record<'added' | 'ended', (service: ReplicatedService, pid: number) => void>,
): ReplicaSet {
  const processes = new Map<ReplicatedService, Added[]>()
  const of = (service: ReplicatedService) => processes.get(service) ?? []
  stops.defer(async () => {
    await Promise.all([...processes.values()].flat().map((replica) => replica.stop()))
  })

  async function start(service: ReplicatedService, number: number): Promise<void> {
    const port = service === 'gateway' ? await freePort() : null
    const place = { home, natsUrl: file.nats_url, logFile: join(logs, `${service}-${number}.log`) }
    const replica = await startReplica(place, service, settingsOf(service, port))
    const address = port === null ? null : `http://127.0.0.1:${port}`
    processes.set(service, [...of(service), { address, pid: replica.pid, stop: () => replica.stop() }])
    added(service, replica.pid)
  }

  const places: Readonly<Partial<Record<Place, string>>> = {
    'bus-address': file.nats_url,
    'public-address': file.base_url,
    'listen-address': '127.0.0.1',
    purpose: 'development',
    'signing-keys': file.operator.signing_keys_dir,
    // All processes of signing share it.
    'log-floor': join(home, 'log-floor'),
  }

  /** Those that the deployment gives the service, for production alone. */
  function settingsOf(service: ReplicatedService, port: number | null): Record<string, string> {
    const deployed = deployedServers.find(({ name }) => name === service)
    const variables = [...sharedSettings, ...(deployed?.settings ?? [])].map((setting) =>
      toVariable(
        setting,
        (place) => places[place] ?? null,
        ({ name }) => join(home, 'secrets', name),
      ),
    )
    return {
      ...Object.fromEntries(variables.filter((variable) => variable !== null)),
      ENVIRONMENTS: 'production',
      ...(port !== null && { OUTTURN_HTTP_PORT: String(port) }),
    }
  }

  return {
    get addresses() {
      return [file.base_url, ...of('gateway').flatMap(({ address }) => address ?? [])]
    },
    countOf: (service) => of(service).length + 1,
    async growTo(count, services) {
      const missing = services.flatMap((service) =>
        Array.from(
          { length: Math.max(0, count - 1 - of(service).length) },
          (_, index) => [service, of(service).length + index + 2] as const,
        ),
      )
      while (missing.length > 0) {
        await Promise.all(missing.splice(0, startedAtOnce).map(([service, number]) => start(service, number)))
      }
    },
    async shrinkTo(count, services) {
      for (const service of services) {
        const [kept, surplus] = [of(service).slice(0, count - 1), of(service).slice(count - 1)]
        processes.set(service, kept)
        await Promise.all(surplus.map((replica) => replica.stop()))
        for (const { pid } of surplus) ended(service, pid)
      }
    },
  }
}
