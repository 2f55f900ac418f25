import { absent, type approveErasure, assertSecondOperator, operatorName } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { assertErasable } from '../../flows/erasures/assert-erasable.ts'
import { erasureRequests, findErasure, forgetErasureRequests } from '../../store/accounts/erasure-store.ts'
import { erasureView } from '../../flows/erasures/erasure-view.ts'

/** Begins what another operator requested. From here on it is finished, whichever process ends. */
export function handleApproveErasure(deps: SigningDeps): Handler<typeof approveErasure> {
  return async ({ accountId }, context) => {
    const { principal, now } = context
    const approvedBy = operatorName(principal)
    deps.erasures.assertListed()
    const begun = await findErasure(deps.pool, 'account', accountId)
    if (begun !== null) return erasureView(begun)
    const request = (await erasureRequests(deps.pool, accountId)).at(-1)
    if (request === undefined) {
      throw absent('No operator has requested to erase this account.', {
        remediation: `Request it first, with \`account erase --account ${accountId} --reason "…"\`.`,
      })
    }
    const { requestId, requestedBy, expiresAt } = request
    const asked = { requestId, requestedBy, expiresAt: expiresAt.toISOString() }
    assertSecondOperator(asked, approvedBy, now.toISOString())
    await assertErasable(deps, accountId, context)
    await deps.erasures.begin(accountId, { requestedBy, approvedBy })
    await forgetErasureRequests(deps.pool, accountId)
    const erasure = await findErasure(deps.pool, 'account', accountId)
    if (erasure === null) throw new Error(`the erasure of ${accountId} was not recorded`)
    return erasureView(erasure)
  }
}
