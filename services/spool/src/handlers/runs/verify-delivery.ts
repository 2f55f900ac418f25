import { reserveRun, type verifyDelivery } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { derivedId, failPoint } from '@outturn/service'
import { chainHistory, emptyHistory } from '../../domain/lifecycle/history.ts'
import { acceptedState } from '../../domain/lifecycle/open-standing.ts'
import type { Spool } from '../../domain/lifecycle/spool.ts'
import { driveRun } from '../../flows/drive-run.ts'
import type { OpeningRun } from '../../flows/frozen-run.ts'
import { firstLeaseMs, verdictWaitMs } from '../../flows/lease.ts'
import type { SpoolDeps } from '../../deps.ts'
import { replyOf } from '../../store/reply-store.ts'
import { type AgreedDelivery, agreedDelivery } from '../../flows/agreed-delivery.ts'

/**
 * One call: reserve the price, commit agreement, evidence and process in one statement, then drive the run to its
 * receipt. Ids come from the command id, so a repetition finds what the first attempt left and never makes a second.
 */
export function handleVerifyDelivery(deps: SpoolDeps): Handler<typeof verifyDelivery> {
  return async ({ request }, context) => {
    const now = deps.clock.now()
    const delivery = await agreedDelivery(deps, request, context, {
      seed: context.commandId,
      at: now.toISOString(),
    })
    const frozen = freeze(deps, delivery, now, context)
    const { runId, accountId } = frozen.process
    const hop = { principal: context.principal, requestId: context.requestId, deadline: context.deadline }
    failPoint('spool.before-reserve')
    await deps.bus.request(
      reserveRun,
      { runId, accountId, freeTextCompiles: delivery.freeTextCompiles },
      { ...hop, commandId: `reserve:${runId}`, isRepeatable: true },
    )
    failPoint('spool.after-reserve')
    const { spool, salt, history, evidence, contents, process } = frozen
    const result = await deps.commit({
      origin: {
        kind: 'command',
        commandId: context.commandId,
        command: 'spool.verify-delivery',
        bodyDigest: context.bodyDigest,
        reply: null,
        isKept: true,
      },
      before: null,
      salt,
      spool,
      history,
      outbox: [],
      evidence: { from: 0, items: evidence, contents },
      opens: process,
      at: spool.createdAt,
    })
    if (result !== 'won') return replyOf(deps.pool, context.commandId, context.bodyDigest)
    failPoint('spool.after-agree')
    const deadline = Math.min(context.deadline, deps.clock.now().getTime() + verdictWaitMs)
    const reply = await driveRun(deps, frozen, { ...hop, deadline })
    failPoint('spool.before-reply')
    return reply ?? replyOf(deps.pool, context.commandId, context.bodyDigest)
  }
}

function freeze(
  deps: SpoolDeps,
  { ids, initiator, agreement, evidence, content }: AgreedDelivery,
  now: Date,
  context: CommandContext,
): OpeningRun {
  const at = now.toISOString()
  const runId = derivedId('run', context.commandId)
  const buyer = { party_id: ids.buyerPartyId, kind: 'party' } as const
  const { chained, head } = chainHistory(
    emptyHistory,
    [
      {
        id: derivedId('event', `${context.commandId}:created`),
        type: 'spool.created',
        at,
        actor: buyer,
        data: { mode: 'unilateral', agreement_hash: agreement.agreementHash, plan_hash: agreement.planHash },
      },
      {
        id: derivedId('event', `${context.commandId}:evidence`),
        type: 'evidence.submitted',
        at,
        actor: buyer,
        data: { evidence_ids: evidence.map((item) => item.id), content_digest: content.digest },
      },
    ],
    deps.hashes.eventHash,
  )
  const spool: Spool = {
    id: ids.spoolId,
    shareId: deps.ids.newId('share'),
    environment: deps.environment,
    accountId: initiator.accountId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    agreement,
    state: {
      ...acceptedState(at, head),
      openRunId: runId,
      evidenceCount: evidence.length,
      newestEvidenceAt: at,
    },
  }
  return {
    spool,
    salt: deps.randomBytes(32),
    held: evidence,
    evidence,
    contents: [{ digest: content.digest, text: content.text }],
    history: chained,
    process: {
      runId,
      spoolId: spool.id,
      accountId: initiator.accountId,
      commandId: context.commandId,
      nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
      requestedAt: at,
      leaseUntil: new Date(now.getTime() + firstLeaseMs).toISOString(),
      attempts: 0,
      request: { kind: 'delivery' },
    },
  }
}
