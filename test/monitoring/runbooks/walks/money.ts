import { readdirSync, readFileSync } from 'node:fs'
import { connectOperator } from '../../../system/operator.ts'
import { signalIfThere, sql } from '../../breaking.ts'
import type { Walk } from '../walk.ts'
import type { World } from '../world.ts'

export const moneyWalks: readonly Walk[] = [
  {
    alerts: ['OutturnLedgerNotZero', 'OutturnLedgerDrift'],
    cause: 'a balance and the funds of an account were changed in Postgres',
    isSlow: true,
    withinSeconds: 800,
    async begin({ system }) {
      // An account that buys nothing meanwhile: its funds are not written again from the memory of billing.
      const operator = await connectOperator(system.file())
      const { accountId } = await operator.openAccount({ cents: 100 })
      await operator.close()
      const addToFunds = (micros: number) =>
        sql(
          system,
          `update account_funds set available_micros = available_micros + ${micros}
           where account_id = '${accountId}'`,
          'billing',
        )
      await sql(system, "insert into ledger_balance values ('a walk', 1)", 'billing')
      await addToFunds(1)
      return async () => {
        await sql(system, "delete from ledger_balance where account = 'a walk'", 'billing')
        await addToFunds(-1)
      }
    },
    async follow(book, remedy) {
      await book.command('credits books')
      await book.logLine('the ledger is wrong')
      await remedy()
    },
  },
  {
    alerts: ['OutturnPaymentLaneClosed'],
    cause: 'the node of the chain stands still',
    withinSeconds: 240,
    begin: async (world) => stopNode(world, 'payments'),
    async follow(book, remedy) {
      await book.logLine('payments by x402 are not taken')
      await remedy()
    },
  },
  {
    alerts: ['OutturnPaymentsNotCompared'],
    cause: 'the node of the chain stands still, and the last comparison was two days ago',
    withinSeconds: 400,
    async begin(world) {
      // Stopped first: a comparison between the two would end now.
      const start = stopNode(world, 'payments')
      await sql(
        world.system,
        `insert into payment_reconciliation (rail, compared_to, fingerprint, finished_at, lease_until)
         values ('x402', 0, '', now() - interval '2 days', now())
         on conflict (rail) do update set finished_at = excluded.finished_at`,
        'billing',
      )
      return async () => {
        await start()
        await mine(world)
      }
    },
    async follow(book, remedy) {
      await book.logLine('a recurring task failed')
      await remedy()
    },
  },
  {
    alerts: ['OutturnPaymentAnomaly'],
    cause: 'a record says that money came in for which nothing was asked',
    withinSeconds: 240,
    async begin({ system }) {
      await sql(
        system,
        `insert into payment_anomaly (id, rail, kind, subject, amount_micros, found_at)
         values ('pan_${'0'.repeat(24)}', 'x402', 'unclaimed', 'a walk', 1000000, now())`,
        'billing',
      )
      // The comparison finds that the chain has no such transfer and closes it.
      return async () => {}
    },
    async follow(book, remedy) {
      await remedy()
      const listed = await book.command('payments anomalies')
      if (!listed.includes('unclaimed')) throw new Error(`payments anomalies does not list it: ${listed}`)
      await book.command('payments reconcile')
    },
    apart: {
      'npm run admin -- payments show': 'the record is of no payment',
      'npm run admin -- payments refund-note': 'no money came in',
    },
  },
  {
    alerts: ['OutturnSettlementClosed'],
    cause: 'the node of the chain stands still',
    withinSeconds: 240,
    begin: async (world) => stopNode(world, 'settlement'),
    async follow(book, remedy) {
      await book.logLine('wallets cannot settle')
      await remedy()
    },
  },
]

/** Stops the chain of payments or settlement where it is. */
function stopNode({ system }: World, of: 'payments' | 'settlement'): () => Promise<void> {
  const file = system.file() as unknown as Record<typeof of, { rpc_url: string }>
  const { port } = new URL(file[of].rpc_url)
  // The node, and the shell that guards it.
  const found = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && wordsOf(pid).includes(port))
  const pids = found.filter((pid) => wordsOf(pid).some((word) => word.includes('anvil'))).map(Number)
  if (pids.length === 0) throw new Error(`no node listens on port ${port}`)
  for (const pid of pids) signalIfThere(pid, 'SIGSTOP')
  return async () => {
    for (const pid of pids) signalIfThere(pid, 'SIGCONT')
  }
}

/** A chain of tests makes blocks for transactions alone; what is compared has hundreds behind it, 900 by default. */
async function mine({ system }: World): Promise<void> {
  const file = system.file() as unknown as { payments: { rpc_url: string } }
  const call = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x400'] }
  const answer = await fetch(file.payments.rpc_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  if (!answer.ok) throw new Error(`the node answers ${answer.status}`)
}

function wordsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
