import { createPool, type Pool } from '@outturn/postgres'
import { countOf, readOptions } from '../../system/read-options.ts'
import { median } from '../statistics.ts'
import { openBenchLog, openBenchSchema } from './bench-log.ts'
import { openBenchPostgres } from './bench-postgres.ts'
import { describeMachine, figure, print, printTable, type Row } from './bench-table.ts'

// What the transparency log costs as it grows: the real store in a Postgres of its own, which keeps what it acknowledges.

const usage = `Usage: npm run bench:log -- [--leaves NUMBER]

  --leaves NUMBER  the largest log that is measured, of 1000, 100000 and 1000000 leaves; by default all three
  --help           show this
`
const most = countOf(usage, readOptions(usage, { leaves: { type: 'string', default: '1000000' } }).leaves)
const sizes = [1_000, 100_000, 1_000_000].filter((size) => size <= most)
const schema = 'log_growth'
/** Leaves that are left at once, and that an append is measured over. */
const portion = 20_480
const turns = 50

const server = await openBenchPostgres()
try {
  const pool = await openBenchSchema(server.url, schema)
  print(`${await describeMachine(pool)} CPU is that of Node and Postgres together.\n`)
  printTable(await measureAll(pool))
  await pool.end()
} finally {
  await server.stop()
}

async function measureAll(pool: Pool): Promise<Row[]> {
  const table: Row[] = []
  for (const size of sizes) table.push(await measure(pool, size))
  return table
}

async function measure(pool: Pool, size: number): Promise<Row> {
  const log = await openBenchLog(pool)
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
       '{"digest":"%s","kind":"receipt","subject":"%s"}',
       encode(sha256(n::text::bytea), 'hex'), encode(sha256(('ocr_' || n)::bytea), 'hex'))
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
  const postgresBefore = await server.cpuMs()
  for (let turn = 0; turn < count; turn += 1) {
    await before(turn)
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    await work(turn)
    ms.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(cpuBefore)
    nodeUs += user + system
  }
  return { ms, cpuMs: (nodeUs / 1_000 + (await server.cpuMs()) - postgresBefore) / count }
}
