import type { GrantLimits } from '@outturn/contracts'
import { type Pool, query, type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { type Selectable, sql } from 'kysely'
import type { OpenGrants } from '../domain/grants/grant-limits.ts'
import type { Revocation, SettlementGrant } from '../domain/grants/settlement-grant.ts'
import type { GrantPlace } from '../domain/grants/spend-permission.ts'
import type { SettlementGrantTable, Tables } from './tables.ts'

/** A grant with the manager and chain that it was asked for on. */
export type StoredGrant = SettlementGrant & { readonly network: Pick<GrantPlace, 'chainId' | 'manager'> }

const ofSpool = statement(
  'settlement_grants_of_spool',
  'select * from settlement_grant where spool_id = $1 order by generation',
)

/** All that was asked for of a Spool, the first one first. */
export async function readGrants(pool: Pool, spoolId: string): Promise<StoredGrant[]> {
  const rows = await query<Selectable<SettlementGrantTable>>(pool, ofSpool, [spoolId])
  return rows.map(fromRowGrant)
}

const lastEnd = statement(
  'settlement_grant_last_end',
  'select max(ends_at) as ends_at from settlement_grant where spool_id = $1 and granted_at is not null and revoked_at is null',
)

/** When the last of the grants of a Spool ends that were given and not revoked; null where there is none. */
export async function lastGrantEnd(pool: Pool, spoolId: string): Promise<string | null> {
  const [row] = await query<{ ends_at: Date | null }>(pool, lastEnd, [spoolId])
  return row?.ends_at?.toISOString() ?? null
}

const propose = statement(
  'settlement_grant_propose',
  `insert into settlement_grant
     (permission_hash, spool_id, account_id, generation, chain_id, manager, permission, allowance_cents, ends_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
)

/** Notes what is asked for of a Spool, once for each generation; what another process noted first stays. */
export async function proposeGrant(
  pool: Pool,
  { permissionHash, spoolId, accountId, generation, permission, allowanceCents, network }: StoredGrant,
  now: Date,
): Promise<void> {
  const endsAt = new Date(Number(permission.end) * 1_000)
  const { chainId, manager } = network
  await query(pool, propose, [
    permissionHash,
    spoolId,
    accountId,
    generation,
    chainId,
    manager,
    JSON.stringify(permission),
    allowanceCents,
    endsAt,
    now,
  ])
}

/** Keeps other processes from counting grants, and from changing what bounds them, until this transaction ends. */
export async function lockGrantCount(tx: Tx<Tables>): Promise<void> {
  await tx.selectFrom('grant_count_lock').selectAll().forUpdate().execute()
}

/** What is granted, and neither at its end, revoked nor settled, of an account and of all; without this Spool. */
export async function countOpenGrants(
  tx: Tx<Tables>,
  { accountId, spoolId }: Pick<SettlementGrant, 'accountId' | 'spoolId'>,
  now: Date,
): Promise<OpenGrants> {
  const { rows } = await sql<{ account: string; deployment: string }>`
    with open as (
      select distinct on (g.spool_id) g.account_id, g.allowance_cents
      from settlement_grant as g
      where g.granted_at is not null and g.revoked_at is null and g.ends_at > ${now} and g.spool_id <> ${spoolId}
        and not exists (
          select from settlement as s
          where s.spool_id = g.spool_id
            and (s.is_void or exists (select from leg as l where l.settlement_id = s.id and l.state = 'paid'))
        )
      order by g.spool_id, g.generation desc
    )
    select coalesce(sum(allowance_cents) filter (where account_id = ${accountId}), 0)::text as account,
      coalesce(sum(allowance_cents), 0)::text as deployment
    from open`.execute(tx)
  const [row] = rows
  return { accountCents: BigInt(row?.account ?? 0), deploymentCents: BigInt(row?.deployment ?? 0) }
}

/** Records how a permission was granted; false where it was granted before. */
export async function recordGranted(
  tx: Tx<Tables>,
  { permissionHash, signature, approvalTransaction }: SettlementGrant,
  now: Date,
): Promise<boolean> {
  const made = await tx
    .updateTable('settlement_grant')
    .set({ signature, approval_transaction: approvalTransaction, granted_at: now })
    .where('permission_hash', '=', permissionHash)
    .where('granted_at', 'is', null)
    .returning('permission_hash')
    .executeTakeFirst()
  return made !== undefined
}

/** A grant under which nothing will be paid, and how many transactions were sent to give it back. */
export type UnusedGrant = StoredGrant & {
  readonly tries: number
  /** Whether that stays so: false where only a payment says so that a reorganisation of the chain may still drop. */
  readonly mayBeReleased: boolean
}

// Every cause below is permanent, except a payment that is not final yet. Replicas claim different grants.
const takeUnused = statement(
  'settlement_grants_take_unused',
  `with unused as (
     select g.permission_hash,
       coalesce(s.is_void or s.is_closed or s.mode = 'direct_eip3009', false)
         or exists (
           select from leg as l
           where l.settlement_id = s.id and l.kind = 'seller' and l.state = 'paid'
             and (l.block_state is null or l.block_state = 'final')
         )
         or (s.receipt_id is null and exists (select from closed_spool as c where c.spool_id = g.spool_id))
         or exists (
           select from settlement_grant as later
           where later.spool_id = g.spool_id and later.generation > g.generation and later.granted_at is not null
         ) as may_be_released
     from settlement_grant as g left join settlement as s on s.spool_id = g.spool_id
     where g.granted_at is not null and not g.is_revocation_final and (g.look_at is null or g.look_at <= $1)
       and (g.ends_at > $1 or g.revoked_at is not null)
       and g.chain_id = $4 and g.manager = $5
       and (
         g.revoked_at is not null or s.is_void or s.is_closed or s.mode = 'direct_eip3009'
         or exists (select from leg as l where l.settlement_id = s.id and l.kind = 'seller' and l.state = 'paid')
         or (s.receipt_id is null and exists (select from closed_spool as c where c.spool_id = g.spool_id))
         or exists (
           select from settlement_grant as later
           where later.spool_id = g.spool_id and later.generation > g.generation and later.granted_at is not null
         )
       )
     order by g.ends_at limit $3 for update of g skip locked
   )
   update settlement_grant as g set look_at = $2 from unused where g.permission_hash = unused.permission_hash
   returning g.*, unused.may_be_released,
     (select count(*)::int from tx_slot as t where t.permission_hash = g.permission_hash) as tries`,
)

/**
 * Grants on this chain under which nothing will be paid, and that may be in force there: their Spool was voided, closed, paid otherwise
 * or ended uncommitted, or a later grant took their place. They are looked at again at `again`, unless that is changed.
 */
export async function takeUnusedGrants(
  pool: Pool,
  { chainId, manager }: StoredGrant['network'],
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<UnusedGrant[]> {
  type Row = Selectable<SettlementGrantTable> & { tries: number; may_be_released: boolean }
  const rows = await query<Row>(pool, takeUnused, [now, again, limit, chainId, manager])
  return rows.map((row) => ({
    ...fromRowGrant(row),
    tries: row.tries,
    mayBeReleased: row.may_be_released,
  }))
}

const lookLater = statement(
  'settlement_grant_look_later',
  'update settlement_grant set look_at = $2 where permission_hash = $1',
)

/** Leaves an unused grant alone until then. */
export async function postponeRelease(
  pool: Pool,
  { permissionHash }: Pick<SettlementGrant, 'permissionHash'>,
  until: Date,
): Promise<void> {
  await query(pool, lookLater, [permissionHash, until])
}

const revokers = statement(
  'settlement_grant_revokers',
  `select v.hash as transaction, 'release' as by
   from tx_slot as t join tx_version as v using (signer, chain_id, nonce) where t.permission_hash = $1
   union
   select l.transaction, 'payment' as by
   from settlement_grant as g join settlement as s on s.spool_id = g.spool_id join leg as l on l.settlement_id = s.id
   where g.permission_hash = $1 and l.kind = 'seller' and l.state = 'paid'`,
)

/** The transactions of this service that may have revoked a grant: its releases, and the payment of its Spool. */
export function readRevokers(
  pool: Pool,
  { permissionHash }: Pick<SettlementGrant, 'permissionHash'>,
): Promise<{ transaction: string; by: 'payment' | 'release' }[]> {
  return query(pool, revokers, [permissionHash])
}

const revoke = statement(
  'settlement_grant_revoked',
  `update settlement_grant set revoked_at = $2, revoked_by = $3, revoked_in = $4
   where permission_hash = $1 and revoked_at is null`,
)

/** Records that a block that counts revoked a permission; what was recorded first stays. */
export async function recordRevocation(
  pool: Pool,
  { permissionHash }: Pick<SettlementGrant, 'permissionHash'>,
  { at, by, transaction }: Revocation,
): Promise<void> {
  await query(pool, revoke, [permissionHash, at, by, transaction])
}

const finish = statement(
  'settlement_grant_revocation_final',
  'update settlement_grant set is_revocation_final = true where permission_hash = $1 and revoked_at is not null',
)

/** Notes that the chain keeps the revocation of a permission. */
export async function finishRevocation(
  pool: Pool,
  { permissionHash }: Pick<SettlementGrant, 'permissionHash'>,
): Promise<void> {
  await query(pool, finish, [permissionHash])
}

const drop = statement(
  'settlement_grant_revocation_drop',
  `update settlement_grant set revoked_at = null, revoked_by = null, revoked_in = null
   where permission_hash = $1 and not is_revocation_final`,
)

/** Forgets a revocation that the chain no longer has. */
export async function dropRevocation(
  pool: Pool,
  { permissionHash }: Pick<SettlementGrant, 'permissionHash'>,
): Promise<void> {
  await query(pool, drop, [permissionHash])
}

const noLimits: GrantLimits = {
  isPaused: false,
  spoolCapCents: null,
  accountCapCents: null,
  deploymentCapCents: null,
}

type LimitRow = {
  is_paused: boolean
  spool_cap_cents: bigint | null
  account_cap_cents: bigint | null
  deployment_cap_cents: bigint | null
}

const lastLimit = statement('grant_limit_last', 'select * from grant_limit order by n desc limit 1')

/** What bounds new grants as operators set it last. */
export async function readGrantLimits(runner: Runner): Promise<GrantLimits> {
  const [row] = await runner<LimitRow>(lastLimit, [])
  if (row === undefined) return noLimits
  const cents = (value: bigint | null) => (value === null ? null : Number(value))
  return {
    isPaused: row.is_paused,
    spoolCapCents: cents(row.spool_cap_cents),
    accountCapCents: cents(row.account_cap_cents),
    deploymentCapCents: cents(row.deployment_cap_cents),
  }
}

const addLimit = statement(
  'grant_limit_add',
  `insert into grant_limit
     (is_paused, spool_cap_cents, account_cap_cents, deployment_cap_cents, changed_by, reason, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

export async function recordGrantLimits(
  runner: Runner,
  limits: GrantLimits,
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<void> {
  const { isPaused, spoolCapCents, accountCapCents, deploymentCapCents } = limits
  await runner(addLimit, [isPaused, spoolCapCents, accountCapCents, deploymentCapCents, by, reason, now])
}

function fromRowGrant(row: Selectable<SettlementGrantTable>): StoredGrant {
  return {
    permissionHash: row.permission_hash,
    spoolId: row.spool_id,
    accountId: row.account_id,
    generation: row.generation,
    permission: row.permission,
    allowanceCents: row.allowance_cents,
    signature: row.signature,
    approvalTransaction: row.approval_transaction,
    revocation: revocationOf(row),
    network: { chainId: row.chain_id, manager: row.manager },
  }
}

function revocationOf(row: Selectable<SettlementGrantTable>): Revocation | null {
  const { revoked_at: at, revoked_by: by, revoked_in: transaction, is_revocation_final: isFinal } = row
  if (at === null || by === null) return null
  if (by === 'account') return { at, by, transaction: null, isFinal }
  if (transaction === null) throw new Error(`grant ${row.permission_hash} was revoked by no transaction`)
  return { at, by, transaction, isFinal }
}
