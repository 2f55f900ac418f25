import { randomBytes } from 'node:crypto'
import type { InvitedKeyScope } from '@outturn/vocabulary'
import { assignSlot } from '../adapters/spool.ts'
import type { Bus } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { openAccount } from '../store/account-store.ts'
import {
  findGrant,
  forgetGrants,
  type KeyGrant,
  keepGrant,
  type NewGrant,
  takeGrant,
} from '../store/grant-store.ts'
import { keepKey } from '../store/key-store.ts'
import { type NewSession, openSession } from '../store/sandbox-store.ts'
import type { Db } from '../store/tables.ts'
import { derivedBytes } from './derived-bytes.ts'
import { displayToken, mintGrantToken, mintToken } from './token.ts'
import type { TokenHash } from './token-hash.ts'

/** How long a grant may be exchanged, in milliseconds. */
export const grantTtlMs = 15 * 60 * 1000
/** Longer than the reply of an invitation is remembered, so that a repetition finds its grant. */
const keptMs = 48 * 60 * 60 * 1000

/** A grant as it is handed out: the only time that its token is. */
export type IssuedGrant = { readonly token: string; readonly expiresAt: Date }

export type ExchangedGrant = {
  readonly apiKey: string
  readonly keyId: string
  readonly scope: InvitedKeyScope
  readonly spoolId: string | null
  readonly partyId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly isReplayed: boolean
}

/** One attempt to exchange a token; `repetition` is the idempotency key that makes a second one the same. */
export type Exchange = {
  readonly token: string
  readonly repetition: string | null
  readonly now: Date
  readonly deadline: number
  readonly requestId: string
}

/** Who is invited to which slot. `invitationId` is derived from the command that asked for it. */
export type Invitation = { readonly invitationId: string; readonly spoolId: string; readonly partyId: string }

/** A grant as the holder of its token is told of it. */
export type FoundGrant = {
  readonly state: 'open' | 'expired' | 'replaced' | 'used'
  /** Null for the grant of an owner, which is to no Spool. */
  readonly invited: { readonly spoolId: string; readonly partyId: string } | null
  readonly expiresAt: Date
}

/** The grants of one environment. A token is derived from the command that made it and stored nowhere. */
export type KeyGrants = {
  /** A grant for a verify-scoped key of an account. */
  issueToOwner(
    owner: { accountId: string; label: string },
    commandId: string,
    now: Date,
  ): Promise<IssuedGrant>
  /** A grant for the counterparty of a Spool; an earlier one that no one has used is over. */
  issueToCounterparty(invitation: Invitation, commandId: string, now: Date): Promise<IssuedGrant>
  /** What a token is for, for who holds it; null when there is no such grant. It changes nothing. */
  look(token: string, now: Date): Promise<FoundGrant | null>
  /** Gives the slot of an invitation to an account in place of a guest; null when it is not to be had any more. */
  joinAs(accountId: string, attempt: Omit<Exchange, 'repetition'>): Promise<{ spoolId: string } | null>
  /** The key for a token, or null when there is no such grant, it is over, or another exchange has used it. */
  exchange(exchange: Exchange): Promise<ExchangedGrant | null>
  /** Forgets grants that are long over. */
  sweep(now: Date): Promise<number>
}

type Deps = {
  db: Db
  hash: TokenHash
  bus: Pick<Bus, 'request'>
  /** How long a sandbox session lives, where a grant becomes one: in the environment without keys. Null: it becomes a key. */
  sessionTtlMs: number | null
}

