import { z } from 'zod'
import { GrantToken } from '../http/spools/invitation.ts'
import { AccountId, KeyId, Timestamp } from '@outturn/agreement'
import { accountKeyScopes, partyKinds } from '@outturn/vocabulary'
import { defineCommand, defineQuery } from '../operation.ts'

/** `quota` is requests per minute per account and client address. */
export const createAccount = defineCommand('gateway.create-account', {
  input: z.strictObject({
    name: z.string().min(1).max(120),
    kind: z.enum(partyKinds),
    quota: z.int().min(1).max(10_000_000).nullable(),
  }),
  output: z.strictObject({ accountId: AccountId, name: z.string(), quota: z.int() }),
  sentBy: ['operator'],
})

/** An account as operators see it; `quota` is requests per minute per account and client address. */
export const StoredAccount = z.strictObject({
  accountId: AccountId,
  name: z.string(),
  kind: z.enum(partyKinds),
  quota: z.int(),
  createdAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
  suspendedBy: z.string().nullable(),
  suspensionNote: z.string().nullable(),
  /** When its owners closed it, and which of them. */
  closedAt: Timestamp.nullable(),
  closedBy: z.string().nullable(),
})
export type StoredAccount = z.infer<typeof StoredAccount>

/** Accounts, newest first; `next` is the `after` of the next page, null on the last. */
export const listAccounts = defineQuery('gateway.list-accounts', {
  input: z.strictObject({
    after: AccountId.nullable(),
    limit: z.int().min(1).max(1_000),
    onlySuspended: z.boolean(),
  }),
  output: z.strictObject({ accounts: z.array(StoredAccount), next: AccountId.nullable() }),
  sentBy: ['operator'],
})

