import { randomUUID } from 'node:crypto'
import { queueMail } from '@outturn/mail'
import { inside, inTransaction } from '@outturn/postgres/typed'
import { type Selectable, sql } from 'kysely'
import type { Db, SignInRequestTable, Tx } from '../tables.ts'
import { noteRefusedSignIn } from './audit-store.ts'
import { failedMailMs, queueWasItYou } from './notice-store.ts'
import {
  keptMs,
  limitWindowMs,
  mailsOfAddress,
  mailsOfHour,
  maxAttempts,
  maxAttemptsOfHour,
  proofsOfSession,
  requestMs,
  requestsOfClient,
} from '../../console/sign-in/sign-in-limits.ts'

export type SignInRequest = Selectable<SignInRequestTable>

type NewRequest = Pick<SignInRequest, 'kind' | 'email' | 'address_prefix'> &
  Partial<Pick<SignInRequest, 'pre_hash' | 'chain_id' | 'account_id' | 'invitation_id'>>

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Whether a client has begun so many sign-ins in the last hour that it has to wait. */
export async function isClientAtLimit(db: Db, addressPrefix: string, now: Date): Promise<boolean> {
  const { count } = await db
    .selectFrom('sign_in_request')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('address_prefix', '=', addressPrefix)
    .where('kind', '=', 'mail')
    .where('created_at', '>', before(now, limitWindowMs))
    .executeTakeFirstOrThrow()
  return Number(count) >= requestsOfClient
}

/**
 * Begins a sign-in and queues its mail. The same for every address: whether there is a person of this address is found out when the mail
 * is sent.
 */
export async function beginRequest(db: Db, request: NewRequest, now: Date): Promise<SignInRequest> {
  return inTransaction(db, async (tx) => {
    const begun = await insertRequest(tx, request, now)
    await queueMail(inside(tx), {
      id: randomUUID(),
      kind: request.kind,
      subjectId: begun.id,
      createdAt: now,
      expiresAt: begun.expires_at,
    })
    return begun
  })
}

/** A request without a mail. */
export async function insertRequest(db: Db | Tx, request: NewRequest, now: Date): Promise<SignInRequest> {
  return db
    .insertInto('sign_in_request')
    .values({
      id: randomUUID(),
      pre_hash: null,
      chain_id: null,
      account_id: null,
      invitation_id: null,
      ...request,
      created_at: now,
      expires_at: new Date(now.getTime() + requestMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findRequest(db: Db, id: string): Promise<SignInRequest | null> {
  const found = await db.selectFrom('sign_in_request').selectAll().where('id', '=', id).executeTakeFirst()
  return found ?? null
}

export async function findRequestOfBrowser(db: Db, preHash: string): Promise<SignInRequest | null> {
  const found = await db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('pre_hash', '=', preHash)
    .executeTakeFirst()
  return found ?? null
}

/** The step-up of a session that can still be finished. */
export async function findOpenStepUp(db: Db, chainId: string, now: Date): Promise<SignInRequest | null> {
  const found = await db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', maxAttempts)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Whether a request can be finished now. */
export function isOpenRequest({ used_at, expires_at, attempts }: SignInRequest, now: Date): boolean {
  return used_at === null && expires_at > now && attempts < maxAttempts
}

/**
 * Counts one try of a code, before the code is looked at, so that tries at the same time count as well. Null when the request takes no
 * more, or its address had too many in the last hour.
 */
export async function countAttempt(db: Db | Tx, requestId: string, now: Date): Promise<SignInRequest | null> {
  const counted = await db
    .updateTable('sign_in_request')
    .set((expression) => ({ attempts: expression('attempts', '+', 1), last_try_at: now }))
    .where('id', '=', requestId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', maxAttempts)
    .where(
      sql<boolean>`(
        select coalesce(sum(r.attempts), 0) from sign_in_request r
        where r.email = sign_in_request.email and r.kind = sign_in_request.kind and r.created_at > ${before(now, limitWindowMs)}
      ) < ${maxAttemptsOfHour}`,
    )
    .returningAll()
    .executeTakeFirst()
  return counted ?? null
}

/** Notes that a try was right, so that it is not taken for a wrong one. */
export async function noteRightTry(tx: Tx, requestId: string): Promise<void> {
  await tx
    .updateTable('sign_in_request')
    .set((expression) => ({ noted: expression('noted', '+', 1) }))
    .where('id', '=', requestId)
    .execute()
}

/** Requests that are noted in one turn. */
const notedAtOnce = 100

/**
 * Puts the wrong codes that are not noted yet into the audit logs of their people, and asks a person whose request ended by them whether it
 * was they. It happens behind the answers, of every replica, once for each try.
 */
export async function noteWrongTries(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ email: string; tries: number; attempts: number; at: Date; network: string }>`
      with due as (
        select id, attempts - noted as tries from sign_in_request where noted < attempts
        order by last_try_at limit ${notedAtOnce} for update skip locked
      )
      update sign_in_request r set noted = r.attempts from due where r.id = due.id
      returning r.email, due.tries, r.attempts, r.last_try_at as at, r.address_prefix as network`.execute(tx)
    for (const { email, tries, attempts, at, network } of rows) {
      const note = { at, addressPrefix: network, action: 'sign_in.code_failed' } as const
      for (let each = 0; each < tries; each += 1) await noteRefusedSignIn(tx, email, note)
      if (attempts >= maxAttempts) await queueWasItYou(tx, email, now)
    }
    return rows.length
  })
}

/** Uses a request up; false when it was used, or has ended. */
export async function takeRequest(tx: Tx, requestId: string, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('sign_in_request')
    .set({ used_at: now })
    .where('id', '=', requestId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Whether the mail of a request is one too many. Strangers can use up what an address receives of unknown networks, and nothing else:
 * a network in which the person has signed in has a limit of its own, and so has a session that asks for a proof. The limit of the
 * deployment counts mails that were sent.
 */
export async function isMailOverLimit(db: Db, request: SignInRequest): Promise<boolean> {
  const { email, kind, address_prefix: network, created_at: at } = request
  const { rows } = await sql<{ short: string; long: string; all: string }>`
    with known as (
      select exists (
        select from person_session s join person p on p.id = s.person_id
        where p.email = ${email} and s.address_prefix = ${network}
      ) as is_known
    )
    select
      count(*) filter (where r.created_at > ${before(at, mailsOfAddress.shortMs)}) as short,
      count(*) as long,
      (select count(*) from mail where kind = 'mail' and state = 'accepted'
        and ended_at > ${before(at, limitWindowMs)}) as all
    from sign_in_request r, known
    where r.email = ${email} and r.kind = ${kind} and r.id <> ${request.id} and r.created_at <= ${at}
      and r.created_at > ${before(at, mailsOfAddress.longMs)}
      and (r.chain_id = ${request.chain_id} or (r.chain_id is null and (not known.is_known or r.address_prefix = ${network})))`.execute(
    db,
  )
  const [counted = { short: '0', long: '0', all: '0' }] = rows
  if (kind === 'step_up') return Number(counted.short) >= proofsOfSession
  return (
    Number(counted.short) >= mailsOfAddress.short ||
    Number(counted.long) >= mailsOfAddress.long ||
    Number(counted.all) >= mailsOfHour
  )
}

export async function forgetRequests(db: Db, now: Date): Promise<void> {
  const end = before(now, keptMs)
  await db.deleteFrom('sign_in_request').where('created_at', '<', end).execute()
  const failedEnd = before(now, failedMailMs)
  await sql`delete from mail where ended_at < ${end} and (state <> 'failed' or ended_at < ${failedEnd})`.execute(
    db,
  )
}
