import type { previewDelivery, RunJob } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { priceOfRun } from '../../adapters/billing.ts'
import { previewedRun } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { fieldsFromOf } from '../../domain/views/fields-from.ts'
import { preflight } from '../../domain/views/preflight.ts'
import { type AgreedDelivery, agreedDelivery } from '../../flows/agreed-delivery.ts'
import { toRunEvidence } from '../../flows/runs/frozen-run.ts'
import { verdictWaitMs } from '../../flows/lease.ts'
import { previewedContents } from '../../domain/runs/previewed-contents.ts'

/** Tries a one-call verification: agreed, priced and judged like the real one, under ids that nothing keeps. */
export function handlePreviewDelivery(deps: SpoolDeps): Handler<typeof previewDelivery> {
  return async (sent, context) => {
    const now = deps.clock.now()
    const delivery = await agreedDelivery(deps, sent, context, {
      seed: deps.ids.newUuid(),
      now,
      isPreview: true,
    })
    const { accountId, agreement, freeTextCompiles } = delivery
    const hop = { ...context, deadline: Math.min(context.deadline, now.getTime() + verdictWaitMs) }
    const [price, outcome] = await Promise.all([
      priceOfRun(deps, { accountId, freeTextCompiles }, hop),
      runOf(deps, delivery, now, hop),
    ])
    return { ...preflight(agreement, outcome, price), ...fieldsFromOf(agreement) }
  }
}

/** A job with all its content inside or beside it: there are no rows that a worker could read it from. */
function runOf(
  deps: SpoolDeps,
  { spoolId, accountId, agreement, items, content }: AgreedDelivery,
  now: Date,
  hop: CommandContext,
): ReturnType<typeof previewedRun> {
  const { inline, beside } = previewedContents([content])
  const job: RunJob = {
    runId: deps.ids.newId('run'),
    spoolId,
    accountId,
    slug: deps.slug,
    plan: agreement.plan,
    evidence: items.map(toRunEvidence),
    contents: inline,
    evaluatedAt: now.toISOString(),
    spoolSalt: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    remainingMs: hop.deadline - now.getTime(),
  }
  return previewedRun(deps, job, beside, hop)
}