export function keyGrants({ db, hash, bus, sessionTtlMs }: Deps): KeyGrants {
  const kind = sessionTtlMs === null ? 'live' : 'sandbox'
  const endOf = (at: Date) => (sessionTtlMs === null ? null : new Date(at.getTime() + sessionTtlMs))

  async function issue(
    grant: Omit<NewGrant, 'token_hash' | 'created_at' | 'expires_at'>,
    commandId: string,
    now: Date,
  ): Promise<IssuedGrant> {
    const token = mintGrantToken(derivedBytes(hash, `grant of ${commandId}`))
    const expiresAt = new Date(now.getTime() + grantTtlMs)
    const row = { ...grant, token_hash: hash(token), created_at: now, expires_at: expiresAt }
    const kept = await inTransaction(db, (tx) => keepGrant(tx, row))
    return { token, expiresAt: kept.expires_at }
  }

  /** The key of an exchange that was done before, for who repeats it as the same. */
  function repeated(grant: KeyGrant, repetition: string | null): ExchangedGrant | null {
    if (repetition === null || grant.exchanged_at === null) return null
    if (grant.exchange_hash !== exchangeHash(repetition)) return null
    const at = grant.exchanged_at
    const key = repeatableKey(grant, repetition)
    return exchanged(grant, key, { at, expiresAt: endOf(at), isReplayed: true })
  }

  const exchangeHash = (repetition: string) => hash(`exchange|${repetition}`)
  const repeatableKey = ({ id }: KeyGrant, repetition: string) =>
    mintToken(kind, derivedBytes(hash, `key of ${id} for ${repetition}`))

  /** Marks the grant as used and keeps its key, both or neither; false when another exchange was first. */
  function redeem(grant: KeyGrant, apiKey: string, repetition: string | null, now: Date): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const hashOfExchange = repetition === null ? null : exchangeHash(repetition)
      if (!(await takeGrant(tx, { id: grant.id, exchangeHash: hashOfExchange, now }))) return false
      const endsAt = endOf(now)
      if (endsAt !== null) {
        await openSession(tx, sessionOf(grant, hash(apiKey), { now, endsAt }))
        return true
      }
      if (grant.spool_id !== null) {
        const guest = { id: grant.account_id, name: 'Counterparty', kind: 'human', quota: null } as const
        await openAccount(tx, { ...guest, created_at: now })
      }
      await keepKey(tx, {
        id: keyIdOf(grant),
        account_id: grant.account_id,
        token_hash: hash(apiKey),
        display: displayToken('live', apiKey),
        scope: scopeOf(grant),
        spool_id: grant.spool_id,
        party_id: grant.party_id,
        label: grant.label,
        created_at: now,
      })
      return true
    })
  }

  return {
    issueToOwner: ({ accountId, label }, commandId, now) =>
      issue(
        {
          id: derivedId('invitation', commandId),
          account_id: accountId,
          spool_id: null,
          party_id: null,
          label,
        },
        commandId,
        now,
      ),
    issueToCounterparty: ({ invitationId, spoolId, partyId }, commandId, now) =>
      issue(
        {
          id: invitationId,
          account_id: derivedId('account', invitationId),
          spool_id: spoolId,
          party_id: partyId,
          label: `counterparty of ${spoolId}`,
        },
        commandId,
        now,
      ),
    async look(token, now) {
      const grant = await findGrant(db, hash(token))
      if (grant === null) return null
      const { spool_id: spoolId, party_id: partyId, expires_at: expiresAt } = grant
      const invited = spoolId === null || partyId === null ? null : { spoolId, partyId }
      return { state: stateOf(grant, now), invited, expiresAt }
    },
    async joinAs(accountId, { token, now, deadline, requestId }) {
      const grant = await findGrant(db, hash(token))
      if (grant === null || grant.spool_id === null || stateOf(grant, now) !== 'open') return null
      // The slot goes first, as for a guest: a join that ends here is done again by the same account.
      const joined = { ...grant, account_id: accountId }
      if (!(await assignSlot(bus, joined, { deadline, requestId }))) return null
      await inTransaction(db, (tx) => takeGrant(tx, { id: grant.id, exchangeHash: null, now }))
      return { spoolId: grant.spool_id }
    },
    async exchange({ token, repetition, now, deadline, requestId }) {
      const grant = await findGrant(db, hash(token))
      if (grant === null || grant.expires_at <= now) return null
      if (grant.exchanged_at !== null) return repeated(grant, repetition)
      if (grant.revoked_at !== null || !(await assignSlot(bus, grant, { deadline, requestId }))) return null
      const apiKey = repetition === null ? mintToken(kind, randomBytes) : repeatableKey(grant, repetition)
      if (await redeem(grant, apiKey, repetition, now)) {
        return exchanged(grant, apiKey, { at: now, expiresAt: endOf(now), isReplayed: false })
      }
      const used = await findGrant(db, hash(token))
      return used === null ? null : repeated(used, repetition)
    },
    sweep: (now) => forgetGrants(db, new Date(now.getTime() - keptMs)),
  }
}

function stateOf(grant: KeyGrant, now: Date): FoundGrant['state'] {
  if (grant.exchanged_at !== null) return 'used'
  if (grant.revoked_at !== null) return 'replaced'
  return grant.expires_at <= now ? 'expired' : 'open'
}

function exchanged(
  grant: KeyGrant,
  apiKey: string,
  { at, expiresAt, isReplayed }: { at: Date; expiresAt: Date | null; isReplayed: boolean },
): ExchangedGrant {
  return {
    apiKey,
    keyId: keyIdOf(grant),
    scope: scopeOf(grant),
    spoolId: grant.spool_id,
    partyId: grant.party_id,
    createdAt: at,
    expiresAt,
    isReplayed,
  }
}

/** The session of the party that was invited; its account is the one that has the slot. */
function sessionOf(
  grant: KeyGrant,
  tokenHash: string,
  { now, endsAt }: { now: Date; endsAt: Date },
): NewSession {
  return {
    id: derivedId('session', grant.id),
    account_id: grant.account_id,
    token_hash: tokenHash,
    spool_id: grant.spool_id,
    party_id: grant.party_id,
    created_at: now,
    expires_at: endsAt,
  }
}

function keyIdOf({ id }: KeyGrant): string {
  return derivedId('key', id)
}

function scopeOf({ spool_id }: KeyGrant): InvitedKeyScope {
  return spool_id === null ? 'verify' : 'counterparty'
}
