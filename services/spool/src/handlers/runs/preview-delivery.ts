import { readJson } from '@outturn/canonical'
import { type previewDelivery, previewRun, priceRun, type RunJob } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { preflight } from '../../domain/views/preflight.ts'
import { toRunEvidence } from '../../flows/frozen-run.ts'
import { verdictWaitMs } from '../../flows/lease.ts'
import type { SpoolDeps } from '../../deps.ts'
import { type AgreedDelivery, agreedDelivery } from '../../flows/agreed-delivery.ts'

/** Tries a one-call verification: agreed, priced and judged like the real one, under ids that nothing keeps. */
export function handlePreviewDelivery(deps: SpoolDeps): Handler<typeof previewDelivery> {
  return async ({ request }, context) => {
    const now = deps.clock.now()
    const at = now.toISOString()
    const delivery = await agreedDelivery(deps, request, context, { seed: deps.ids.newUuid(), at })
    const { accountId } = delivery.initiator
    const deadline = Math.min(context.deadline, now.getTime() + verdictWaitMs)
    const hop = { principal: context.principal, requestId: context.requestId, deadline }
    const job = throwawayJob(deps, delivery, at, deadline)
    const [price, outcome] = await Promise.all([
      deps.bus.request(
        priceRun,
        { accountId, freeTextCompiles: delivery.freeTextCompiles },
        { ...hop, commandId: `price:${context.commandId}` },
      ),
      deps.bus.request(previewRun, { job }, { ...hop, commandId: `preview:${context.commandId}` }),
    ])
    return preflight(delivery.agreement, outcome, price)
  }
}

/** A job with all its content inside: there are no rows that a worker could read it from. */
function throwawayJob(
  deps: SpoolDeps,
  { ids, initiator, agreement, evidence, content }: AgreedDelivery,
  at: string,
  deadline: number,
): RunJob {
  return {
    runId: deps.ids.newId('run'),
    spoolId: ids.spoolId,
    accountId: initiator.accountId,
    slug: deps.slug,
    plan: agreement.plan,
    evidence: evidence.map(toRunEvidence),
    contents: { [content.digest]: readJson(content.text) as never },
    evaluatedAt: at,
    spoolSalt: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    deadline,
  }
}
