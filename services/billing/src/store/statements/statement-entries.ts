import { type StatementEntry, statementEntryKinds } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { type RawBuilder, sql } from 'kysely'
import {
  type CreditMovement,
  movementKind,
  referenceOf,
  signedMicros,
} from '../../domain/statements/credit-movement.ts'
import type { Tables } from '../tables.ts'
import { useCaseOfWork } from '../usage/audit-use-cases.ts'
import type { UsageSpan } from '../usage/usage-groups.ts'
import { grantMovesSql } from './credit-movements.ts'

/** Place of an entry in the order of a statement. */
export type EntryPlace = { readonly at: Date; readonly reference: string; readonly kind: string }

type EntryFilter = {
  /** Null is entries of no key. */
  readonly keyId?: string | null | undefined
  readonly useCase?: string | undefined
  readonly kinds?: readonly StatementEntry['kind'][] | undefined
}

/** An entry without the balance after it, and its place. */
type PlacedEntry = {
  readonly place: EntryPlace
  readonly entry: Omit<StatementEntry, 'balanceMicros'>
  readonly signedMicros: bigint
}

type Row = {
  entry_id: string
  at: Date
  reference: string
  kind: 'post_verification' | 'post_compile' | CreditMovement['kind']
  key_id: string | null
  use_case: string | null
  quantity: number
  micros: string
  source: CreditMovement['source'] | null
  note: string | null
}

/** Kinds of the ledger by the kind of the statement; of grants, which are bought and which are granted is told by their source. */
const ledgerKinds: Readonly<Record<StatementEntry['kind'], readonly Row['kind'][]>> = {
  verification: ['post_verification'],
  compilation: ['post_compile'],
  bought: ['grant'],
  granted: ['grant'],
  expired: ['grant_expiry'],
  refunded: ['refund_credits', 'refund_debt'],
}

/**
 * The ledger entries of an account in a span, from the place after `after`. Each branch finds by its index what comes next, and a few more
 * entries of the first one, which share its time and reference.
 */
export async function readStatementEntries(
  tx: Tx<Tables>,
  { accountId, start, end }: UsageSpan,
  { after, limit, filter = {} }: { after: EntryPlace | null; limit: number; filter?: EntryFilter },
): Promise<PlacedEntry[]> {
  const from = after?.at ?? start ?? new Date(0)
  const reference = after?.reference ?? ''
  const next = sql`limit ${limit + 4}`
  const { rows } = await sql<Row>`
    with run as (
      select run_id, coalesce(charged_at, at) as charged, key_id, use_case, compiles - included_compiles as compiles
      from usage_run
      where account_id = ${accountId} and (coalesce(charged_at, at), run_id) >= (${from}, ${reference})
        and coalesce(charged_at, at) < ${end} and fee_micros > 0
        ${keyFilter(filter)} ${useCaseFilter(filter)}
      order by coalesce(charged_at, at), run_id ${next}
    ), compiled as (
      select compile_id, at, key_id, ${useCaseOfWork} as use_case from compile_charge
      where account_id = ${accountId} and (at, compile_id) >= (${from}, ${reference}) and at < ${end}
        and amount_micros > 0 ${keyFilter(filter)}
        and ${filter.useCase === undefined ? sql`true` : sql`${useCaseOfWork} = ${filter.useCase}`}
      order by at, compile_id ${next}
    ), credited as (
      select t.id, t.kind, t.at, t.amount_micros, g.id as grant_id, g.source, g.note
      from credit_grant g join transfer t on t.grant_id = g.id and t.kind in ${sql.raw(grantMovesSql)}
      where g.account_id = ${accountId} and t.at >= ${from} and t.at < ${end}
        and ${filter.useCase === undefined && (filter.keyId ?? null) === null}
    ), entry as (
      select t.id, run.charged as at, run_id as reference, t.kind, run.key_id,
        case t.kind when 'post_verification' then run.use_case end as use_case,
        case t.kind when 'post_verification' then 1 else greatest(compiles, 1) end as quantity,
        t.amount_micros, null as source, null as note
      from run join transfer t on t.idempotency_key = run_id and t.kind in ('post_verification', 'post_compile')
      union all
      select t.id, compiled.at, compile_id, t.kind, compiled.key_id, compiled.use_case, 1, t.amount_micros, null, null
      from compiled
      join transfer t on t.idempotency_key = compile_id and t.kind in ('post_verification', 'post_compile')
      union all
      select id, at, grant_id, kind, null, null, 1, amount_micros, source, note from credited
    )
    select id::text as entry_id, at, reference, kind, key_id, use_case, quantity, amount_micros::text as micros, source, note
    from entry
    where ${afterPlace(after)} and ${kindFilter(filter)}
    order by at, reference, kind, id limit ${limit}`.execute(tx)
  return rows.map(toEntry)
}

function afterPlace(after: EntryPlace | null): RawBuilder<unknown> {
  if (after === null) return sql`true`
  return sql`(at, reference, kind) > (${after.at}, ${after.reference}, ${after.kind})`
}

function keyFilter({ keyId }: EntryFilter): RawBuilder<unknown> {
  return keyId === undefined ? sql`` : sql`and key_id is not distinct from ${keyId}`
}

function useCaseFilter({ useCase }: EntryFilter): RawBuilder<unknown> {
  return useCase === undefined ? sql`` : sql`and use_case = ${useCase}`
}

function kindFilter({ kinds, useCase }: EntryFilter): RawBuilder<unknown> {
  if (kinds === undefined && useCase === undefined) return sql`true`
  // Of a run with a use case, the verification alone: its compilations have none.
  const named = (kinds ?? statementEntryKinds).filter(
    (kind) => useCase === undefined || kind === 'verification',
  )
  const ledger = [...new Set(named.flatMap((kind) => ledgerKinds[kind]))]
  const isPack = named.flatMap((kind) => (kind === 'bought' ? [true] : kind === 'granted' ? [false] : []))
  const bought = sql`(kind <> 'grant' or (source like 'pack%') = any(${isPack}::boolean[]))`
  return sql`kind = any(${ledger}) and ${bought}`
}

function toEntry(row: Row): PlacedEntry {
  const micros = BigInt(row.micros)
  const { at, reference, kind } = row
  const facts = { at: at.toISOString(), entryId: row.entry_id, keyId: row.key_id, useCase: row.use_case }
  const place = { at, reference, kind }
  if (kind === 'post_verification' || kind === 'post_compile') {
    const amountMicros = String(-micros)
    const { quantity } = row
    const unitMicros = String(micros / BigInt(quantity))
    const shown = kind === 'post_verification' ? 'verification' : 'compilation'
    return {
      place,
      signedMicros: -micros,
      entry: { ...facts, kind: shown, reference, quantity, unitMicros, amountMicros },
    }
  }
  const movement = {
    kind,
    source: row.source ?? 'operator',
    note: row.note ?? '',
    grantId: reference,
    micros,
  }
  const signed = signedMicros(movement)
  return {
    place,
    signedMicros: signed,
    entry: {
      ...facts,
      kind: movementKind(movement),
      reference: referenceOf(movement),
      quantity: 1,
      unitMicros: String(micros),
      amountMicros: String(signed),
    },
  }
}
