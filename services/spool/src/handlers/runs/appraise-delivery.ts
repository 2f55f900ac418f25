import type { appraiseDelivery } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { agreedDelivery } from '../../flows/agreed-delivery.ts'

/** Reads a one-call request as its verification would, under ids that nothing keeps, and stops before any work. */
export function handleAppraiseDelivery(deps: SpoolDeps): Handler<typeof appraiseDelivery> {
  return async (sent, context) => {
    const draft = { seed: deps.ids.newUuid(), now: deps.clock.now() }
    const { freeTextCompiles } = await agreedDelivery(deps, sent, context, draft)
    await deps.assertSigns('delivery', context)
    return { freeTextCompiles }
  }
}
