import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** POST the same body again and again. */
export interface LoadOrder {
  url: string
  headers: Record<string, string>
  body: string
  inFlight: number
  /** No request begins later; each connection sends at least one. */
  durationMs: number
}

/** What came of an order. */
export interface Load {
  /** Of each request that was answered 201. */
  latenciesMs: number[]
  elapsedMs: number
  failures: number
  /** Status and body of the first answer that was not 201. */
  firstFailure?: string
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
      if ('error' in answer) throw new Error(`${order.url}: ${answer.error}`)
      if (answer.load.latenciesMs.length === 0) {
        throw new Error(`${order.url} answered nothing but ${answer.load.firstFailure}`)
      }
      return answer.load
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