/** One account, with the number of its keys in force and the hosts to which a browser goes back at once. */
export const showAccount = defineQuery('gateway.show-account', {
  input: z.strictObject({ accountId: AccountId }),
  output: StoredAccount.extend({ activeKeys: z.int(), returnHosts: z.array(z.string()) }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Replaces the quota of an account, within a second everywhere; null gives it that of the deployment. */
export const setQuota = defineCommand('gateway.set-quota', {
  input: z.strictObject({ accountId: AccountId, quota: z.int().min(1).max(10_000_000).nullable() }),
  output: StoredAccount,
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Refuses every key of an account from now on, within a second everywhere. What it has agreed, and its receipts, stay as they are. */
export const suspendAccount = defineCommand('gateway.suspend-account', {
  input: z.strictObject({ accountId: AccountId, note: z.string().trim().min(1).max(500) }),
  output: StoredAccount,
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Ends the suspension of an account, within a second everywhere. */
export const resumeAccount = defineCommand('gateway.resume-account', {
  input: z.strictObject({ accountId: AccountId }),
  output: StoredAccount,
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** Opens an account again that its owners closed; not one that was erased. Keys that ended with it stay revoked. */
export const reopenAccount = defineCommand('gateway.reopen-account', {
  input: z.strictObject({ accountId: AccountId }),
  output: StoredAccount,
  refuses: ['conflict', 'not_found'],
  sentBy: ['operator'],
})

/** A domain as addresses have it: in lower case, other letters in Punycode. */
const EmailDomain = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'must be a domain in lower case, such as example.com',
  )

/**
 * Confirms that a domain belongs to an account, and which OpenID Connect issuer speaks for the addresses of the domain. An issuer is asked by
 * the gateway: confirm none that its operator does not know.
 */
export const confirmDomain = defineCommand('gateway.confirm-domain', {
  input: z.strictObject({
    accountId: AccountId,
    domain: EmailDomain,
    issuer: z.url({ protocol: /^https?$/ }).max(500),
  }),
  output: z.strictObject({ accountId: AccountId, domain: z.string(), issuer: z.string() }),
  refuses: ['conflict', 'not_found', 'validation_failed'],
  sentBy: ['operator'],
})

/** Takes a confirmed domain from an account. With the last one the sign-in by its organisation ends. */
export const withdrawDomain = defineCommand('gateway.withdraw-domain', {
  input: z.strictObject({ accountId: AccountId, domain: EmailDomain }),
  output: z.strictObject({ accountId: AccountId, domain: z.string() }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** An address as it is compared: in lower case. */
export const EmailAddress = z.string().trim().toLowerCase().pipe(z.email().max(254))

/**
 * Issues a link that signs one person in to the console, once within 15 minutes. A person who has no role in the account yet becomes its
 * owner. The link is in this reply and nowhere else.
 */
export const createSignInLink = defineCommand('gateway.create-sign-in-link', {
  input: z.strictObject({ accountId: AccountId, email: EmailAddress }),
  output: z.strictObject({ url: z.string(), expiresAt: Timestamp }),
  refuses: ['conflict', 'not_found', 'unsupported_environment_capability'],
  sentBy: ['operator'],
})

/** The key is in this reply and nowhere else. */
export const createKey = defineCommand('gateway.create-key', {
  input: z.strictObject({
    accountId: AccountId,
    scope: z.enum(accountKeyScopes),
    label: z.string().max(120),
  }),
  output: z.strictObject({
    keyId: KeyId,
    apiKey: z.string(),
    scope: z.enum(accountKeyScopes),
    createdAt: Timestamp,
  }),
  refuses: ['conflict', 'not_found', 'unsupported_environment_capability'],
  sentBy: ['operator'],
})

/** An owner's access grant: its holder exchanges it within 15 minutes for a verify-scoped key of the account. The token is in this reply and nowhere else. */
export const createOwnerGrant = defineCommand('gateway.create-owner-grant', {
  input: z.strictObject({ accountId: AccountId, label: z.string().max(120) }),
  output: z.strictObject({ grantToken: GrantToken, expiresAt: Timestamp, exchangeUrl: z.string() }),
  refuses: ['conflict', 'not_found', 'unsupported_environment_capability'],
  sentBy: ['operator'],
})

export const revokeKey = defineCommand('gateway.revoke-key', {
  input: z.strictObject({ keyId: KeyId }),
  output: z.strictObject({ keyId: KeyId, revokedAt: Timestamp }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

export const listKeys = defineQuery('gateway.list-keys', {
  input: z.strictObject({ accountId: AccountId.nullable() }),
  output: z.array(
    z.strictObject({
      keyId: KeyId,
      accountId: AccountId,
      scope: z.string(),
      label: z.string(),
      display: z.string().describe('Prefix and last four characters.'),
      createdAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
      revokedAt: Timestamp.nullable(),
    }),
  ),
  sentBy: ['operator'],
})

/** A host as an address has it: in lower case, other letters in Punycode, with a port only where that is not 443. */
const ReturnHost = z
  .string()
  .min(1)
  .max(260)
  .refine(
    (text) => URL.parse(`https://${text}/`)?.host === text,
    'must be a host in lower case, such as app.example.com',
  )

/** Replaces the hosts to which a browser goes back at once after the setup of payouts. */
export const setReturnHosts = defineCommand('gateway.set-return-hosts', {
  input: z.strictObject({ accountId: AccountId, hosts: z.array(ReturnHost).max(50) }),
  output: z.strictObject({ accountId: AccountId, hosts: z.array(z.string()) }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

const httpsUrl = z.url({ protocol: /^https$/ }).max(2_048)

/**
 * Where a browser is sent after the setup of payouts: the address itself where its host is allowed for the account that gave it, else
 * a page of the gateway that names the address before the browser goes on.
 */
export const arrangeReturns = defineCommand('gateway.arrange-returns', {
  input: z.strictObject({ accountId: AccountId, refreshUrl: httpsUrl, returnUrl: httpsUrl }),
  output: z.strictObject({ refreshUrl: z.string(), returnUrl: z.string() }),
  refuses: ['not_found'],
  sentBy: ['spool'],
})

/** When these accounts were opened; one that is not known is left out. */
export const findAccountOpenings = defineQuery('gateway.find-account-openings', {
  input: z.strictObject({ accountIds: z.array(AccountId).max(500) }),
  output: z.strictObject({
    openings: z.array(z.strictObject({ accountId: AccountId, openedAt: Timestamp })),
  }),
  sentBy: ['billing'],
})

/** Which of these accounts can act: they exist, are not suspended, and hold a key of their own that is in force, or an open sandbox session. */
export const findActiveAccounts = defineQuery('gateway.find-active-accounts', {
  input: z.strictObject({ accountIds: z.array(z.string()).max(2) }),
  output: z.strictObject({ active: z.array(z.string()) }),
  sentBy: ['spool'],
})
