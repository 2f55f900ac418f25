import { type Account, callerScope, keyIdOf, readAccount, readBalance } from '@outturn/contracts'
import { type Answer, type Call, json, serve } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'

export const accountRoute = serve(readAccount, read)

async function read(call: Call): Promise<Answer> {
  const { identity, instance } = call
  if (identity === null) throw new Error('an account was read without a caller')
  const { principal, keyName = '', quota } = identity
  const keyId = keyIdOf(principal)
  const isSession = principal.kind === 'sandbox'
  const account = {
    id: principal.accountId,
    name: principal.accountName,
    kind: isSession ? 'agent' : principal.accountKind,
    environment: instance.environment,
    scope: isSession ? scopeOfSession(principal) : principal.via.scope,
    key: keyId === null ? null : { id: keyId, name: keyName },
    spool_id: principal.spoolId ?? null,
    party_id: principal.partyId ?? null,
    limits: { requests_per_minute: quota ?? instance.quota },
    allowance: await allowanceOf(call),
  } satisfies Account
  return json(200, account, { 'cache-control': 'private, no-cache', vary: 'authorization' })
}

/** An invited session may do what a counterparty key may. */
function scopeOfSession({ spoolId }: { spoolId?: string | undefined }): Account['scope'] {
  return spoolId === undefined ? 'full' : 'counterparty'
}

async function allowanceOf(call: Call): Promise<Account['allowance']> {
  const { principal } = call
  if (principal.kind !== 'account' || callerScope(principal) === 'counterparty') return null
  const { accountId } = principal
  return (await call.instance.bus.request(readBalance, { accountId }, asCaller(call))).allowance
}
