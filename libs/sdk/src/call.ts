import { type Endpoint, type EndpointBody, type EndpointReply, pathTo } from '@outturn/contracts'
import type { Received, Send, WriteOptions } from './send.ts'

/** The parts of one call that its endpoint leaves open. */
export type CallParts<E extends Endpoint> = {
  /** Values of the parameters in its path, by name. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: EndpointBody<E> | undefined
  headers?: Readonly<Record<string, string>>
  /** False sends no key where one would be taken. */
  authenticated?: boolean
}

/** Calls an endpoint of the contract: method, path and the need of a key are those that it declares. */
export type CallEndpoint = {
  <E extends Endpoint>(endpoint: E, parts?: CallParts<E>, options?: WriteOptions): Promise<EndpointReply<E>>
  /** The same with status and tag. */
  received<E extends Endpoint>(
    endpoint: E,
    parts?: CallParts<E>,
    options?: WriteOptions,
  ): Promise<Received<EndpointReply<E>>>
}

export function createCall(send: Send): CallEndpoint {
  const received: CallEndpoint['received'] = (endpoint, { params, query, ...rest } = {}, options = {}) => {
    const { method, access, paidBy } = endpoint
    const path = pathTo(endpoint, params, query)
    const authenticated = access.kind !== 'open'
    return send({ method, path, authenticated, paysInAuthorization: paidBy === 'mpp', ...rest }, options)
  }
  const call = async <E extends Endpoint>(endpoint: E, parts?: CallParts<E>, options?: WriteOptions) =>
    (await received(endpoint, parts, options)).body
  return Object.assign(call, { received })
}
