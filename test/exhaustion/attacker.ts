import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SystemFile } from '../system/running-system.ts'

/** What the attacker is told to try, by name; it answers with the same number when it has. */
export interface AttackOrder {
  readonly id: number
  readonly name: string
  readonly system: Pick<SystemFile, 'base_url'>
  readonly key: string
  readonly scale: number
}

/** `fault` is an answer that no request may get. */
export type AttackEnd = { readonly id: number; readonly fault: string | null }

/** The hostile caller: a process of its own, so that what its requests cost it delays no bystander's. */
export interface Attacker {
  /** Settles when the attack has been tried as far as it gets; rejects when a request got an answer that none may get. */
  attack(order: Omit<AttackOrder, 'id'>): Promise<void>
  stop(): Promise<void>
}

/** Starts the process, which ends with this one; it has made by then what it sends, as that takes a processor too. */
export async function startAttacker(): Promise<Attacker> {
  // Elsewhere it has a machine of its own; here all its threads get only what no one else wants of the processor.
  const child = fork(join(import.meta.dirname, 'attacker-main.ts'), {
    execPath: process.platform === 'linux' ? 'chrt' : 'nice',
    execArgv: [
      ...(process.platform === 'linux' ? ['--idle', '0'] : ['-n', '19']),
      process.execPath,
      ...process.execArgv,
    ],
  })
  const exited = once(child, 'exit')
  const endsUnready = exited.then(() => {
    throw new Error('the attacker ended before it was ready')
  })
  await Promise.race([once(child, 'message'), endsUnready])
  const underWay = new Map<number, PromiseWithResolvers<void>>()
  let last = 0
  child.on('message', ({ id, fault }: AttackEnd) => {
    const waiting = underWay.get(id)
    underWay.delete(id)
    if (fault === null) waiting?.resolve()
    else waiting?.reject(new Error(fault))
  })
  void exited.then(() => {
    for (const waiting of underWay.values()) waiting.reject(new Error('the attacker ended'))
  })
  return {
    attack(order) {
      last += 1
      const waiting = Promise.withResolvers<void>()
      underWay.set(last, waiting)
      child.send({ id: last, ...order } satisfies AttackOrder)
      return waiting.promise
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
