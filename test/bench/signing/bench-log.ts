import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEd25519Signer } from '@outturn/canonical/node'
import { createPool, migrate, type Pool } from '@outturn/postgres'
import { createLog } from '@outturn/service'
import {
  createLogFloorKeeper,
  createTransparencyLog,
  floorFilesIn,
  signingMigrations,
  type TransparencyLog,
} from '@outturn/signing/benchmarked'

/** An empty schema with the tables of signing, in place of one of the same name. */
export async function openBenchSchema(connectionString: string, schema: string): Promise<Pool> {
  const pool = createPool({ connectionString, schema, applicationName: schema })
  await pool.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  await migrate({ connectionString, schema, runtimeRole: 'postgres', directory: signingMigrations })
  return pool
}

/** The log of that schema, under a published key. */
export async function openBenchLog(pool: Pool): Promise<TransparencyLog> {
  const signer = createEd25519Signer(new Uint8Array(32).fill(1))
  const clock = { now: () => new Date() }
  const log = createLog('signing', { level: 'error' })
  const files = floorFilesIn(await mkdtemp(join(tmpdir(), 'outturn-bench-floor-')), 'production')
  const keptLog = createTransparencyLog({
    pool,
    environment: 'production',
    publicUrl: 'https://outturn.example',
    signer: () => ({ ...signer, sign: async (text) => signer.sign(text) }),
    slug: 'outturn',
    floor: createLogFloorKeeper({ pool, environment: 'production', files, clock, log }),
    countedKeyIds: () => [signer.keyId],
    clock,
    log,
  })
  // The start reads the ring for the keys of the log, so the key that signs here must be in it.
  await pool.query(
    `insert into signing_key (key_id, purpose, public_key, status, not_before, registered_at, signs_from)
     values ($1, 'log', $2, 'active', now(), now(), now()) on conflict do nothing`,
    [signer.keyId, Buffer.from(signer.publicKey).toString('base64url')],
  )
  await keptLog.start()
  return keptLog
}
