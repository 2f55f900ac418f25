import {
  type BatchBytes,
  bytesAt,
  isAmong,
  outboxColumnNames,
  outboxColumns,
  type Statement,
  statement,
  textAt,
} from '@outturn/postgres'
import { dueAt } from '../domain/lifecycle/timers.ts'
import type { Spool } from '../domain/model/spool.ts'
import { changedDiscrepancies } from './casework/discrepancy-part.ts'
import { BareReply, type KeptReply } from './kept-reply.ts'
import { isOpen, toRunRow } from './run-process.ts'
import { toStoredState } from './stored-state.ts'
import type { CommitOrigin, NewEvidence, SpoolCommit } from './spool-commit.ts'
import { newClaims, replacedClaims } from './casework/claim-parts.ts'
import { newDispute, newDisputeText } from './casework/dispute-parts.ts'
import { newMail, newReview, reviewDecision } from './casework/review-parts.ts'
import { newMatch } from './casework/match-part.ts'
import type { CommitPart, WaveOf } from './casework/commit-part.ts'
import { withdrawnContents, withdrawnReplies } from './retention/withdrawal-parts.ts'

type PartName =
  | 'agreement'
  | 'new_spool'
  | 'next_version'
  | 'new_accounts'
  | 'new_history'
  | 'new_evidence'
  | 'first_contents'
  | 'more_contents'
  | 'new_outbox'
  | 'new_run'
  | 'new_dispute'
  | 'new_claims'
  | 'replaced_claims'
  | 'new_dispute_text'
  | 'discrepancies'
  | 'new_match'
  | 'withdrawn_contents'
  | 'withdrawn_replies'
  | 'new_review'
  | 'review_decision'
  | 'new_mail'
  | 'completed'

/** What a wave of commits writes: its parts, and its kinds of origin. */
export type WaveParts = WaveOf<PartName>

const insertedOutbox = outboxColumnNames
  .split(', ')
  .map((name) => `o.${name}`)
  .join(', ')

/** Where the long texts of the items are. */
const bytesParameter = '$2'
const longText = (place: string) => textAt(bytesParameter, place)

