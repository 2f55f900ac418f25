import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
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
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const [cpu] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  print(
    `${cpus().length} cores of ${cpu?.model}, Node ${process.versions.node}, Postgres ${rows[0]?.version},`,
  )
  print(`load average ${load} at the start. CPU is that of Node and Postgres together.\n`)
  printTable(await measureAll(pool))
  await pool.end()
} finally {
  await server.stop()
}

type Row = Readonly<Record<string, string>>

async function measureAll(pool: Pool): Promise<Row[]> {
  const table: Row[] = []
  for (const size of sizes) table.push(await measure(pool, size))
  return table
}

async function measure(pool: Pool, size: number): Promise<Row> {
  const log = await openLog(pool)
  let appended: Series = { ms: [], cpuMs: Number.NaN }
  let portionSize = 1
  for (let at = await countLeaves(pool); at < size; at = await countLeaves(pool)) {
    portionSize = Math.min(portion, size - at)
    await leaveReceipts(pool, at, portionSize)
    appended = await series(1, () => log.sequence())
  }
  // A log grows over months, so autovacuum has long seen to what was filled here in a minute.
  await vacuum()
  const alone = await series(turns, () => log.sequence(), {
    before: (turn) => leaveReceipts(pool, size + turn, 1),
  })
  let bytes = 0
  const proofs = await series(turns * 4, async (turn) => {
    const proof = await log.prove(receiptIdAt(Math.floor((turn / (turns * 4)) * size)))
    bytes = proof?.length ?? 0
  })
  return {
    leaves: String(size),
    'append µs/leaf': figure((median(appended.ms) * 1_000) / portionSize),
    'CPU µs/leaf': figure((appended.cpuMs * 1_000) / portionSize),
    'one leaf ms': figure(median(alone.ms)),
    'CPU ms': figure(alone.cpuMs),
    'proof ms': figure(median(proofs.ms)),
    'CPU ms ': figure(proofs.cpuMs),
    'proof bytes': String(bytes),
    'stored bytes/leaf': ((await storedBytes(pool)) / (await countLeaves(pool))).toFixed(0),
  }
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

async function vacuum(): Promise<void> {
  const patient = createPool({
    connectionString: server.url,
    schema,
    applicationName: 'log-growth vacuum',
    statementTimeoutMs: 600_000,
  })
  await patient.query('vacuum analyze log_pending, log_entry, log_tile, log_checkpoint')
  await patient.end()
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

/** Time of each turn, and the mean CPU time of one. */
type Series = { readonly ms: readonly number[]; readonly cpuMs: number }

async function series(
  count: number,
  work: (turn: number) => Promise<unknown>,
  { before = async () => {} }: { before?: (turn: number) => Promise<unknown> } = {},
): Promise<Series> {
  const ms: number[] = []
  let nodeUs = 0
  const postgresBefore = postgresCpuMs()
  for (let turn = 0; turn < count; turn += 1) {
    await before(turn)
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    await work(turn)
    ms.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(cpuBefore)
    nodeUs += user + system
  }
  return { ms, cpuMs: (nodeUs / 1_000 + postgresCpuMs() - postgresBefore) / count }
}

/**
 * CPU time of Postgres so far; NaN where it is not ours or the machine does not say. Linux counts ended children with their
 * parent, in ticks of a hundredth of a second.
 */
function postgresCpuMs(): number {
  const { pid } = server
  if (pid === undefined || process.platform !== 'linux') return Number.NaN
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    const [parent, ...times] = [fields[1], ...fields.slice(11, 15)].map(Number)
    if (Number(name) === pid) ticks += times.reduce((sum, time) => sum + time, 0)
    else if (parent === pid) ticks += (times[0] ?? 0) + (times[1] ?? 0)
  }
  return ticks * 10
}

/** The fields of a process behind its name, which may hold spaces; none for one that has ended. */
function statOf(name: string): string[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function median(sample: readonly number[]): number {
  return sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? Number.NaN
}

function figure(value: number): string {
  return Number.isNaN(value) ? '?' : value.toPrecision(3)
}

function printTable(table: readonly Row[]): void {
  const names = Object.keys(table[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...table.map((row) => row[name]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
  print(line(names))
  for (const row of table) print(line(names.map((name) => row[name] ?? '')))
}

async function openServer(): Promise<{ url: string; pid?: number; stop(): Promise<void> }> {
  const source = await findPostgres()
  if (source.kind === 'url') return { url: source.url, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'outturn-log-growth-'))
  const dataDir = join(folder, 'postgres')
  const running = await startPostgres({ binaries: source, dataDir, password: 'growth' })
  return {
    url: running.url,
    pid: running.pid,
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
