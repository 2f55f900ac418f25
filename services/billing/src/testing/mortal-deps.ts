import type { Pool } from '@outturn/postgres'
import type { PoolClient } from 'pg'

/** The end of a process, as those see it that it leaves behind: nothing follows it. */
export class ProcessEnded extends Error {}

/**
 * A process that ends at one instruction: what it has done before stays, its connections break, and whatever it tries afterwards
 * fails. Instructions are the calls to what it works with, counted from 1; each is done, and then the process ends.
 */
export class MortalProcess {
  /** Instructions so far. */
  count = 0
  readonly #endsAfter: number
  readonly #connections = new Set<PoolClient>()

  constructor(endsAfter: number) {
    this.#endsAfter = endsAfter
  }

  get hasEnded(): boolean {
    return this.count >= this.#endsAfter
  }

  /** One instruction. */
  async step<T>(instruction: () => Promise<T>): Promise<T> {
    if (this.hasEnded) throw new ProcessEnded('the process has ended')
    const result = await instruction()
    this.count += 1
    if (!this.hasEnded) return result
    for (const connection of this.#connections) breakOff(connection)
    throw new ProcessEnded('the process ends here')
  }

  /** An object of which each asynchronous method is an instruction. */
  mortal<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const member: unknown = Reflect.get(object, name)
        if (typeof member !== 'function') return member
        const method = member.bind(object) as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          if (isPlain(name)) return method(...args)
          return this.step(async () => method(...args))
        }
      },
    })
  }

  /** A pool of which each query is an instruction, within a transaction or not. */
  pool(pool: Pool): Pool {
    return new Proxy(pool, {
      get: (object, name) => {
        if (name === 'query') {
          return (...args: unknown[]) => this.step(async () => (object.query as AnyQuery)(...args))
        }
        if (name === 'connect') return () => this.#connect(object)
        const member: unknown = Reflect.get(object, name)
        return typeof member === 'function' ? (member as AnyQuery).bind(object) : member
      },
    })
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    const connection = await pool.connect()
    this.#connections.add(connection)
    return new Proxy(connection, {
      get: (object, name) => {
        if (name === 'query') {
          return (...args: unknown[]) => this.step(async () => (object.query as AnyQuery)(...args))
        }
        if (name === 'release') {
          return () => {
            this.#connections.delete(object)
            object.release(this.hasEnded)
          }
        }
        const member: unknown = Reflect.get(object, name)
        return typeof member === 'function' ? (member as AnyQuery).bind(object) : member
      },
    })
  }
}

type AnyQuery = (...args: unknown[]) => unknown

/** What a lane answers at once is no instruction. */
function isPlain(name: string | symbol): boolean {
  return ['state', 'read', 'requirementOf', 'response', 'refusal'].includes(String(name))
}

/** As the operating system does with the connections of a process that is gone: the transaction in it is rolled back. */
function breakOff(connection: PoolClient): void {
  const { connection: wire } = connection as unknown as { connection: { stream: { destroy(): void } } }
  connection.on('error', () => undefined)
  wire.stream.destroy()
}
