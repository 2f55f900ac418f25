import { type Pool, query, statement } from '@outturn/postgres'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'
import type { Evidence, Spool } from '../domain/lifecycle/spool.ts'
import type { RunProcess } from './verification-process-row.ts'

/** Everything that one accepted one-call command writes before any work is done for it. */
export type AgreedCommand = {
  commandId: string
  command: string
  bodyDigest: string
  spool: Spool
  salt: Uint8Array
  evidence: readonly Evidence[]
  /** Content by digest, as the text of an EvidenceContent. */
  contents: readonly { readonly digest: string; readonly text: string }[]
  history: ChainedEntry[]
  process: RunProcess
}

const claimAndAgreeStatement = statement(
  'claim_and_agree',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    command_id text, command text, body_digest text, spool_id text, share_id text, account_id text, version integer,
    agreement json, standing json, salt text, at timestamptz,
    evidence json, contents json, history json,
    run_id text, nonce text, lease_until timestamptz)
), claimed as (
  insert into command_log (command_id, command, body_digest, is_kept, created_at)
  select command_id, command, body_digest, true, at from item
  on conflict do nothing
  returning command_id
), fresh as (
  select item.* from item join claimed using (command_id)
), new_spool as (
  insert into spool (id, share_id, account_id, version, agreement, standing, salt, created_at, updated_at)
  select spool_id, share_id, account_id, version, agreement, standing, decode(salt, 'base64'), at, at from fresh
), new_evidence as (
  insert into evidence (spool_id, ordinal, item)
  select spool_id, e.ordinal, e.item from fresh, json_array_elements(evidence) with ordinality as e(item, ordinal)
), new_content as (
  insert into evidence_content (spool_id, content_digest, content)
  select spool_id, c.digest, c.text from fresh, json_to_recordset(contents) as c(digest text, text text)
), new_history as (
  insert into spool_history (spool_id, seq, body)
  select spool_id, h.seq, h.body from fresh, json_array_elements_text(history) with ordinality as h(body, seq)
), new_process as (
  insert into verification_process
    (run_id, spool_id, account_id, command_id, state, nonce, requested_at, lease_until)
  select run_id, spool_id, account_id, command_id, 'requested', nonce, at, lease_until from fresh
)
select command_id from claimed`,
)

function toRow(command: AgreedCommand) {
  const { spool, process } = command
  return {
    command_id: command.commandId,
    command: command.command,
    body_digest: command.bodyDigest,
    spool_id: spool.id,
    share_id: spool.shareId,
    account_id: spool.accountId,
    version: spool.version,
    agreement: spool.agreement,
    standing: spool.state,
    salt: Buffer.from(command.salt).toString('base64'),
    at: spool.createdAt,
    evidence: command.evidence,
    contents: command.contents,
    history: command.history.map((entry) => JSON.stringify(entry)),
    run_id: process.runId,
    nonce: process.nonce,
    lease_until: process.leaseUntil,
  }
}

/**
 * Claims each command id and writes its Spool, evidence, history and process, all in one statement. Answers, in order,
 * whether the claim was won; a lost claim has written nothing.
 */
export async function claimAndAgree(pool: Pool, commands: readonly AgreedCommand[]): Promise<boolean[]> {
  // A batch may hold the same command twice; only its first appearance can win.
  const distinct = new Map(commands.toReversed().map((command) => [command.commandId, toRow(command)]))
  const rows = await query<{ command_id: string }>(pool, claimAndAgreeStatement, [
    JSON.stringify([...distinct.values()]),
  ])
  const won = new Set(rows.map((row) => row.command_id))
  return commands.map((command) => won.delete(command.commandId))
}
