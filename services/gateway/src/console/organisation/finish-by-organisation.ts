import { EmailAddress } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { isOpenAccount } from '../../store/account-store.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { findInvitationFor, takeInvitation } from '../../store/console/invitation-store.ts'
import { listDomains } from '../../store/console/organisation-store.ts'
import { ensurePerson, joinAccount, type Person } from '../../store/console/person-store.ts'
import type { Place } from '../../store/console/session-store.ts'
import type { Tx } from '../../store/tables.ts'
import type { Console } from '../console.ts'
import { openSession } from '../sign-in/finish-sign-in.ts'

type Signed = {
  /** As the provider says it, which is believed for the confirmed domains of its account alone. */
  readonly address: string | null
  readonly accountId: string
  readonly now: Date
  readonly place: Place
}

/** The token of a session of the person whom an organisation has signed in; null where it may not speak for them. */
export async function finishByOrganisation(
  console: Console,
  { address, accountId, now, place }: Signed,
): Promise<string | null> {
  const email = EmailAddress.safeParse(address)
  return inTransaction(console.db, async (tx) => {
    if (!(await isOpenAccount(tx, accountId))) return null
    const domains = await listDomains(tx, accountId)
    if (!email.success || !domains.includes(domainOf(email.data))) {
      await noteFailure(tx, { accountId, now, place, target: email.data ?? 'no verified address' })
      return null
    }
    const person = await ensurePerson(tx, email.data, now)
    await join(tx, person, { accountId, now, place })
    return openSession(tx, { console, person, accountId, method: 'oidc', now, place })
  })
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** A person who has no role yet gets that of their invitation, else that of a viewer. */
async function join(
  tx: Tx,
  person: Person,
  { accountId, now, place }: { accountId: string; now: Date; place: Place },
): Promise<void> {
  const invitation = await findInvitationFor(tx, { accountId, email: person.email }, now)
  const taken = invitation === null ? null : await takeInvitation(tx, invitation, person, now)
  const isNew =
    taken === null && (await joinAccount(tx, { accountId, personId: person.id, role: 'viewer', now }))
  if (taken === null && !isNew) return
  await noteAction(tx, {
    accountId,
    at: now,
    actor: person.email,
    chainId: null,
    action: 'member.joined',
    target: person.email,
    addressPrefix: place.addressPrefix,
    details: { role: taken?.role ?? 'viewer', by: 'organisation' },
  })
}

export async function noteFailure(
  tx: Tx,
  { accountId, now, place, target }: { accountId: string; now: Date; place: Place; target: string },
): Promise<void> {
  await noteAction(tx, {
    accountId,
    at: now,
    actor: 'organisation',
    chainId: null,
    action: 'oidc.failed',
    target: target.slice(0, 254),
    result: 'refused',
    addressPrefix: place.addressPrefix,
  })
}
