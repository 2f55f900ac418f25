import { createPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { randomIds } from '@outturn/service'
import { patientPool, type TestDatabase } from '@outturn/testkit'
import { afterAll } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import type { Tables } from '../store/tables.ts'

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const legTtlSeconds = 3_600
export const grantSettings: SettlementDeps['grantSettings'] = {
  caps: { spoolCents: 100_000n, accountCents: 1_000_000n, deploymentCents: 10_000_000n },
  ttlSeconds: 86_400,
  graceSeconds: 86_400,
  explorerUrl: 'https://explorer.example',
}

/** What receipts attest, by their ids. */
export type Attested = Map<string, { spoolId: string; earnedCents: bigint }>

/** What one process of the service uses, over the database of a test file; no lane is open but those that `changes` name. */
export function openDeps(
  database: TestDatabase,
  attested: Attested,
  changes: Partial<SettlementDeps>,
  seen: (pool: Pool) => Pool = (pool) => pool,
): SettlementDeps {
  const opened = createPool({
    connectionString: database.urlOf('outturn_settlement'),
    schema: 'settlement',
    applicationName: 'settlement-test',
    max: 4,
    ...patientPool,
  })
  afterAll(() => opened.end())
  const pool = seen(opened)
  return {
    environment: 'production',
    pool,
    db: createDatabase<Tables>(pool),
    relay: { publish: () => undefined, stop: async () => undefined } as unknown as SettlementDeps['relay'],
    ids: randomIds,
    clock: { now: () => new Date() },
    log: quiet,
    chain: null,
    cards: null,
    cardAccounts: null,
    grants: null,
    grantSettings,
    pilotAccounts: null,
    legTtlSeconds,
    bumpAfterMs: 30_000,
    maxFeePerGas: 100_000_000_000n,
    readAttested: async (receiptId) => {
      const found = attested.get(receiptId)
      if (found === undefined) throw new Error(`there is no attestation of ${receiptId}`)
      return found
    },
    isReceiptActive: async () => true,
    isHeldByCase: async () => false,
    ...changes,
  }
}
