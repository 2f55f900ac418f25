import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { startSystem, type System } from '../system/running-system.ts'
import { attacks } from './attacks.ts'
import { readEvaluations } from './evaluations.ts'
import { besiege, givesBackSoon, heldForMs, type Siege, toLines, whatIsLeft } from './siege.ts'

// Every attack at once, small. `npm run exhaustion -- --minutes 30` also tries each by itself, goes on, larger, and holds times
// and memory to their bars, which a machine that is busy with other tests cannot.

let system: System
let operator: Operator
let siege: Siege

beforeAll(async () => {
  // Bystanders and attackers share an address here; accounts have quotas of their own.
  system = await startSystem('spread', {
    gateway: { RATE_QUOTA: '1000000' },
    billing: givesBackSoon,
  })
  operator = await connectOperator(system.file())
  const plan = { attacks, oneByOne: false, phaseMs: 1_000, scale: 0.5, deadlineMs: 90_000, endsAt: 0 }
  siege = await besiege(system.file(), operator, plan)
  process.stdout.write(`${toLines(siege).join('\n')}\n`)
}, 900_000)
afterAll(async () => {
  await operator?.close()
  await system?.stop()
})

test('no hostile request costs another account a verdict', () => {
  expect(siege.phases.map(({ name, failures }) => [name, failures])).toEqual([
    ['alone', []],
    ['all at once', []],
  ])
  expect(siege.phases.every(({ tookMs }) => tookMs.length > 0)).toBe(true)
})

test('nor a message or a cent, and nothing stays held', { timeout: heldForMs + 60_000 }, async () => {
  expect(await whatIsLeft(system.file(), operator)).toEqual({
    deadLetters: 0,
    ledgerSum: '0',
    holds: 0,
    waitingCharges: 0,
    deadlocks: 0,
  })
})

test('no run is judged twice', { timeout: heldForMs + 60_000 }, async () => {
  const { recorded, repeated, runs } = await readEvaluations(system.file(), Date.now() + heldForMs)
  expect(runs).toBeGreaterThan(10)
  expect(recorded).toBeLessThanOrEqual(runs)
  // And each was told, so that the count above leaves none out.
  expect(recorded + repeated).toBeGreaterThanOrEqual(runs)
})
