import {
  abandonSpool,
  acceptSpool,
  createSpool,
  type Principal,
  spoolRunFailed,
  submitEvidence,
  verifySpool,
} from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { fixedClock, type TestDatabase, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenSpool, openSpool } from '../testing/open-spool.ts'

// Deadlines cross the bus as times of day, so the clock stands still near the real one.
const clock = fixedClock(new Date())
const hex = (n: number) => n.toString(16).padStart(24, '0')
const account = (n: number): Principal => ({
  kind: 'account',
  accountId: `acc_${hex(n)}`,
  accountName: `Account ${n}`,
  accountKind: 'org',
  keyId: `key_${hex(n)}`,
  scope: 'full',
})
const [buyer, provider] = [account(1), account(2)]

let database: TestDatabase
let nats: TestNats
let spools: OpenSpool

beforeAll(async () => {
  database = await testDatabase()
  nats = await testNats()
  spools = await openSpool({ databaseUrlOf: database.urlOf, natsUrl: nats.url, clock })
})
afterAll(async () => {
  await spools?.close()
  await nats?.stop()
  await database?.drop()
})
beforeEach(() => {
  spools.neighbours.afterReserving = async () => {}
})

/** An accepted Spool with something to judge. */
async function delivered(): Promise<string> {
  const { id, conditions } = await spools.send(
    createSpool,
    {
      request: {
        parties: [
          { role: 'buyer', kind: 'org', display_name: 'Acme', account_id: `acc_${hex(1)}` },
          { role: 'provider', kind: 'agent', display_name: 'LeadBot', account_id: `acc_${hex(2)}` },
        ],
        value: { amount_cents: 200, currency: 'USD' },
        deliverable: { type: 'leads', title: 'Leads', description: 'Two leads', attributes: {} },
        terms: [{ text: 'Two leads with email.', provenance: { source: 'freeform' } }],
        conditions: [
          {
            description: 'Two rows.',
            required: true,
            verification_method: 'deterministic',
            deterministic_check: { checker: 'row_count', expected: 2 },
          },
        ],
      },
    },
    buyer,
  )
  await spools.send(acceptSpool, { spoolId: id, request: {} }, provider)
  const request = {
    condition_id: conditions[0]?.id ?? '',
    type: 'dataset' as const,
    source: 'crm',
    metadata: { rows: [{ email: 'a@example.com' }] },
  }
  await spools.send(submitEvidence, { spoolId: id, request }, provider)
  return id
}

function verify(spoolId: string, commandId: string, principal = buyer) {
  return spools.send(verifySpool, { spoolId, request: {} }, principal, { commandId })
}

/** Accounts that are given back what was reserved for the run of this command. */
async function givenBack(commandId: string): Promise<string[]> {
  const { rows } = await spools.pool.query<{ body: string }>(
    `select body from outbox where subject like '%' || $1 and body like '%' || $2 || '%'`,
    [spoolRunFailed.name, derivedId('run', commandId)],
  )
  return rows.map(({ body }) => (JSON.parse(body) as { accountId: string }).accountId)
}

test('what was reserved for a run that another change forestalled is given back', async () => {
  const spoolId = await delivered()
  spools.neighbours.afterReserving = async () => {
    spools.neighbours.afterReserving = async () => {}
    await spools.send(abandonSpool, { spoolId }, provider)
  }
  await expect(verify(spoolId, 'forestalled')).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await givenBack('forestalled')).toEqual([`acc_${hex(1)}`])
})

test('of parties that verify at once one opens the run, and only that reservation stays', async () => {
  const spoolId = await delivered()
  spools.neighbours.afterReserving = async () => {
    spools.neighbours.afterReserving = async () => {}
    await verify(spoolId, 'first', provider)
  }
  await verify(spoolId, 'second')
  expect([await givenBack('first'), await givenBack('second')]).toEqual([[], []])

  let isOpen = () => {}
  const opened = new Promise<void>((resolve) => (isOpen = resolve))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  spools.neighbours.beforeResult = async () => {
    isOpen()
    await finished
  }
  const started: Promise<unknown>[] = []
  spools.neighbours.afterReserving = async () => {
    spools.neighbours.afterReserving = async () => {}
    started.push(verify(spoolId, 'third', provider))
    await opened
  }
  await expect(verify(spoolId, 'fourth')).rejects.toMatchObject({ code: 'store_conflict' })
  finish()
  await Promise.all(started)
  expect([await givenBack('third'), await givenBack('fourth')]).toEqual([[], [`acc_${hex(1)}`]])
})

test('the reservation of a command that is repeated while its run is open stays', async () => {
  const spoolId = await delivered()
  spools.neighbours.afterReserving = async () => {
    spools.neighbours.afterReserving = async () => {}
    await verify(spoolId, 'repeated')
  }
  await verify(spoolId, 'repeated')
  expect(await givenBack('repeated')).toEqual([])
})
