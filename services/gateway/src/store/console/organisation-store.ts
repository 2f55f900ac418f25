import type { Selectable } from 'kysely'
import { isSignInEnough } from '../../console/organisation/sign-in-rule.ts'
import type { Db, OrganisationTable, Tx } from '../tables.ts'
import type { PersonSession } from './session-store.ts'

export type Organisation = Selectable<OrganisationTable>
/** An organisation whose people can sign in: its client is registered at the issuer. */
export type ReadyOrganisation = Organisation & { readonly client_id: string; readonly client_secret: string }

/** A sign-in at a provider ends within this time, ms. */
export const organisationSignInMs = 10 * 60_000

export async function findOrganisation(db: Db | Tx, accountId: string): Promise<Organisation | null> {
  const found = await db
    .selectFrom('organisation')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found ?? null
}

export async function listDomains(db: Db | Tx, accountId: string): Promise<string[]> {
  const domains = await db
    .selectFrom('organisation_domain')
    .select('domain')
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .execute()
  return domains.map(({ domain }) => domain)
}

/** The organisation that speaks for a domain, where its people can sign in and its account is open. */
export async function findByDomain(db: Db, domain: string): Promise<ReadyOrganisation | null> {
  const found = await db
    .selectFrom('organisation as o')
    .innerJoin('organisation_domain as d', 'd.account_id', 'o.account_id')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .selectAll('o')
    .where('d.domain', '=', domain)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst()
  return found === undefined ? null : whenReady(found)
}

export function whenReady(organisation: Organisation): ReadyOrganisation | null {
  const { client_id: clientId, client_secret: clientSecret } = organisation
  if (clientId === null || clientSecret === null) return null
  return { ...organisation, client_id: clientId, client_secret: clientSecret }
}

/** Whether any organisation of this deployment signs its people in. */
export async function hasOrganisations(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('organisation')
    .select('account_id')
    .where('client_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** `other_issuer`: another issuer speaks for the account's domains. `other_account`: the domain is confirmed for another account. */
export type ConfirmedDomain = 'confirmed' | 'other_issuer' | 'other_account'

/** Notes that a domain is an account's, and which issuer speaks for it; again, it changes nothing. */
export async function confirmDomain(
  tx: Tx,
  {
    accountId,
    domain,
    issuer,
    by,
    now,
  }: { accountId: string; domain: string; issuer: string; by: string; now: Date },
): Promise<ConfirmedDomain> {
  await tx
    .insertInto('organisation')
    .values({ account_id: accountId, issuer, client_id: null, client_secret: null })
    .onConflict((known) => known.column('account_id').doNothing())
    .execute()
  const organisation = await findOrganisation(tx, accountId)
  if (organisation?.issuer !== issuer) return 'other_issuer'
  await tx
    .insertInto('organisation_domain')
    .values({ domain, account_id: accountId, confirmed_at: now, confirmed_by: by })
    .onConflict((known) => known.column('domain').doNothing())
    .execute()
  const { account_id: owner } = await tx
    .selectFrom('organisation_domain')
    .select('account_id')
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow()
  return owner === accountId ? 'confirmed' : 'other_account'
}

/** Takes a domain from an account; the last one ends the sign-in by its organisation. False when it is not the account's. */
export async function withdrawDomain(tx: Tx, accountId: string, domain: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('organisation_domain')
    .where('domain', '=', domain)
    .where('account_id', '=', accountId)
    .returning('domain')
    .executeTakeFirst()
  if (gone === undefined) return false
  if ((await listDomains(tx, accountId)).length === 0) {
    await tx.deleteFrom('organisation').where('account_id', '=', accountId).execute()
  }
  return true
}

type Client = { readonly clientId: string; readonly clientSecret: string; readonly isRequired: boolean }

export async function saveClient(tx: Tx, accountId: string, client: Client): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ client_id: client.clientId, client_secret: client.clientSecret, is_required: client.isRequired })
    .where('account_id', '=', accountId)
    .execute()
}

export async function removeClient(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ client_id: null, client_secret: null, is_required: false })
    .where('account_id', '=', accountId)
    .execute()
}

/** Whether a person may enter an account by this way to sign in; one without a role in it may not. */
export async function mayEnter(
  db: Db | Tx,
  { accountId, personId, method }: { accountId: string; personId: string; method: PersonSession['method'] },
): Promise<boolean> {
  const found = await db
    .selectFrom('membership as m')
    .leftJoin('organisation as o', 'o.account_id', 'm.account_id')
    .select(['m.role', 'o.is_required as isRequired'])
    .where('m.account_id', '=', accountId)
    .where('m.person_id', '=', personId)
    .executeTakeFirst()
  return found !== undefined && isSignInEnough(found.isRequired ?? false, { method, role: found.role })
}

export async function keepSignIn(db: Db, tokenHash: string, accountId: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + organisationSignInMs)
  await db
    .insertInto('organisation_sign_in')
    .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt })
    .execute()
}

/** The account of a sign-in that a browser began, once. */
export async function takeSignIn(db: Db, tokenHash: string, now: Date): Promise<string | null> {
  const taken = await db
    .deleteFrom('organisation_sign_in')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return taken?.account_id ?? null
}

export async function forgetSignIns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('organisation_sign_in').where('expires_at', '<', now).execute()
}
