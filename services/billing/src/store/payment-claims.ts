import { type Pool, query, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { AuthorizationName, Claim, ClaimState } from '../domain/payments/claim.ts'
import { purchaseOfClaim } from './packs/pack-claims.ts'
import type { PaymentClaimTable, Tables } from './tables.ts'

type ClaimRow = Selectable<PaymentClaimTable>

/**
 * Records a claim; false where its authorization is claimed already, or another one by its command or for the same
 * open request of this payer.
 */
export async function recordClaim(tx: Tx<Tables>, claim: Claim): Promise<boolean> {
  const made = await tx
    .insertInto('payment_claim')
    .values(toRowClaim(claim))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

const byAuthorization = statement(
  'claim_by_authorization',
  'select * from payment_claim where network = $1 and asset = $2 and payer = $3 and nonce = $4',
)

/** The claim of an authorization, or null while it was not used here. */
export async function findClaim(
  pool: Pool,
  { network, asset, payer, nonce }: AuthorizationName,
): Promise<Claim | null> {
  const [row] = await query<ClaimRow>(pool, byAuthorization, [network, asset, payer, nonce])
  return row === undefined ? null : fromRowClaim(row)
}

const ofOpenRequest = statement(
  'claim_of_open_request',
  `select * from payment_claim
   where payer = $1 and network = $2 and asset = $3 and purchase = $4 and body_digest = $5
     and coalesce(owner_id, '') = coalesce($6, '') and state in ('claimed', 'worked', 'settling')`,
)

/** What a payer has begun to pay for this request and what has not ended, by whatever authorization. */
export async function findOpenClaim(
  pool: Pool,
  claim: Pick<Claim, 'authorization' | 'purchase' | 'bodyDigest' | 'ownerId'>,
): Promise<Claim | null> {
  const { authorization, purchase, bodyDigest, ownerId } = claim
  const { payer, network, asset } = authorization
  const [row] = await query<ClaimRow>(pool, ofOpenRequest, [
    payer,
    network,
    asset,
    purchase,
    bodyDigest,
    ownerId,
  ])
  return row === undefined ? null : fromRowClaim(row)
}

const byCommand = statement(
  'claim_by_command',
  `select * from payment_claim where command_id = $1 and state <> 'refused'`,
)

/** What a command has bought or is buying; null where nothing was taken for it. */
export async function findClaimOfCommand(pool: Pool, commandId: string | null): Promise<Claim | null> {
  if (commandId === null) return null
  const [row] = await query<ClaimRow>(pool, byCommand, [commandId])
  return row === undefined ? null : fromRowClaim(row)
}

const byIdentifier = statement(
  'claim_by_identifier',
  `select * from payment_claim where payer = $1 and payment_identifier = $2 and state <> 'refused'`,
)

/** What a payer has bought or is buying under an id of its own; null where nothing was taken for it. */
export async function findClaimOfIdentifier(
  pool: Pool,
  { payer, id }: { payer: string; id: string },
): Promise<Claim | null> {
  const [row] = await query<ClaimRow>(pool, byIdentifier, [payer, id])
  return row === undefined ? null : fromRowClaim(row)
}

const byId = statement('claim_by_id', 'select * from payment_claim where id = $1')

export async function readClaim(pool: Pool, id: string): Promise<Claim> {
  const [row] = await query<ClaimRow>(pool, byId, [id])
  if (row === undefined) throw new Error(`there is no payment ${id}`)
  return fromRowClaim(row)
}

/** The claim as no one else changes it until the transaction ends; null for one that does not exist. */
export async function lockClaim(tx: Tx<Tables>, id: string): Promise<Claim | null> {
  const row = await tx
    .selectFrom('payment_claim')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : fromRowClaim(row)
}

/**
 * Saves the state of a claim that this transaction has locked. What was signed goes once it cannot be used any more, and so do the
 * command and the id of one that is settled after it was refused, where another claim has bought by them meanwhile.
 */
export async function saveClaimState(
  tx: Tx<Tables>,
  id: string,
  state: ClaimState,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<void> {
  const hasEnded = state.name === 'settled' || state.name === 'refused'
  await tx
    .updateTable('payment_claim')
    .set({
      ...toRowState(state),
      ...(hasEnded && { payload: null, requirements: null }),
      ...(state.name === 'settled' && {
        command_id: commandOfOneClaim,
        payment_identifier: identifierOfOneClaim,
      }),
      lease_until: leaseUntil,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

const commandOfOneClaim = sql<string | null>`case when exists (
    select from payment_claim as other
    where other.command_id = payment_claim.command_id and other.id <> payment_claim.id and other.state <> 'refused'
  ) then null else payment_claim.command_id end`

const identifierOfOneClaim = sql<string | null>`case when exists (
    select from payment_claim as other
    where other.payer = payment_claim.payer and other.payment_identifier = payment_claim.payment_identifier
      and other.id <> payment_claim.id and other.state <> 'refused'
  ) then null else payment_claim.payment_identifier end`

/** Notes which run a payment pays for. */
export async function saveRunOfClaim(tx: Tx<Tables>, id: string, runId: string): Promise<void> {
  await tx.updateTable('payment_claim').set({ run_id: runId }).where('id', '=', id).execute()
}

const lease = statement(
  'lease_claim',
  `update payment_claim set lease_until = $3 where id = $1 and lease_until <= $2 returning id`,
)

/** Takes the settling of a claim on for one process; false while another has it. */
export async function leaseClaim(pool: Pool, id: string, now: Date, until: Date): Promise<boolean> {
  return (await query(pool, lease, [id, now, until])).length === 1
}

const endLease = statement('end_claim_lease', 'update payment_claim set lease_until = $2 where id = $1')

export async function endClaimLease(pool: Pool, id: string, now: Date): Promise<void> {
  await query(pool, endLease, [id, now])
}

const due = statement(
  'due_claims',
  `select * from payment_claim
   where (state = 'settling' and lease_until <= $1)
      or (state in ('claimed', 'worked') and lease_until <= $1 and valid_before <= $1)
   order by lease_until limit $2`,
)

/** Claims that no process works on: money that may have moved, and authorizations that have run out. */
export async function dueClaims(pool: Pool, now: Date, limit: number): Promise<Claim[]> {
  return (await query<ClaimRow>(pool, due, [now, limit])).map(fromRowClaim)
}

const counts = statement(
  'open_claims',
  `select state, count(*)::int as claims, min(created_at) as oldest from payment_claim
   where state in ('claimed', 'worked', 'settling') group by state`,
)

/** How many claims have not ended, by state, and since when the oldest is open. */
export async function countOpenClaims(
  pool: Pool,
): Promise<{ state: 'claimed' | 'worked' | 'settling'; claims: number; oldest: Date }[]> {
  return query(pool, counts)
}

function toRowClaim(claim: Claim): Insertable<PaymentClaimTable> {
  return {
    id: claim.id,
    ...claim.authorization,
    purchase: claim.purchase,
    owner_id: claim.ownerId,
    account_id: claim.accountId,
    command_id: claim.commandId,
    payment_identifier: claim.identifier,
    body_digest: claim.bodyDigest,
    signature_digest: claim.signatureDigest,
    amount_micros: claim.amountMicros,
    pay_to: claim.payTo,
    valid_before: claim.validBefore,
    since_block: claim.sinceBlock,
    ...toRowState(claim.state),
    payload: claim.signed?.payload ?? null,
    requirements: claim.signed?.requirements ?? null,
    run_id: claim.runId,
    answered_by: claim.answeredBy,
    purchase_id: claim.purchase === 'pack' ? purchaseOfClaim(claim.id) : null,
    lease_until: claim.createdAt,
    created_at: claim.createdAt,
    updated_at: claim.changedAt,
  }
}

function toRowState(state: ClaimState) {
  const settled = state.name === 'settled' ? state : null
  const refused = state.name === 'refused' ? state : null
  return {
    state: state.name,
    transaction: settled?.payment.transaction ?? null,
    block: settled?.payment.block ?? null,
    response: settled?.response ?? null,
    reason: refused?.reason ?? null,
    has_work: refused?.hasWork ?? false,
  }
}

function fromRowClaim(row: ClaimRow): Claim {
  const { network, asset, payer, nonce, payload, requirements } = row
  return {
    id: row.id,
    authorization: { network, asset, payer, nonce },
    purchase: row.purchase,
    ownerId: row.owner_id,
    accountId: row.account_id,
    commandId: row.command_id,
    identifier: row.payment_identifier,
    bodyDigest: row.body_digest,
    signatureDigest: row.signature_digest,
    amountMicros: row.amount_micros,
    payTo: row.pay_to,
    validBefore: row.valid_before,
    sinceBlock: row.since_block,
    state: fromRowState(row),
    signed: payload === null || requirements === null ? null : { payload, requirements },
    answeredBy: row.answered_by,
    runId: row.run_id,
    createdAt: row.created_at,
    changedAt: row.updated_at,
  }
}

function fromRowState({
  state,
  transaction,
  block,
  response,
  reason,
  has_work: hasWork,
}: ClaimRow): ClaimState {
  if (state === 'settled') {
    if (transaction === null || block === null || response === null)
      throw new Error('a settled claim without a payment')
    return { name: state, payment: { transaction, block }, response }
  }
  if (state === 'refused') return { name: state, reason: reason ?? 'unknown', hasWork }
  return { name: state }
}
