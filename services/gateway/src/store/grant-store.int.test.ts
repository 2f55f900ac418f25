import { createDatabase, inTransaction } from '@outturn/postgres/typed'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHasher } from '../auth/token-hash.ts'
import { type OpenGateway, openGateway, testPepper } from '../testing/open-gateway.ts'
import { assertKnownPepper } from './key-pepper.ts'
import { keepGrant, type NewGrant } from './grant-store.ts'
import type { Db, Tables } from './tables.ts'

const spoolId = 'spl_000000000000000000000001'
let gateway: OpenGateway
let db: Db

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  db = createDatabase<Tables>(gateway.pool('production'))
})
afterAll(() => gateway?.close())

function grant(digit: string): NewGrant {
  return {
    id: `inv_${digit.repeat(24)}`,
    token_hash: digit.repeat(64),
    account_id: 'acc_000000000000000000000001',
    spool_id: spoolId,
    party_id: 'pty_000000000000000000000001',
    label: '',
    created_at: new Date('2026-01-02T03:04:05Z'),
    expires_at: new Date('2026-01-02T03:19:05Z'),
  }
}

/** Settles when some transaction of this database waits for another. */
async function untilOneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await gateway.pool('demo').query(waiting)).rowCount === 0);
}

test('an invitation waits for one that is being made, and then ends it', async () => {
  const kept = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const first = inTransaction(db, async (tx) => {
    await keepGrant(tx, grant('1'))
    kept.resolve()
    await mayCommit.promise
  })
  await kept.promise
  const second = inTransaction(db, (tx) => keepGrant(tx, grant('2')))
  await Promise.race([second, untilOneWaits()])
  mayCommit.resolve()
  await Promise.all([first, second])
  const open = await db.selectFrom('key_grant').select('id').where('revoked_at', 'is', null).execute()
  expect(open).toEqual([{ id: grant('2').id }])
})

test('an environment starts with the key pepper that it was first started with, and with no other', async () => {
  const now = new Date('2026-01-02T03:04:05Z')
  // The gateway of this test has noted its own.
  await assertKnownPepper(db, tokenHasher(testPepper), now)
  const another = tokenHasher('another pepper of forty characters, or so')
  await expect(assertKnownPepper(db, another, now)).rejects.toThrow(
    'OUTTURN_KEY_PEPPER is not the key pepper',
  )
  await assertKnownPepper(db, tokenHasher(testPepper), now)
})
