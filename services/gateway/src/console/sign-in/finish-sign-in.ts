import { randomUUID } from 'node:crypto'
import { newId } from '@outturn/service'
import { inTransaction } from '@outturn/postgres/typed'
import type { Tables, Tx } from '../../store/tables.ts'
import { isOpenAccount } from '../../store/account-store.ts'
import {
  ensurePerson,
  hasMembership,
  joinAccount,
  latestMembership,
  type Person,
} from '../../store/console/person-store.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import type { Console } from '../console.ts'
import { mayEnter } from '../../store/console/organisation-store.ts'
import { queueNewPlace } from '../../store/console/notice-store.ts'
import { beginSession, newToken, type PersonSession, type Place } from '../../store/console/session-store.ts'
import { takeInvitation } from '../../store/console/invitation-store.ts'
import { type SignInRequest, takeRequest } from '../../store/console/sign-in-store.ts'

/** The address is proved, and belongs to no account of this deployment, or to none that is open. */
export type NoAccount = 'no_account' | 'account_closed' | 'organisation_required'
export type Finished = { readonly token: string } | 'ended' | NoAccount

/**
 * Signs the person of a request in whose code or link was proved: once, with a token that no browser had before. Person, account, role
 * and session are made together or not at all.
 */
export async function finishSignIn(
  console: Console,
  request: SignInRequest,
  { now, place }: { now: Date; place: Place },
): Promise<Finished> {
  const finished = inTransaction<Tables, Finished>(console.db, async (tx) => {
    if (!(await takeRequest(tx, request.id, now))) return 'ended'
    const person = await ensurePerson(tx, request.email, now)
    const note = { at: now, actor: person.email, target: person.email, addressPrefix: place.addressPrefix }
    const accountId = await accountFor(tx, { console, request, person, now, note })
    if (accountId === null) return noAccountOf(tx, person.email)
    const method = request.kind === 'link' ? 'link' : 'mail'
    // What was done for them on the way here, such as an invitation that was accepted, is undone.
    if (!(await mayEnter(tx, { accountId, personId: person.id, method }))) throw new OrganisationRequired()
    return { token: await openSession(tx, { console, person, accountId, method, now, place }) }
  })
  return finished.catch((error: unknown) => {
    if (error instanceof OrganisationRequired) return 'organisation_required'
    throw error
  })
}

class OrganisationRequired extends Error {}

type NewSession = {
  readonly console: Console
  readonly person: Pick<Person, 'id' | 'email'>
  readonly accountId: string
  readonly method: PersonSession['method']
  readonly now: Date
  readonly place: Place
}

/** Opens a session of a person who has proved who they are, and returns its token, which no browser had before. */
export async function openSession(
  tx: Tx,
  { console, person, accountId, method, now, place }: NewSession,
): Promise<string> {
  const token = newToken()
  const chainId = randomUUID()
  await queueNewPlace(tx, { personId: person.id, chainId, place, now })
  await beginSession(tx, token, console.hash, {
    chain_id: chainId,
    person_id: person.id,
    account_id: accountId,
    method,
    now,
    place,
  })
  await noteAction(tx, {
    at: now,
    actor: person.email,
    target: person.email,
    addressPrefix: place.addressPrefix,
    accountId,
    chainId,
    action: 'sign_in.ok',
    details: { method },
  })
  return token
}

type Noted = { at: Date; actor: string; target: string; addressPrefix: string }

/** Why a person gets into no account. */
export async function noAccountOf(tx: Tx, email: string): Promise<NoAccount> {
  return (await hasMembership(tx, email)) ? 'account_closed' : 'no_account'
}

/** The account that a person gets into: the one they are invited to, that of an operator's link, their own, or a new one. */
async function accountFor(
  tx: Tx,
  parts: { console: Console; request: SignInRequest; person: Person; now: Date; note: Noted },
): Promise<string | null> {
  const { console, request, person, now, note } = parts
  const personId = person.id
  if (request.invitation_id !== null) {
    const taken = await takeInvitation(tx, request.invitation_id, person, now)
    if (taken !== null) {
      await noteAction(tx, {
        ...note,
        accountId: taken.account_id,
        chainId: null,
        action: 'member.joined',
        details: { role: taken.role },
      })
      return taken.account_id
    }
  }
  if (request.account_id !== null) {
    const accountId = request.account_id
    if (!(await isOpenAccount(tx, accountId))) return null
    const joined = await joinAccount(tx, { accountId, personId, role: 'owner', now })
    if (joined)
      await noteAction(tx, {
        ...note,
        accountId,
        chainId: null,
        action: 'member.joined',
        details: { role: 'owner' },
      })
    return accountId
  }
  const known = await latestMembership(tx, person.email, request.kind === 'link' ? 'link' : 'mail')
  if (known !== null) return known.account_id
  const mayOpen = console.isSignUpOpen && !(await hasMembership(tx, person.email))
  return mayOpen ? openOwnAccount(tx, person, { now, note }) : null
}

/** The account is called by the part of the address before its @, until its owner gives it a name. */
async function openOwnAccount(
  tx: Tx,
  person: Person,
  { now, note }: { now: Date; note: Noted },
): Promise<string> {
  const accountId = newId('account')
  const name = person.email.slice(0, person.email.lastIndexOf('@')).slice(0, 120)
  await tx
    .insertInto('account')
    .values({ id: accountId, name, kind: 'org', quota: null, created_at: now })
    .execute()
  await joinAccount(tx, { accountId, personId: person.id, role: 'owner', now })
  await noteAction(tx, { ...note, accountId, chainId: null, action: 'account.opened', target: accountId })
  return accountId
}