const parts: Record<PartName, CommitPart<PartName>> = {
  // It can be large and changes seldom: most commits move the state alone.
  agreement: {
    isIn: ({ before, spool }) => spool.agreement !== before?.agreement,
    columns: 'agreement json',
    rowOf: ({ spool }) => ({ agreement: spool.agreement }),
    sql: null,
  },
  new_spool: {
    isIn: ({ before }) => before === null,
    columns: 'share_id text, account_id text, created_at timestamptz, salt text',
    rowOf: (commit) => ({
      created_at: commit.spool.createdAt,
      share_id: commit.spool.shareId,
      account_id: commit.spool.accountId,
      salt: 'salt' in commit ? Buffer.from(commit.salt).toString('base64') : null,
    }),
    sql: `insert into spool
        (id, share_id, account_id, version, agreement, standing, salt, created_at, updated_at, due_at)
      select spool_id, share_id, account_id, version, agreement, standing, decode(salt, 'base64'), created_at, updated_at,
        due_at
      from won where expected_version is null`,
  },
  next_version: {
    isIn: ({ before }) => before !== null,
    columns: '',
    rowOf: () => ({}),
    sql: (wave) => `update spool as s set standing = won.standing, version = won.version,
        ${wave.parts.includes('agreement') ? 'agreement = coalesce(won.agreement, s.agreement),' : ''}
        updated_at = won.updated_at, due_at = won.due_at
      from won where s.id = won.spool_id`,
  },
  new_accounts: {
    isIn: (commit) => newAccounts(commit).length > 0,
    columns: 'accounts json',
    rowOf: (commit) => ({
      accounts: newAccounts(commit).map((accountId) => ({
        account_id: accountId,
        created_at: commit.spool.createdAt,
      })),
    }),
    sql: `insert into spool_account (account_id, spool_id, created_at)
      select a.account_id, spool_id, a.created_at
      from won, json_to_recordset(accounts) as a(account_id text, created_at timestamptz)
      on conflict do nothing`,
  },
  new_history: {
    isIn: ({ history }) => history.length > 0,
    columns: 'history integer[], history_from integer',
    rowOf: ({ history }, bytes) => ({
      history: history.map((entry) => bytes.add(JSON.stringify(entry))),
      history_from: (history[0]?.seq ?? 1) - 1,
    }),
    sql: `insert into spool_history (spool_id, seq, body)
      select spool_id, history_from + h.n, ${longText('h.place')}
      from won, unnest(history) with ordinality as h(place, n)`,
  },
  new_evidence: {
    isIn: ({ evidence }) => evidence !== undefined,
    columns: 'evidence json, evidence_from integer',
    rowOf: ({ evidence }) => ({ evidence: evidence?.items, evidence_from: evidence?.from }),
    sql: `insert into evidence (spool_id, ordinal, item)
      select spool_id, evidence_from + e.n, e.item
      from won, json_array_elements(evidence) with ordinality as e(item, n)`,
  },
  first_contents: {
    isIn: ({ before, evidence }) => before === null && evidence !== undefined,
    columns: 'first_contents json',
    rowOf: ({ evidence }, bytes) => ({ first_contents: contentsOf(evidence, bytes) }),
    sql: `insert into evidence_content (spool_id, content_digest, content)
      select spool_id, c.digest, ${longText('c.place')} from won, json_to_recordset(first_contents) as c(digest text, place integer)`,
  },
  more_contents: {
    isIn: ({ before, evidence }) => before !== null && evidence !== undefined,
    columns: 'more_contents json',
    rowOf: ({ evidence }, bytes) => ({ more_contents: contentsOf(evidence, bytes) }),
    // A Spool holds each content once, in the form that came first. The check costs too much where there is none yet.
    sql: `insert into evidence_content (spool_id, content_digest, content)
      select spool_id, c.digest, ${longText('c.place')} from won, json_to_recordset(more_contents) as c(digest text, place integer)
      on conflict do nothing`,
  },
  new_outbox: {
    isIn: ({ outbox }) => outbox.length > 0,
    columns: 'outbox json',
    rowOf: ({ outbox }) => ({ outbox }),
    sql: `insert into outbox (${outboxColumnNames})
      select ${insertedOutbox} from won, json_to_recordset(outbox) as o(${outboxColumns})`,
  },
  new_run: {
    isIn: ({ opens = null }) => opens !== null,
    columns: `opened_run text, run_account_id text, run_command_id text, nonce text, run_history_seq integer,
      run_history_hash text, requested_at timestamptz,
      lease_until timestamptz, unclaimed_after timestamptz, run_kind text, asked_by json, attempt integer, evidence_count integer, correction json, run_decided json`,
    rowOf: ({ opens = null }) => (opens === null ? {} : toRunRow(opens)),
    sql: `insert into verification_process
        (run_id, spool_id, account_id, command_id, state, nonce, history_seq, history_hash, requested_at, lease_until,
         unclaimed_after, kind, asked_by, attempt, evidence_count, correction, decided)
      select opened_run, spool_id, run_account_id, run_command_id, 'requested', nonce, run_history_seq, run_history_hash,
        requested_at, lease_until, unclaimed_after, run_kind, asked_by, attempt, evidence_count, correction, run_decided
      from won where opened_run is not null`,
  },
  new_dispute: newDispute,
  new_claims: newClaims,
  replaced_claims: replacedClaims,
  new_dispute_text: newDisputeText,
  discrepancies: changedDiscrepancies,
  new_match: newMatch,
  withdrawn_contents: withdrawnContents,
  withdrawn_replies: withdrawnReplies,
  new_review: newReview,
  review_decision: reviewDecision,
  new_mail: newMail,
  completed: {
    isIn: ({ origin }) => origin.kind === 'run',
    columns:
      'completes text, run_reply integer, packed_run_reply integer, bare_run_reply integer, receipt_of text, is_refusal boolean',
    rowOf: ({ origin }, bytes) =>
      origin.kind === 'run'
        ? {
            completes: origin.commandId,
            ...runReply(origin.reply, bytes),
            is_refusal: origin.reply.isRefusal,
          }
        : {},
    sql: `update command_log as c set reply = ${longText('won.run_reply')},
        packed_reply = ${bytesAt(bytesParameter, 'won.packed_run_reply')},
        bare_reply = ${longText('won.bare_run_reply')}, receipt_of = won.receipt_of, is_refusal = won.is_refusal, completed_at = won.at
      from won where c.command_id = won.completes`,
  },
}

