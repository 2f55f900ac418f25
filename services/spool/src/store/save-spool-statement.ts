import { type OutboxRow, type Pool, query, statement } from '@outturn/postgres'
import { dueAt } from '../domain/lifecycle/timers.ts'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'
import type { Evidence, Spool } from '../domain/lifecycle/spool.ts'
import { tellWon, toldColumns, toToldRow } from './told-rows.ts'
import type { RunRequest, RunProcess } from './verification-process-row.ts'

/** A run on a Spool that exists already: for whom its reply is made, and how many items of the evidence it judges. */
export type AskedProcess = RunProcess & { request: RunRequest }

/** Everything that one command writes when it changes a Spool. */
export type SavedSpool = {
  commandId: string
  command: string
  bodyDigest: string
  /** Exact bytes of the reply; null when the process that is opened here will make it. */
  reply: string | null
  /** The Spool that was read; it is written only where it still has that version. */
  before: Spool
  spool: Spool
  history: ChainedEntry[]
  /** New items, and how many the Spool had before. */
  evidence: Evidence[]
  evidenceFrom: number
  contents: { digest: string; text: string }[]
  outbox: OutboxRow[]
  process: AskedProcess | null
  at: string
}

export type SaveResult = 'won' | 'version_conflict' | 'already_claimed'

// Spools are locked in the order of their ids, so that two batches which share some of them cannot deadlock.
const saveStatement = statement(
  'save_spools',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    command_id text, command text, body_digest text, reply text, spool_id text, expected_version integer,
    version integer, agreement json, standing json, updated_at timestamptz, due_at timestamptz, accounts json,
    evidence json, evidence_from integer, contents json, ${toldColumns},
    run_id text, account_id text, nonce text, requested_at timestamptz, lease_until timestamptz, asked_by json,
    attempt integer, evidence_count integer, correction json, at timestamptz)
), current as (
  select item.command_id from spool as s join item on s.id = item.spool_id and s.version = item.expected_version
  order by s.id for update of s
), claimed as (
  insert into command_log (command_id, command, body_digest, reply, created_at, completed_at)
  select command_id, command, body_digest, reply, at, case when reply is not null then at end
  from item join current using (command_id)
  on conflict do nothing
  returning command_id
), won as (
  select item.* from item join claimed using (command_id)
), moved as (
  update spool as s set agreement = coalesce(won.agreement, s.agreement), standing = won.standing, version = won.version,
    updated_at = won.updated_at, due_at = won.due_at
  from won where s.id = won.spool_id
), new_accounts as (
  insert into spool_account (account_id, spool_id, created_at)
  select a.account_id, won.spool_id, s.created_at
  from won join spool as s on s.id = won.spool_id, json_array_elements_text(accounts) as a(account_id)
  on conflict do nothing
), new_evidence as (
  insert into evidence (spool_id, ordinal, item)
  select spool_id, evidence_from + e.n, e.item
  from won, json_array_elements(evidence) with ordinality as e(item, n)
), new_content as (
  insert into evidence_content (spool_id, content_digest, content)
  select distinct on (spool_id, c.digest) spool_id, c.digest, c.text
  from won, json_to_recordset(contents) as c(digest text, text text)
  on conflict do nothing
), ${tellWon}, new_process as (
  insert into verification_process
    (run_id, spool_id, account_id, command_id, state, nonce, requested_at, lease_until, kind, asked_by, attempt,
     evidence_count, correction)
  select run_id, spool_id, account_id, command_id, 'requested', nonce, requested_at, lease_until,
    case when correction is null then 'verify' else 'supersede' end, asked_by, attempt, evidence_count, correction
  from won where run_id is not null
)
select item.command_id, claimed.command_id is not null as is_won, current.command_id is not null as is_current
from item left join current using (command_id) left join claimed using (command_id)`,
)

function toRow(saved: SavedSpool) {
  const { before, spool, process, history } = saved
  return {
    command_id: saved.commandId,
    command: saved.command,
    body_digest: saved.bodyDigest,
    reply: saved.reply,
    spool_id: spool.id,
    expected_version: before.version,
    version: spool.version,
    // It can be large and changes seldom: most actions move the standing alone.
    agreement: spool.agreement === before.agreement ? null : spool.agreement,
    standing: spool.state,
    updated_at: spool.updatedAt,
    due_at: dueAt(spool),
    accounts: invitedAccounts(spool),
    evidence: saved.evidence,
    evidence_from: saved.evidenceFrom,
    contents: saved.contents,
    ...toToldRow(history, saved.outbox),
    run_id: process?.runId ?? null,
    account_id: process?.accountId ?? null,
    nonce: process?.nonce ?? null,
    requested_at: process?.requestedAt ?? null,
    lease_until: process?.leaseUntil ?? null,
    asked_by: process?.request.askedBy ?? null,
    attempt: process?.request.attempt ?? null,
    evidence_count: process?.request.evidenceCount ?? null,
    correction: process?.request.correction ?? null,
    at: saved.at,
  }
}

/** Accounts that act for a party without having made the Spool. */
export function invitedAccounts(spool: Spool): string[] {
  return spool.agreement.parties.flatMap(({ accountId }) =>
    accountId === null || accountId === spool.accountId ? [] : [accountId],
  )
}

/**
 * Claims each command id with its reply and writes its change, in one statement, where the Spool still has the version
 * that was read. Answers each in order; whatever is not `won` has written nothing.
 */
export async function saveSpools(pool: Pool, changes: readonly SavedSpool[]): Promise<SaveResult[]> {
  const results = new Map<SavedSpool, SaveResult>()
  let waiting = [...changes]
  while (waiting.length > 0) {
    const { wave, rest } = nextWave(waiting)
    for (const [change, result] of await saveWave(pool, wave)) results.set(change, result)
    waiting = rest
  }
  return changes.map((change) => results.get(change) as SaveResult)
}

/** Two changes of one Spool were decided on the same version, and one statement would see it unchanged for both. */
function nextWave(changes: readonly SavedSpool[]): { wave: SavedSpool[]; rest: SavedSpool[] } {
  const spools = new Set<string>()
  const wave: SavedSpool[] = []
  const rest: SavedSpool[] = []
  for (const change of changes) {
    if (spools.has(change.spool.id)) rest.push(change)
    else wave.push(change)
    spools.add(change.spool.id)
  }
  return { wave, rest }
}

async function saveWave(pool: Pool, wave: readonly SavedSpool[]): Promise<[SavedSpool, SaveResult][]> {
  const rows = await query<{ command_id: string; is_won: boolean; is_current: boolean }>(
    pool,
    saveStatement,
    [JSON.stringify(wave.map(toRow))],
  )
  const byCommand = new Map(rows.map((row) => [row.command_id, row]))
  return wave.map((change) => {
    const row = byCommand.get(change.commandId)
    if (row?.is_won === true) return [change, 'won']
    return [change, row?.is_current === true ? 'already_claimed' : 'version_conflict']
  })
}
