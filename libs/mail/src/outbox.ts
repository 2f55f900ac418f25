import { type Pool, query, type Runner, statement } from '@outturn/postgres'
import type { Mail } from './compose.ts'
import type { MailTransport } from './transport.ts'

/** A mail to send: what it is about, from which its text is made when it is sent. */
export type MailRequest = {
  readonly id: string
  /** Name of the text. */
  readonly kind: string
  /** What the text is made of. */
  readonly subjectId: string
  readonly createdAt: Date
  /** From then on it is of no use, and is not sent. */
  readonly expiresAt: Date
  /** The account that is told when it could not be sent; absent where it is about a person alone. */
  readonly accountId?: string
}

const queueMailStatement = statement(
  'queue_mail',
  `insert into mail (id, kind, subject_id, created_at, expires_at, next_try_at, account_id)
   values ($1, $2, $3, $4, $5, $4, $6)`,
)

/** Puts a mail into the outbox, in the transaction of what it tells of. */
export async function queueMail(run: Runner, mail: MailRequest): Promise<void> {
  const { id, kind, subjectId, createdAt, expiresAt, accountId = null } = mail
  await run(queueMailStatement, [id, kind, subjectId, createdAt, expiresAt, accountId])
}

export type RelayDeps = {
  readonly pool: Pool
  /** Null where mails do not leave: they wait until they expire. */
  readonly transport: MailTransport | null
  /** The mail, or null when it is not to be sent, such as to an address without an account. */
  readonly render: (request: { kind: string; subjectId: string }, now: Date) => Promise<Mail | null>
  readonly onFailure: (error: unknown) => void
  /** Pauses after each failed try but the last one, ms; by default eight tries in a day. */
  readonly pausesMs?: readonly number[]
  /** Whether a failure ends the mail; by default every one is tried again. */
  readonly isFinal?: (error: unknown) => boolean
}

/** Tries of a mail, and the pause after each; together a day. */
const defaultPausesMs = [5_000, 30_000, 120_000, 600_000, 3_600_000, 14_400_000, 28_800_000]
const batch = 20
/** Another replica takes a mail whose sender has not said in this time what became of it, ms. */
const leaseMs = 60_000

const claimDueMail = statement(
  'claim_due_mail',
  `update mail m set tries = m.tries + 1, next_try_at = $1::timestamptz + $2 * interval '1 millisecond'
   from (
     select id from mail where state = 'waiting' and next_try_at <= $1 order by next_try_at limit $3
     for update skip locked
   ) due where m.id = due.id
   returning m.id, m.kind, m.subject_id as "subjectId", m.tries, m.expires_at as "expiresAt"`,
)
const endMail = statement('end_mail', `update mail set state = $2, ended_at = $3 where id = $1`)
const postponeMail = statement('postpone_mail', `update mail set next_try_at = $2 where id = $1`)

type DueMail = { id: string; kind: string; subjectId: string; tries: number; expiresAt: Date }

/** Sends what is due. Replicas share the work; a mail that one of them was sending when it ended is sent by another. */
export async function relayMail(deps: RelayDeps, now: Date): Promise<number> {
  const due = await query<DueMail>(deps.pool, claimDueMail, [now, leaseMs, batch])
  await Promise.all(due.map((mail) => relayOne(deps, mail, now)))
  return due.length
}

async function relayOne(deps: RelayDeps, mail: DueMail, now: Date) {
  const { pool, transport, render, onFailure, pausesMs = defaultPausesMs, isFinal = () => false } = deps
  if (mail.expiresAt <= now) return query(pool, endMail, [mail.id, 'expired', now])
  try {
    const rendered = await render(mail, now)
    if (rendered === null) return await query(pool, endMail, [mail.id, 'not_sent', now])
    if (transport === null) return await postpone(pool, mail, pausesMs, now)
    await transport.send(rendered, now)
    return await query(pool, endMail, [mail.id, 'accepted', now])
  } catch (error) {
    onFailure(error)
    const isOver = mail.tries > pausesMs.length || isFinal(error)
    return isOver ? query(pool, endMail, [mail.id, 'failed', now]) : postpone(pool, mail, pausesMs, now)
  }
}

function postpone(pool: Pool, mail: DueMail, pausesMs: readonly number[], now: Date) {
  const pauseMs = pausesMs[Math.min(mail.tries, pausesMs.length) - 1] ?? leaseMs
  return query(pool, postponeMail, [mail.id, new Date(now.getTime() + pauseMs)])
}
