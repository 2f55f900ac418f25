import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Choices } from '../e2e/walk/random.ts'
import type { System } from '../system/running-system.ts'

const victims = [
  ...['billing', 'billing', 'billing', 'gateway', 'spool', 'verification', 'signing', 'postgres', 'nats'],
  'nats emptied',
]

/** Ends a process of the system every so often, until `signal` says that it is enough; how often each was ended. */
export async function killOnAndOn(
  system: System,
  choices: Choices,
  everyMs: number,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const kills: Record<string, number> = {}
  for (;;) {
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return kills
    const victim = choices.pick(victims)
    const { replaced } = system.kill(victim === 'nats emptied' ? 'nats' : victim)
    const store = join(system.home, 'nats')
    if (victim === 'nats emptied') renameSync(store, `${store}-lost-${Date.now()}`)
    await replaced()
    kills[victim] = (kills[victim] ?? 0) + 1
  }
}
