import { type AccountKeyScope } from '@outturn/vocabulary'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { derivedBytes } from '../../auth/derived-bytes.ts'
import { displayToken, mintToken } from '../../auth/token.ts'
import type { ApiKey } from '../../store/key-store.ts'
import type { Db } from '../../store/tables.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import type { SignedIn } from '../sessions/serve-person.ts'

type NewKey = {
  /** Drawn when the form was shown, so that a form that is sent twice makes one key. */
  readonly formId: string
  readonly name: string
  readonly scope: AccountKeyScope
  readonly expiresAt: Date | null
  /** Its monthly cap in words, for the audit log; null without one. */
  readonly cap: string | null
}

export type MadeKey = { readonly keyId: string; readonly apiKey: string }

/** The id of the key that a form makes. */
export function keyIdOf(accountId: string, formId: string): string {
  return derivedId('key', seedOf(accountId, formId))
}

function seedOf(accountId: string, formId: string): string {
  return `console|${accountId}|${formId}`
}

/** Makes a key. Null when this form made one already: its secret is not shown a second time. */
export async function makeKey(person: SignedIn, key: NewKey, now: Date): Promise<MadeKey | null> {
  const { console, accountId } = person
  const seed = seedOf(accountId, key.formId)
  const keyId = keyIdOf(accountId, key.formId)
  const apiKey = mintToken('live', derivedBytes(console.hash, `key of ${seed}`))
  const isNew = await inTransaction(console.db, async (tx) => {
    const kept = await tx
      .insertInto('api_key')
      .values({
        id: keyId,
        account_id: accountId,
        token_hash: console.hash(apiKey),
        display: displayToken('live', apiKey),
        scope: key.scope,
        spool_id: null,
        party_id: null,
        label: key.name,
        created_at: now,
        last_used_at: null,
        revoked_at: null,
        expires_at: key.expiresAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined) return false
    await noteAction(tx, {
      ...noteOf(person, now),
      action: 'key.made',
      target: keyId,
      details: { name: key.name, scope: key.scope, ...(key.cap !== null && { cap: key.cap }) },
    })
    return true
  })
  console.keys.forget()
  return isNew ? { keyId, apiKey } : null
}

/** Ends a key of the account: at once in this process, within a second in every other. False when the account has no such key. */
export async function revokeOwnKey(person: SignedIn, keyId: string, now: Date): Promise<boolean> {
  const { console, accountId } = person
  const isRevoked = await inTransaction(console.db, async (tx) => {
    const key = await tx
      .selectFrom('api_key')
      .select(['id', 'label', 'revoked_at'])
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (key === undefined) return false
    if (key.revoked_at !== null) return true
    await tx.updateTable('api_key').set({ revoked_at: now }).where('id', '=', keyId).execute()
    await noteAction(tx, {
      ...noteOf(person, now),
      action: 'key.revoked',
      target: keyId,
      details: { name: key.label },
    })
    return true
  })
  console.keys.forget()
  return isRevoked
}

export async function findOwnKey(db: Db, accountId: string, keyId: string): Promise<ApiKey | null> {
  const found = await db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found ?? null
}

export function noteOf(person: SignedIn, now: Date) {
  return {
    accountId: person.accountId,
    at: now,
    actor: person.email,
    chainId: person.session.chain_id,
    addressPrefix: person.place.addressPrefix,
  }
}
