import { setTimeout as pause } from 'node:timers/promises'
import { listDeadLetters, listWaitingCharges, readTrialBalance, serviceNames } from '@outturn/contracts'
import { sendOnceTo } from '../e2e/api.ts'
import type { Operator } from '../system/operator.ts'
import type { SystemFile } from '../system/running-system.ts'
import { startAttacker } from './attacker.ts'
import type { Attack } from './attacks.ts'
import { countDeadlocks } from './deadlocks.ts'
import { type Experience, experienceDuring, percentile } from './bystanders.ts'
import { untilNoRunIsOpen } from './evaluations.ts'
import { type Readings, readMeters } from './meters.ts'

/** One part of a siege, and what it was like for everyone else. */
export interface Phase extends Experience {
  readonly name: string
  readonly meters: Readings
}

export interface Siege {
  readonly resting: Readings
  /** The first is of the bystanders alone. */
  readonly phases: readonly Phase[]
}

export interface SiegePlan {
  readonly attacks: readonly Pick<Attack, 'name'>[]
  /** How long each phase goes on at least, the attack being repeated: the p99 of a few calls is the slowest of them. */
  readonly phaseMs: number
  readonly scale: number
  /** Whether each attack is also tried by itself. */
  readonly oneByOne: boolean
  /** How long a bystander waits for a verdict, ms. */
  readonly deadlineMs: number
  readonly endsAt: number
}

const accounts = 10

/** Ten accounts work while a hostile one tries each of these attacks, and then all at once, until `endsAt` at least once. */
export async function besiege(
  system: SystemFile,
  operator: Operator,
  { attacks, phaseMs, scale, oneByOne, deadlineMs, endsAt }: SiegePlan,
): Promise<Siege> {
  // A refusal for load counts in the time until the verdict, and bystanders wait as it asks.
  const send = sendOnceTo(system)
  const open = async () => (await operator.openAccount({ included: 1_000_000 })).apiKey
  const bystanders = { send, deadlineMs, keys: await Promise.all(Array.from({ length: accounts }, open)) }
  const attacker = await startAttacker()
  const order = { system: { base_url: system.base_url }, key: await open(), scale }
  const attack = async ({ name }: Pick<Attack, 'name'>, until: number) => {
    do await attacker.attack({ name, ...order })
    while (Date.now() < until)
  }
  const phases: Phase[] = []
  const during = async (name: string, work: () => Promise<unknown>) => {
    await untilNoRunIsOpen(system, Date.now() + heldForMs)
    await readMeters(system)
    const experience = await experienceDuring(bystanders, work)
    phases.push({ name, ...experience, meters: await readMeters(system) })
  }
  // The first calls load code and open connections.
  await experienceDuring(bystanders, () => pause(1_000))
  const resting = await readMeters(system)
  await during('alone', () => pause(phaseMs))
  try {
    do {
      if (oneByOne) {
        for (const each of attacks) await during(each.name, () => attack(each, Date.now() + phaseMs))
      }
      const until = Date.now() + phaseMs
      await during('all at once', () => Promise.all(attacks.map((each) => attack(each, until))))
    } while (Date.now() < endsAt)
  } finally {
    await attacker.stop()
  }
  return { resting, phases }
}

/** What must be nothing once it is over: work that was lost, money that does not add up or is still held, and transactions that met in opposite orders. */
export async function whatIsLeft(system: SystemFile, operator: Operator): Promise<Record<string, unknown>> {
  const { sumMicros, openReservations } = await untilNothingIsHeld(operator)
  const letters = await Promise.all(
    serviceNames.map(async (service) => (await operator.send(listDeadLetters(service), {})).length),
  )
  const waiting = await operator.send(listWaitingCharges, {})
  return {
    deadLetters: letters.reduce((sum, count) => sum + count, 0),
    ledgerSum: sumMicros,
    holds: openReservations,
    waitingCharges: waiting.length,
    deadlocks: await countDeadlocks(system),
  }
}

/** Settings of billing: what was reserved for a run that was then not opened, as its caller was told, is given back while one waits. */
export const givesBackSoon = { OUTTURN_RESERVATION_CHECK_MS: '5000', OUTTURN_RESERVATION_GIVE_UP_MS: '30000' }

/** Runs go on after their callers were told to ask again, for minutes where others keep the processor busy; their charges follow by moments. */
export const heldForMs = 240_000

async function untilNothingIsHeld(operator: Operator) {
  const giveUpAt = Date.now() + heldForMs
  for (;;) {
    const books = await operator.send(readTrialBalance, {})
    if (books.openReservations === 0 || Date.now() > giveUpAt) return books
    await pause(500)
  }
}

/** One line for each phase: calls, p99 and its ratio to that of the bystanders alone, and what processes were like. */
export function toLines({ phases }: Siege): string[] {
  const [alone] = phases
  const p99Alone = percentile(alone?.tookMs ?? [], 0.99)
  return phases.map(({ name, tookMs, failures, repeated, meters }) => {
    const p99 = percentile(tookMs, 0.99)
    const processes = Object.entries(meters).map(
      ([process, { loopDelayMs, memoryBytes }]) =>
        `${process} ${loopDelayMs.toFixed(0)} ms ${(memoryBytes / 1_048_576).toFixed(0)} MiB`,
    )
    const times = `p99 ${p99.toFixed(0)} ms (× ${(p99 / p99Alone).toFixed(1)})`
    const counts = [...Map.groupBy(repeated, (said) => said)].map(
      ([said, { length }]) => `${length} × “${said}”`,
    )
    const calls = `${tookMs.length} calls, ${failures.length} failed, sent again: ${counts.join(', ') || 'none'}`
    return `${name}: ${calls}, ${times}; ${processes.join(', ')}`
  })
}
