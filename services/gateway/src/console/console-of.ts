import { Refusal } from '@outturn/contracts'
import type { GatewayInstance } from '../deps.ts'
import type { Call } from '../http/route.ts'
import type { Console } from './console.ts'

/** The console of this deployment, and the environment whose accounts it shows. */
export function consoleOf({ instances }: Pick<Call, 'instances'>): {
  readonly instance: GatewayInstance
  readonly console: Console
} {
  const instance = instances.of('production')
  if (instance === undefined) throw new Refusal('route_not_found', 'This deployment has no console.')
  return { instance, console: instance.console }
}
