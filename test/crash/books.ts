import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { SystemFile } from '../system/running-system.ts'

/** What the tables hold of one account, counted where each service writes it. */
export interface AccountRecords {
  spools: number
  processes: number
  openProcesses: number
  runs: number
  receipts: number
  charges: number
  usage: number
  heldReservations: number
  unfinishedEvents: number
}

/** The records of an account when each of its calls has one of everything and nothing is under way any more. */
export function oneOfEach(calls: number): AccountRecords {
  const settled = { openProcesses: 0, heldReservations: 0, unfinishedEvents: 0 }
  return {
    spools: calls,
    processes: calls,
    runs: calls,
    receipts: calls,
    charges: calls,
    usage: calls,
    ...settled,
  }
}

/** Counts straight from the tables: a second Spool, run, receipt or charge could hide from the interface. */
export async function readAccountRecords(
  file: Pick<SystemFile, 'database_url_file'>,
  accountId: string,
): Promise<AccountRecords> {
  const client = new Client({ connectionString: readFileSync(file.database_url_file, 'utf8').trim() })
  await client.connect()
  try {
    const { rows } = await client.query<Record<keyof AccountRecords, number>>(recordsQuery, [accountId])
    const [records] = rows
    if (records === undefined) throw new Error('counting gave no row')
    return records
  } finally {
    await client.end()
  }
}

const recordsQuery = `
with process as (select * from spool.verification_process where account_id = $1)
select
  (select count(*)::int from spool.spool where account_id = $1) as "spools",
  (select count(*)::int from process) as "processes",
  (select count(*)::int from process where state <> 'done') as "openProcesses",
  (select count(*)::int from verification.run where spool_id in (select spool_id from process)) as "runs",
  (select count(*)::int from signing.receipt where spool_id in (select spool_id from process)) as "receipts",
  (select count(*)::int from billing.transfer
     where kind = 'post_verification' and reference in (select run_id from process)) as "charges",
  (select count(*)::int from billing.usage_run where account_id = $1) as "usage",
  (select count(*)::int from billing.reservation where account_id = $1 and state = 'held') as "heldReservations",
  (select count(*)::int from spool.outbox) + (select count(*)::int from signing.outbox) as "unfinishedEvents"`