/** How an origin is recorded, once: the `with` part that yields the key of every item which is the first with it. */
type Gate = {
  columns: string
  rowOf(origin: CommitOrigin, bytes: BatchBytes): object
  /** For the items that are `ready` as far as their Spools go. Null where being current is enough. */
  sql: ((ready: string) => string) | null
  isFirst: string
}

/** Whether the Spool of an item is at the version that was read. */
const isCurrent = isAmong('item.n', 'select n from current')

const gates: Record<CommitOrigin['kind'], Gate> = {
  command: {
    columns:
      'command_id text, command text, body_digest text, reply integer, bare_reply integer, reply_receipt_of text, is_kept boolean',
    rowOf: (origin, bytes) =>
      origin.kind === 'command'
        ? {
            command_id: origin.commandId,
            command: origin.command,
            body_digest: origin.bodyDigest,
            ...commandReply(origin.reply, bytes),
            is_kept: origin.isKept,
          }
        : {},
    sql: (ready) => `insert into command_log
        (command_id, command, body_digest, reply, bare_reply, receipt_of, is_kept, created_at, completed_at)
      select command_id, command, body_digest, ${longText('reply')}, ${longText('bare_reply')}, reply_receipt_of, is_kept, at,
        case when reply is not null or bare_reply is not null then at end
      from item where command_id is not null and ${ready} order by command_id
      on conflict do nothing
      returning command_id`,
    isFirst: isAmong('command_id', 'select command_id from by_command'),
  },
  event: {
    columns: 'event_id uuid',
    rowOf: (origin) => (origin.kind === 'event' ? { event_id: origin.eventId } : {}),
    sql: (ready) => `insert into inbox (event_id)
      select event_id from item where event_id is not null and ${ready} order by event_id
      on conflict do nothing
      returning event_id`,
    isFirst: isAmong('event_id', 'select event_id from by_event'),
  },
  run: {
    columns: 'run_id text, run_state text, verified_run json',
    rowOf: (origin) =>
      origin.kind === 'run'
        ? { run_id: origin.runId, run_state: origin.state, verified_run: origin.verifiedRun }
        : {},
    sql: (ready) => `update verification_process as p
      set state = item.run_state, finished_at = item.at, verified_run = item.verified_run
      from item
      where p.run_id = item.run_id and ${isOpen('p')} and ${ready}
      returning p.run_id`,
    isFirst: isAmong('run_id', 'select run_id from by_run'),
  },
  timer: {
    columns: 'is_timer boolean',
    rowOf: ({ kind }) => ({ is_timer: kind === 'timer' }),
    sql: null,
    isFirst: `is_timer and ${isCurrent}`,
  },
}

const partNames = Object.keys(parts) as PartName[]
const gateNames = Object.keys(gates) as CommitOrigin['kind'][]

export function partsOf(wave: readonly SpoolCommit[]): WaveParts {
  return {
    parts: partNames.filter((name) => wave.some((commit) => parts[name].isIn(commit))),
    gates: gateNames.filter((name) => wave.some(({ origin }) => origin.kind === name)),
  }
}

/** A commit as an item of the statement; its long texts go to `bytes`. */
export function commitRow(commit: SpoolCommit, n: number, bytes: BatchBytes): object {
  const { before, spool, origin, at } = commit
  return Object.assign(
    {
      n,
      spool_id: spool.id,
      expected_version: before?.version ?? null,
      version: spool.version,
      standing: toStoredState(spool.state),
      updated_at: spool.updatedAt,
      due_at: dueAt(spool),
      at,
    },
    gates[origin.kind].rowOf(origin, bytes),
    ...partNames.filter((name) => parts[name].isIn(commit)).map((name) => parts[name].rowOf(commit, bytes)),
  )
}

