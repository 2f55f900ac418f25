import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { startSystem, type System } from '../system/running-system.ts'
import { attacks } from './attacks.ts'
import { readEvaluations } from './evaluations.ts'
import { besiege, givesBackSoon, heldForMs, type Siege, toLines, whatIsLeft } from './siege.ts'

// Every attack at once, small. `npm run exhaustion -- --minutes 30` also tries each by itself, goes on, larger, and holds times
// and memory to their bars, which a machine that is busy with other tests cannot.

const oneCall = {
  conditions: [{ description: 'one row', deterministic_check: { checker: 'row_count', expected: 1 } }],
  max_amount_cents: 500,
  evidence: { rows: [{ email: 'a@example.com' }] },
}

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
  const plan = { attacks, oneByOne: false, phaseMs: 500, scale: 0.2, deadlineMs: 90_000, endsAt: 0 }
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

test.each(['gateway', 'spool', 'billing'])(
  'a lone client is refused nothing after the %s stood still for three seconds',
  async (name) => {
    const { pids, base_url: baseUrl } = system.file()
    const { apiKey: key } = await operator.openAccount({ included: 10 })
    const pid = pids[name]
    if (pid === undefined) throw new Error(`there is no ${name}`)
    process.kill(pid, 'SIGSTOP')
    await pause(3_000)
    process.kill(pid, 'SIGCONT')
    const refused: unknown[] = []
    for (let n = 0; n < 10; n += 1) {
      const answer = await fetch(`${baseUrl}/api/v1/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(oneCall),
      })
      const { reason } = (await answer.json()) as { reason?: string }
      // A machine that is busy with other tests may be too slow for an answer, which is no refusal.
      if (answer.status !== 201 && reason !== 'timeout') refused.push([answer.status, reason])
    }
    expect(refused).toEqual([])
  },
)

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
