import { type Pool, query, statement } from '@outturn/postgres'
import { dueAt } from '../domain/lifecycle/timers.ts'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'
import type { Spool } from '../domain/lifecycle/spool.ts'
import { invitedAccounts } from './save-spool-statement.ts'

/** Everything that one command writes when it makes a Spool. */
export type CreatedSpoolRows = {
  commandId: string
  command: string
  bodyDigest: string
  /** Exact bytes of the reply. */
  reply: string
  spool: Spool
  salt: Uint8Array
  history: ChainedEntry[]
}

const createStatement = statement(
  'create_spools',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    command_id text, command text, body_digest text, reply text, spool_id text, share_id text, account_id text,
    version integer, agreement json, standing json, salt text, at timestamptz, due_at timestamptz, accounts json,
    history json)
), claimed as (
  insert into command_log (command_id, command, body_digest, reply, created_at, completed_at)
  select command_id, command, body_digest, reply, at, at from item
  on conflict do nothing
  returning command_id
), fresh as (
  select item.* from item join claimed using (command_id)
), new_spool as (
  insert into spool
    (id, share_id, account_id, version, agreement, standing, salt, created_at, updated_at, due_at)
  select spool_id, share_id, account_id, version, agreement, standing, decode(salt, 'base64'), at, at, due_at
  from fresh
), new_accounts as (
  insert into spool_account (account_id, spool_id, created_at)
  select a.account_id, spool_id, at from fresh, json_array_elements_text(accounts) as a(account_id)
), new_history as (
  insert into spool_history (spool_id, seq, body)
  select spool_id, h.seq, h.body from fresh, json_array_elements_text(history) with ordinality as h(body, seq)
)
select command_id from claimed`,
)

function toRow(created: CreatedSpoolRows) {
  const { spool } = created
  return {
    command_id: created.commandId,
    command: created.command,
    body_digest: created.bodyDigest,
    reply: created.reply,
    spool_id: spool.id,
    share_id: spool.shareId,
    account_id: spool.accountId,
    version: spool.version,
    agreement: spool.agreement,
    standing: spool.state,
    salt: Buffer.from(created.salt).toString('base64'),
    at: spool.createdAt,
    due_at: dueAt(spool),
    accounts: invitedAccounts(spool),
    history: created.history.map((entry) => JSON.stringify(entry)),
  }
}

/**
 * Claims each command id with its reply and writes its Spool, in one statement. Answers, in order, whether the claim was
 * won; a lost claim has written nothing.
 */
export async function createSpools(pool: Pool, created: readonly CreatedSpoolRows[]): Promise<boolean[]> {
  // A batch may hold the same command twice; only its first appearance can win.
  const distinct = new Map(created.toReversed().map((each) => [each.commandId, toRow(each)]))
  const rows = await query<{ command_id: string }>(pool, createStatement, [
    JSON.stringify([...distinct.values()]),
  ])
  const won = new Set(rows.map((row) => row.command_id))
  return created.map(({ commandId }) => won.delete(commandId))
}