const statements = new Map<string, Statement>()

/**
 * The one statement that writes Spools, with the parts that a wave needs: a part without rows would cost about as much as
 * one with rows. Each combination in use is prepared once on a connection.
 */
export function commitStatement(wave: WaveParts): Statement {
  const bits = (all: readonly string[], some: readonly string[]) =>
    all.map((name) => (some.includes(name) ? '1' : '0')).join('')
  const name = `commit_spools_${bits(gateNames, wave.gates)}_${bits(partNames, wave.parts)}`
  const known = statements.get(name)
  if (known !== undefined) return known
  const made = statement(name, commitText(wave))
  statements.set(name, made)
  return made
}

function commitText(wave: WaveParts): string {
  const makes = wave.parts.includes('new_spool')
  const changes = wave.parts.includes('next_version')
  // As far as their Spools go, new ones may be written and those at the version that was read.
  const ready = changes ? (makes ? `(expected_version is null or ${isCurrent})` : isCurrent) : 'true'
  const columns = [
    'n integer, spool_id text, expected_version integer, version integer, standing json',
    'updated_at timestamptz, due_at timestamptz, at timestamptz',
    ...wave.gates.map((name) => gates[name].columns),
    ...wave.parts.map((name) => parts[name].columns).filter((list) => list !== ''),
  ]
  const withParts = [
    `item as (select * from json_to_recordset($1::json) as x(${columns.join(', ')}))`,
    // A wave may have no long text, and a parameter must have a type all the same.
    `beside as (select ${bytesParameter}::bytea[])`,
    // In the order of their ids, so that two waves which share some Spools cannot deadlock.
    ...(changes
      ? [
          `current as (
            select item.n from spool as s join item on s.id = item.spool_id and s.version = item.expected_version
            order by s.id for update of s)`,
        ]
      : []),
    ...wave.gates.flatMap((name) => {
      const { sql } = gates[name]
      return sql === null ? [] : [`by_${name} as (${sql(ready)})`]
    }),
    `won as (${wave.gates.map((name) => `select * from item where ${gates[name].isFirst}`).join(' union all ')})`,
    ...wave.parts.flatMap((name) => {
      const { sql } = parts[name]
      return sql === null ? [] : [`${name} as (${typeof sql === 'string' ? sql : sql(wave)})`]
    }),
  ]
  return `with ${withParts.join(', ')}
    select n, true as is_won from won${changes ? ' union all select n, false from current' : ''}`
}

function commandReply(reply: string | BareReply | null, bytes: BatchBytes): object {
  if (reply === null) return {}
  if (typeof reply === 'string') return { reply: bytes.add(reply) }
  return { bare_reply: bytes.add(reply.text), reply_receipt_of: reply.runId }
}

function runReply(reply: KeptReply, bytes: BatchBytes): object {
  const place = bytes.add(reply.text)
  if (reply instanceof BareReply) return { bare_run_reply: place, receipt_of: reply.runId }
  return typeof reply.text === 'string' ? { run_reply: place } : { packed_run_reply: place }
}

function contentsOf(evidence: NewEvidence | undefined, bytes: BatchBytes): object[] | undefined {
  return evidence?.contents.map(({ digest, text }) => ({ digest, place: bytes.add(text) }))
}

function newAccounts({ before, spool }: SpoolCommit): string[] {
  const known = before === null ? [] : invitedAccounts(before)
  return invitedAccounts(spool).filter((accountId) => !known.includes(accountId))
}

/** Accounts that act for a party without having made the Spool. */
function invitedAccounts({ agreement, accountId: creator }: Spool): string[] {
  return agreement.parties.flatMap(({ accountId }) =>
    accountId === null || accountId === creator ? [] : [accountId],
  )
}
