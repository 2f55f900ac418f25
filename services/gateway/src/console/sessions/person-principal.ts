import { createHash } from 'node:crypto'
import type { RequestOptions } from '@outturn/messaging'
import type { Call } from '../../http/route.ts'
import { findAccount } from '../../store/account-store.ts'
import type { SignedIn } from './serve-person.ts'

type AccountPrincipal = Extract<RequestOptions['principal'], { kind: 'account' }>

/** How a query is sent for a page: as the account of the person, with the rights of their role. */
export async function asPerson(
  { deadline, requestId }: Pick<Call, 'deadline' | 'requestId'>,
  person: SignedIn,
): Promise<RequestOptions> {
  return { principal: await principalOf(person), deadline, requestId }
}

/**
 * How a command is sent for a form. The form has an id that was drawn when it was shown, so that a form that is sent twice is one command;
 * what was filled in is part of it, so that the same form with other fields is refused.
 */
export async function asPersonCommand(
  call: Pick<Call, 'deadline' | 'path' | 'requestId'>,
  person: SignedIn,
  formId: string,
): Promise<RequestOptions & { commandId: string }> {
  const digest = createHash('sha256')
    .update(JSON.stringify([person.accountId, call.path, formId]))
    .digest('hex')
  return { ...(await asPerson(call, person)), commandId: `cmd_${digest}` }
}

async function principalOf({ console, accountId, accountName, role }: SignedIn): Promise<AccountPrincipal> {
  const account = await findAccount(console.db, accountId)
  const mayAct = role === 'owner' || role === 'developer'
  return {
    kind: 'account',
    accountId,
    accountName,
    accountKind: account?.kind ?? 'org',
    scope: mayAct ? 'full' : 'verify',
    mayMoveMoney: role === 'owner',
  }
}
