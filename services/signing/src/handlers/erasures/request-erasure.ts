import { approvalWindowMs, conflict, operatorName, type requestErasure } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { SigningDeps } from '../../deps.ts'
import { assertErasable } from '../../flows/erasures/assert-erasable.ts'
import { erasureRequests, findErasure, recordErasureRequest } from '../../store/accounts/erasure-store.ts'
import { erasureView, requestView } from '../../flows/erasures/erasure-view.ts'

/** Takes the request of an operator, where nothing of the account is open; one that is erased already answers as it is. */
export function handleRequestErasure(deps: SigningDeps): Handler<typeof requestErasure> {
  return async ({ accountId, reason }, context) => {
    const { principal, commandId, now } = context
    const requestedBy = operatorName(principal)
    deps.erasures.assertListed()
    const begun = await findErasure(deps.pool, 'account', accountId)
    if (begun !== null) return erasureView(begun)
    const open = (await erasureRequests(deps.pool, accountId)).find(({ expiresAt }) => expiresAt > now)
    if (open !== undefined) {
      throw conflict(`${open.requestedBy} requested this already.`, {
        reason: 'request_open',
        remediation: `Approve it as another operator before ${open.expiresAt.toISOString()}, with \`account erase --account ${accountId} --approve\`.`,
      })
    }
    await assertErasable(deps, accountId, context)
    const request = {
      requestId: derivedId('recovery', commandId),
      accountId,
      reason,
      requestedBy,
      expiresAt: new Date(now.getTime() + approvalWindowMs),
    }
    await recordErasureRequest(deps.pool, request, now)
    return requestView(request)
  }
}
