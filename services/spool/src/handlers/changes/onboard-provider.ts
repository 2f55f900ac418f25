import { onboardProvider, type ProviderOnboarding } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { returnsOf } from '../../adapters/accounts.ts'
import { payoutLink } from '../../adapters/settlement.ts'
import type { SpoolDeps } from '../../deps.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { assertReachable } from '../../domain/settlement/reachable-urls.ts'
import { payeeFor } from '../../domain/model/payees.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** Each call makes a new link; a repetition of the same call answers with the link that it made. */
export function handleOnboardProvider(deps: SpoolDeps): Handler<typeof onboardProvider> {
  return ({ request, ...target }, context) => {
    let link: ProviderOnboarding | null = null
    return changeAndReply(
      deps,
      onboardProvider,
      target,
      context,
      async ({ spool, viewer, now }) => {
        assertAllowed('onboard-provider', spool, viewer, now)
        assertReachable(request, deps.publicUrl)
        const payeeId = payeeFor(spool, viewer)
        if (link === null) {
          const given = { refreshUrl: request.refresh_url, returnUrl: request.return_url }
          const accountId = viewer.party?.accountId ?? spool.accountId
          const urls = await returnsOf(deps, { accountId, ...given }, context)
          link = await payoutLink(deps, { payeeId, spoolId: spool.id, ...urls }, context)
        }
        return {
          spool,
          entries: [
            {
              type: 'provider.onboarding_started',
              at: now.toISOString(),
              actor: { party_id: viewer.party?.partyId ?? null, kind: 'party' },
              data: {},
            },
          ],
        }
      },
      {
        isDecidedAtOnce: true,
        answer: ({ spool, evidence, now }) => ({
          ...toSpoolView(spool, evidence, context.principal, now),
          ...(link !== null && { provider_onboarding: link }),
        }),
      },
    )
  }
}
