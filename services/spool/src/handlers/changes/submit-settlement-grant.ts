import { Refusal, type SettlementGrant, submitSettlementGrant } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { areGrantsPaused, submitGrant } from '../../adapters/settlement-grants.ts'
import type { SpoolDeps } from '../../deps.ts'
import { actionContextOf } from '../../domain/lifecycle/transitions.ts'
import { assertBuyerOfGrant, assertTakesGrant, grantTermsOf } from '../../domain/settlement/may-grant.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** The settlement service keeps the grant; the Spool stays as it is. Whether grants are taken at all is told first. */
export function handleSubmitSettlementGrant(deps: SpoolDeps): Handler<typeof submitSettlementGrant> {
  return ({ request, ...target }, context) => {
    let kept: SettlementGrant | null = null
    return changeAndReply(
      deps,
      submitSettlementGrant,
      target,
      context,
      async ({ spool, viewer, now }) => {
        assertBuyerOfGrant(viewer)
        if (await areGrantsPaused(deps, context)) {
          throw new Refusal('grants_paused', 'This deployment takes no new settlement grants now.', {
            retryAfterSeconds: 60,
          })
        }
        assertTakesGrant(actionContextOf(spool, viewer, now))
        kept = await submitGrant(deps, { terms: grantTermsOf(spool), request }, context)
        return { spool, entries: [] }
      },
      { isDecidedAtOnce: true, answer: () => kept },
    )
  }
}
