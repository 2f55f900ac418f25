import { gzipSync } from 'node:zlib'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import type { Pool } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import {
  createReceiptRecorder,
  goldenSlug,
  type Issuer,
  issueReceipt,
  numberedRun,
  type TransparencyLog,
} from '@outturn/signing/benchmarked'
import { countOf, readOptions } from '../../system/read-options.ts'
import { median } from '../statistics.ts'
import { openBenchLog, openBenchSchema } from './bench-log.ts'
import { openBenchPostgres } from './bench-postgres.ts'
import { describeMachine, figure, print, printTable, type Row } from './bench-table.ts'

// How many receipts are issued and given their place in the log, by as many callers as wait for one at a time: everything that
// signing does for a receipt, in a Postgres of its own that keeps what it acknowledges, without the bus.

const usage = `Usage: npm run bench:issue -- [--receipts NUMBER]

  --receipts NUMBER  how many each group of callers issues; by default 4000
  --help             show this
`
const receipts = countOf(
  usage,
  readOptions(usage, { receipts: { type: 'string', default: '4000' } }).receipts,
)
const callers = [1, 16, 64]

const server = await openBenchPostgres()
try {
  const pool = await openBenchSchema(server.url, 'issue_load')
  const log = await openBenchLog(pool)
  await registerKeys(pool, benchIssuer())
  print(`${await describeMachine(pool)}\n`)
  const table: Row[] = []
  // The first receipts also make plans, connections and compiled code.
  await measure({ pool, log }, { callers: 16, from: 1, count: 500 })
  for (const [turn, count] of callers.entries()) {
    const from = 1_000 + turn * receipts
    table.push(await measure({ pool, log }, { callers: count, from, count: receipts }))
  }
  printTable(table)
  await log.nudge.stop()
  await pool.end()
} finally {
  await server.stop()
}

type Load = { readonly callers: number; readonly from: number; readonly count: number }

async function measure(
  { pool, log }: { pool: Pool; log: TransparencyLog },
  { callers: many, from, count }: Load,
): Promise<Row> {
  const commands = Array.from({ length: count }, (_, index) =>
    numberedRun(from + index, { spool: from + index }),
  )
  const record = createReceiptRecorder(pool, () => ({ epoch: 0, size: 0 }))
  const issuer = benchIssuer()
  const waited: number[] = []
  const nodeBefore = process.cpuUsage()
  const postgresBefore = await server.cpuMs()
  const startedAt = performance.now()

  async function call(): Promise<void> {
    for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
      const askedAt = performance.now()
      await record(await issueReceipt(command, derivedId('attestation', command.runId), issuer))
      log.nudge()
      waited.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: many }, call))
  const issuedAt = performance.now()
  while ((await waitingLeaves(pool)) > 0) await log.sequence()
  const loggedAt = performance.now()

  const { user, system } = process.cpuUsage(nodeBefore)
  return {
    callers: String(many),
    'issued/s': perSecond(count, issuedAt - startedAt),
    'issued and logged/s': perSecond(count, loggedAt - startedAt),
    'log behind ms': (loggedAt - issuedAt).toFixed(0),
    'issue p50 ms': figure(median(waited)),
    'Node µs/receipt': figure((user + system) / count),
    'Postgres µs/receipt': figure((((await server.cpuMs()) - postgresBefore) * 1_000) / count),
  }
}

/** Receipts are stored only while their keys are active. */
async function registerKeys(pool: Pool, { receiptSigner, attestationSigner }: Issuer): Promise<void> {
  for (const [purpose, { keyId }] of Object.entries({
    receipt: receiptSigner,
    attestation: attestationSigner,
  })) {
    await pool.query(
      `insert into signing_key (key_id, purpose, public_key, status, not_before, signs_from, registered_at)
       values ($1, $2, $1, 'active', now(), now(), now())`,
      [keyId, purpose],
    )
  }
}

function benchIssuer(): Issuer {
  return {
    slug: goldenSlug,
    environment: 'demo',
    pause: async () => {},
    receiptSigner: benchSigner(11),
    attestationSigner: benchSigner(12),
    attestationTtlMs: 604_800_000,
    sha256: nodeSha256,
    pack: async (text) => gzipSync(text),
  }
}

function benchSigner(seedByte: number): Issuer['receiptSigner'] {
  const signer = createEd25519Signer(new Uint8Array(32).fill(seedByte))
  return { ...signer, sign: async (text) => signer.sign(text) }
}

async function waitingLeaves(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from log_pending')
  return rows[0]?.count ?? 0
}

function perSecond(count: number, ms: number): string {
  return ((count / ms) * 1_000).toFixed(0)
}
