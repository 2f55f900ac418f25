import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Who an instance of the bus is, as its id says. */
export type InstanceName = { readonly service: string; readonly host: string }

const separator = ':'

/** A new id of one instance of the bus. It is part of subjects, so it has no dot, space or wildcard. */
export function newInstanceId(service: string): string {
  const host = hostname().replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return [service, host, randomBytes(6).toString('hex')].join(separator)
}

export function instanceNameOf(id: string): InstanceName {
  const [service = '', host = ''] = id.split(separator)
  return { service, host }
}
