import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A request as it goes out, ready before any time is taken. */
export interface PreparedRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** Send these requests in their order, each at least once. */
export interface LoadOrder {
  requests: PreparedRequest[]
  /** Requests under way all the time; with `arrivalsPerS`, the most that may be. */
  inFlight: number
  /** Requests that begin each second at random times, whether or not earlier ones were answered. */
  arrivalsPerS?: number
  /** Begins again with the first request until then; 0 sends each of them once. */
  durationMs: number
  /** Status of a request that succeeded. */
  success: number
  /** Whether a request that is refused for now is sent again after the time that the answer names, as clients do; its time counts on. */
  repeats?: boolean
  /** Whether the answers are of interest, beyond how fast they came. */
  keepsAnswers?: boolean
}

/** What came of an order. */
export interface Load {
  /** Of each request that succeeded, from the time it was due. */
  latenciesMs: number[]
  elapsedMs: number
  failures: number
  /** Status and body of the first answer that was no success. */
  firstFailure?: string
  /** Of the requests that succeeded, in the order they were sent; empty when the order does not keep them. */
  answers: KeptAnswer[]
}

export interface KeptAnswer {
  text: string
  etag: string
}

export interface LoadGenerator {
  run(order: LoadOrder): Promise<Load>
  stop(): Promise<void>
}

/** Starts the process that sends requests; it ends with this one. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-main.ts'), { serialization: 'advanced' })
  const exited = once(child, 'exit')
  return {
    async run(order) {
      child.send(order)
      const [answer] = (await Promise.race([
        once(child, 'message'),
        exited.then(() => [{ error: 'the load generator ended' }]),
      ])) as [{ load: Load } | { error: string }]
      const url = order.requests[0]?.url
      if ('error' in answer) throw new Error(`${url}: ${answer.error}`)
      if (answer.load.latenciesMs.length === 0) {
        throw new Error(`${url} answered nothing but ${answer.load.firstFailure}`)
      }
      return answer.load
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
