import { environments } from '@outturn/vocabulary'
import * as declarations from './declarations.ts'
import type { Event, Job } from './define.ts'
import type { Endpoint } from './endpoint.ts'
import type { Command, ServedOverHttp } from './operation.ts'

const { checkWork, eraseAccount, erasingServices, exportAccount, exportingServices, planErasure } =
  declarations
const { listDeadLetters, receiptExports, redriveDeadLetters, serviceNames } = declarations
const {
  readKeys,
  readKeyVersion,
  readLogCheckpointOf,
  readLogTilesOf,
  readNumberedCheckpointOf,
  readNumberedTilesOf,
} = declarations

/** Everything of one of these kinds that a file of `declarations.ts` exports. */
function declared<Declaration extends Command | Event | Job>(...kinds: Declaration['kind'][]): Declaration[] {
  return Object.values<unknown>(declarations).filter(
    (value): value is Declaration =>
      typeof value === 'object' &&
      value !== null &&
      'kind' in value &&
      (kinds as unknown[]).includes(value.kind),
  )
}

/** Every command there is; the bus permissions are rendered from it. */
export const allCommands: readonly Command[] = [
  ...declared<Command>('command', 'query'),
  ...receiptExports.map(({ query }) => query),
  ...exportingServices.map((service) => exportAccount(service)),
  ...erasingServices.flatMap((service) => [planErasure(service), eraseAccount(service)]),
  ...serviceNames.flatMap((service) => [
    checkWork(service),
    listDeadLetters(service),
    redriveDeadLetters(service),
  ]),
]

/** Every command that the gateway serves. */
export const allServed: readonly ServedOverHttp[] = allCommands.filter(
  (command): command is ServedOverHttp => command.http !== undefined,
)

export const allEvents: readonly Event[] = declared<Event>('event')

export const allJobs: readonly Job[] = declared<Job>('job')

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value
}

/**
 * Every operation of the public interface, in the order in which it is documented. `slug` is the name of the service, which the
 * address of its keys has in it.
 */
export function publicEndpoints(slug: string): readonly Endpoint[] {
  return [
    ...allServed.map(({ http }) => http),
    ...Object.values<unknown>(declarations).filter(isEndpoint),
    readKeys(slug),
    readKeyVersion(slug),
    ...environments.flatMap((environment) => [
      readLogCheckpointOf(environment),
      ...readLogTilesOf(environment),
      readNumberedCheckpointOf(environment),
      ...readNumberedTilesOf(environment),
    ]),
  ].filter(({ isInternal }) => isInternal !== true)
}
