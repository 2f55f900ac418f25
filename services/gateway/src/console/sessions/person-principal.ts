import { createHash } from 'node:crypto'
import type { AccountPrincipal } from '@outturn/contracts'
import type { RequestOptions } from '@outturn/messaging'
import type { Call } from '../../http/route.ts'
import type { SignedIn } from './serve-person.ts'

/** How a query is sent for a page: as the account of the person, with the rights of their role. */
export function asPerson(
  { deadline, requestId }: Pick<Call, 'deadline' | 'requestId'>,
  person: SignedIn,
): RequestOptions {
  return { principal: principalOf(person), deadline, requestId }
}

/**
 * How a command is sent for a form. The form has an id that was drawn when it was shown, so that a form that is sent twice is one command;
 * what was filled in is part of it, so that the same form with other fields is refused.
 */
export function asPersonCommand(
  call: Pick<Call, 'deadline' | 'path' | 'requestId'>,
  person: SignedIn,
  formId: string,
): RequestOptions & { commandId: string } {
  const digest = createHash('sha256')
    .update(JSON.stringify([person.accountId, call.path, formId]))
    .digest('hex')
  return { ...asPerson(call, person), commandId: `cmd_${digest}` }
}

/** Owners may move the money of the account, developers where the owners allow it. */
function principalOf({ session, accountId, accountName, personId, role }: SignedIn): AccountPrincipal {
  return {
    kind: 'account',
    accountId,
    accountName,
    accountKind: session.accountKind,
    via: { kind: 'person', userId: personId, role },
    mayMoveMoney: role === 'owner' || (role === 'developer' && session.developersMoveMoney),
  }
}
