import type { Send } from '../api.ts'

/** One side of the system: how to reach it, and the credential that owns what is made there. */
export interface Side {
  send: Send
  key: string
  isSandbox: boolean
}

/** A request that does what its operation is for. */
export interface PreparedCall {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Who can do it, where that is not the owner. */
  key?: string
  /** What it is answered with, where no deployment of the tests can do it. */
  refusal?: string
}

export type Prepare = (side: Side, path: string) => Promise<PreparedCall>

/** By method and path of the operation. */
export type Preparations = Readonly<Record<string, Prepare>>

/** A path of an operation on a Spool, with its id. */
export function filled(path: string, id: string): string {
  return path.replace('{id}', id)
}

/** The path as it is, with this body. */
export function withBody(body: unknown): Prepare {
  return async (_, path) => ({ path, body })
}
