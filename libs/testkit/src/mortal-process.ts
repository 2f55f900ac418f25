import type { Pool } from '@outturn/postgres'
import type { PoolClient } from 'pg'

/** The end of a process, as those see it that it leaves behind: nothing follows it. */
export class ProcessEnded extends Error {}

/**
 * A process that ends at one instruction: what it has done before stays, its connections break, and whatever it tries afterwards
 * fails. Instructions are the calls to what it works with, counted from 1; each is done, and then the process ends. Those that
 * leave nothing behind may be left out of the count: to end after one of them is to end after the instruction before it.
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

  /** One instruction, or with `isCounted: false` something that leaves nothing behind. */
  async step<T>(instruction: () => Promise<T>, { isCounted = true } = {}): Promise<T> {
    if (this.hasEnded) throw new ProcessEnded('the process has ended')
    const result = await instruction()
    if (isCounted) this.count += 1
    if (!this.hasEnded) return result
    for (const connection of this.#connections) breakOff(connection)
    throw new ProcessEnded('the process ends here')
  }

  /**
   * An object of which each asynchronous method is an instruction, or with `writes` each of these alone; what the methods of
   * `atOnce` answer at once is none.
   */
  mortal<T extends object>(
    target: T,
    atOnce: readonly (keyof T & string)[] = [],
    writes?: readonly (keyof T & string)[],
  ): T {
    return new Proxy(target, {
      get: (object, name) => {
        const member: unknown = Reflect.get(object, name)
        if (typeof member !== 'function') return member
        const method = member.bind(object) as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          if ((atOnce as readonly (string | symbol)[]).includes(name)) return method(...args)
          const isCounted = writes === undefined || (writes as readonly (string | symbol)[]).includes(name)
          return this.step(async () => method(...args), { isCounted })
        }
      },
    })
  }

  /** A pool of which each query is an instruction, within a transaction or not; with `readsCount: false` those that only read are none. */
  pool(pool: Pool, { readsCount = true } = {}): Pool {
    return new Proxy(pool, {
      get: (object, name) => {
        if (name === 'query') return this.#querying(object, readsCount)
        if (name === 'connect') return () => this.#connect(object, readsCount)
        const member: unknown = Reflect.get(object, name)
        return typeof member === 'function' ? (member as AnyQuery).bind(object) : member
      },
    })
  }

  #querying(object: { query: unknown }, readsCount: boolean): AnyQuery {
    return (...args) =>
      this.step(async () => (object.query as AnyQuery).apply(object, args), {
        isCounted: readsCount || !isRead(args[0]),
      })
  }

  async #connect(pool: Pool, readsCount: boolean): Promise<PoolClient> {
    const connection = await pool.connect()
    this.#connections.add(connection)
    return new Proxy(connection, {
      get: (object, name) => {
        if (name === 'query') return this.#querying(object, readsCount)
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

/** Whether a statement leaves nothing when the process ends after it; a transaction that it begins is rolled back. */
function isRead(statement: unknown): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
  return /^\s*(select|begin|start|set|rollback)\b/i.test(text)
}

/** As the operating system does with the connections of a process that is gone: the transaction in it is rolled back. */
function breakOff(connection: PoolClient): void {
  const { connection: wire } = connection as unknown as { connection: { stream: { destroy(): void } } }
  connection.on('error', () => undefined)
  wire.stream.destroy()
}
