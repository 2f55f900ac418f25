import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, removePostgresData, startPostgres } from '@outturn/local-servers'
import { createPool, migrate, type Pool } from '@outturn/postgres'
import { createEd25519Signer } from '@outturn/receipt-verifier/node'
import { createLog } from '@outturn/service'
import { createTransparencyLog, type TransparencyLog } from '../log/transparency-log.ts'

// What the transparency log costs as it grows: the real store in a Postgres of its own, which keeps what it acknowledges.

const { values } = parseArgs({ options: { leaves: { type: 'string', default: '1000000' } } })
const sizes = [1_000, 100_000, 1_000_000].filter((size) => size <= Number(values.leaves))
const schema = 'log_growth'
/** Leaves that are left at once, and that an append is measured over. */
const portion = 20_480
const turns = 50

const server = await openServer()
try {
  const pool = createPool({ connectionString: server.url, schema, applicationName: 'log-growth' })
  await pool.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  const directory = join(import.meta.dirname, '../store/migrations')
  await migrate({ connectionString: server.url, schema, runtimeRole: 'postgres', directory })
  const [cpu] = cpus()
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  print(
    `${cpus().length} cores of ${cpu?.model}, Node ${process.versions.node}, Postgres ${rows[0]?.version}.\n`,
  )
  print('   leaves  append µs/leaf  one leaf ms  proof p50 ms  proof p99 ms  proof bytes  stored bytes/leaf')
  for (const size of sizes) print(await measure(pool, size))
  await pool.end()
} finally {
  await server.stop()
}

async function measure(pool: Pool, size: number): Promise<string> {
  const log = await openLog(pool)
  let perLeafUs = 0
  for (let at = await countLeaves(pool); at < size; at = await countLeaves(pool)) {
    const count = Math.min(portion, size - at)
    await leaveReceipts(pool, at, count)
    perLeafUs = ((await timed(() => log.sequence())) * 1_000) / count
  }
  await pool.query('analyze log_entry, log_tile, log_checkpoint')
  const alone: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await leaveReceipts(pool, size + turn, 1)
    alone.push(await timed(() => log.sequence()))
  }
  const proofs: number[] = []
  let bytes = 0
  for (let turn = 0; turn < turns * 4; turn += 1) {
    const id = receiptIdAt(Math.floor((turn / (turns * 4)) * size))
    proofs.push(await timed(async () => (bytes = (await log.prove(id))?.length ?? 0)))
  }
  const stored = (await storedBytes(pool)) / (await countLeaves(pool))
  const figures = [perLeafUs, median(alone), median(proofs), percentile(proofs, 0.99)].map((ms) =>
    ms.toPrecision(3),
  )
  const widths = [14, 11, 12, 12, 11, 17]
  const columns = [...figures, String(bytes), stored.toFixed(0)].map((figure, at) =>
    figure.padStart(widths[at] ?? 0),
  )
  return [String(size).padStart(9), ...columns].join('  ')
}

async function openLog(pool: Pool): Promise<TransparencyLog> {
  const signer = createEd25519Signer(new Uint8Array(32).fill(1))
  const log = createTransparencyLog({
    pool,
    environment: 'production',
    publicUrl: 'https://outturn.example',
    signer: () => ({ ...signer, sign: async (text) => signer.sign(text) }),
    clock: { now: () => new Date() },
    log: createLog('signing', { level: 'error' }),
  })
  // The start reads the ring for the keys of the log, so the key that signs here must be in it.
  await pool.query(
    `insert into signing_key (key_id, purpose, public_key, status, not_before, registered_at, signs_from)
     values ($1, 'log', $2, 'active', now(), now(), now()) on conflict do nothing`,
    [signer.keyId, Buffer.from(signer.publicKey).toString('base64url')],
  )
  await log.start()
  return log
}

/** Leaves of the length that those of receipts have. */
async function leaveReceipts(pool: Pool, from: number, count: number): Promise<void> {
  await pool.query(
    `insert into log_pending (kind, subject, entry)
     select 'receipt', 'ocr_' || lpad(n::text, 24, '0'), format(
       '{"kind":"receipt","receipt_digest":"%s","receipt_id":"ocr_%s","schema":"outturn/log-leaf@1","signing_key_id":"%s"}',
       encode(sha256(n::text::bytea), 'hex'), lpad(n::text, 24, '0'), repeat('0', 64))
     from generate_series($1::int, $2::int) as n`,
    [from, from + count - 1],
  )
}

function receiptIdAt(index: number): string {
  return `ocr_${String(index).padStart(24, '0')}`
}

async function countLeaves(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from log_entry')
  return rows[0]?.count ?? 0
}

async function storedBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(name))::float8 as bytes
     from unnest(array['log_entry', 'log_tile', 'log_checkpoint']::regclass[]) as name`,
  )
  return rows[0]?.bytes ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function median(sample: readonly number[]): number {
  return percentile(sample, 0.5)
}

function percentile(sample: readonly number[], share: number): number {
  return sample.toSorted((a, b) => a - b)[Math.ceil(sample.length * share) - 1] ?? Number.NaN
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const source = await findPostgres()
  if (source.kind === 'url') return { url: source.url, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'outturn-log-growth-'))
  const dataDir = join(folder, 'postgres')
  const running = await startPostgres({ binaries: source, dataDir, password: 'growth' })
  return {
    url: running.url,
    async stop() {
      await running.stop()
      await removePostgresData(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
