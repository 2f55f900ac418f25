import { type CallerScope, keyScopes, partyKinds, personRoles, scopeOfRole } from '@outturn/vocabulary'
import { z } from 'zod'
import { AccountId, KeyId, PartyId, SpoolId } from '@outturn/agreement'

/** How a caller speaks for an account: by a key, or as a person who is signed in to the console. */
const Via = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('key'), keyId: KeyId, scope: z.enum(keyScopes) }),
  z.strictObject({ kind: z.literal('person'), userId: z.string(), role: z.enum(personRoles) }),
])

/** Who asks, as the gateway established it. Services decide by it and never re-read a credential. */
export const Principal = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('account'),
    accountId: AccountId,
    accountName: z.string(),
    accountKind: z.enum(partyKinds),
    via: Via,
    /** Whether what this caller asks for may move the money of its account; absent: no. The service that would move it decides by this alone. */
    mayMoveMoney: z.boolean().optional(),
    /** The one Spool and party that a counterparty key acts for. */
    spoolId: SpoolId.optional(),
    partyId: PartyId.optional(),
  }),
  z.strictObject({
    kind: z.literal('sandbox'),
    accountId: AccountId,
    accountName: z.string(),
    /** The one Spool and party of a session that was invited. */
    spoolId: SpoolId.optional(),
    partyId: PartyId.optional(),
    /** The party of the Spool that a session acts as, by its role or its id; absent: whichever it can. */
    actsAs: z.string().max(40).optional(),
  }),
  /** The holder of a wallet that pays for one call; the account is the one of that wallet, and no key belongs to it. */
  z.strictObject({ kind: z.literal('wallet'), accountId: AccountId, accountName: z.string() }),
  z.strictObject({ kind: z.literal('public') }),
  z.strictObject({ kind: z.literal('service'), service: z.string() }),
  z.strictObject({ kind: z.literal('operator'), name: z.string() }),
])
export type Principal = z.infer<typeof Principal>
export type AccountPrincipal = Extract<Principal, { kind: 'account' }>
/** A caller of the interface that speaks for an account. */
export type KeyPrincipal = AccountPrincipal & { readonly via: { readonly kind: 'key' } }

/** What a caller may do for its account. */
export function callerScope({ via }: Pick<AccountPrincipal, 'via'>): CallerScope {
  return via.kind === 'key' ? via.scope : scopeOfRole[via.role]
}

/** The key by which a caller speaks for its account; null for a person, and for a caller without an account. */
export function keyIdOf(principal: Principal): string | null {
  return principal.kind === 'account' && principal.via.kind === 'key' ? principal.via.keyId : null
}

/** Reads a principal of this version, or of one in which an account's caller had `keyId` and `scope` in place of `via`. */
export function readPrincipal(written: unknown): Principal {
  const isEarlier =
    typeof written === 'object' && written !== null && 'scope' in written && !('via' in written)
  if (!isEarlier) return Principal.parse(written)
  const { scope, keyId, ...rest } = written as { scope: unknown; keyId?: unknown }
  return Principal.parse({ ...rest, via: { kind: 'key', keyId, scope } })
}

/** The account behind a caller, or null when there is none. */
export function accountOf(principal: Principal): string | null {
  return 'accountId' in principal ? principal.accountId : null
}

/** The account of a caller that may read all that belongs to it; null for a key that is bound to one Spool. */
export function wholeAccountOf(principal: Principal): string | null {
  return principal.kind === 'account' && principal.spoolId !== undefined ? null : accountOf(principal)
}

/** The key that asks, where it belongs to this account; null for people, wallets and keys of another account. */
export function keyOfAccount(principal: Principal, accountId: string): string | null {
  if (principal.kind !== 'account' || principal.accountId !== accountId) return null
  return keyIdOf(principal)
}
