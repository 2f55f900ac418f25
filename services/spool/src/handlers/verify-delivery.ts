import {
  compileConditions,
  type OneCallRequest,
  type Principal,
  Refusal,
  reserveRun,
  type verifyDelivery,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import {
  agreeUnilaterally,
  type CompiledCondition,
  deliveredEvidence,
  type Initiator,
  type OneCallIds,
  refuseFetches,
  refuseManagedSettlement,
} from '../domain/agree-unilaterally.ts'
import { chainHistory, emptyHistory } from '../domain/history.ts'
import { openStanding } from '../domain/open-standing.ts'
import type { Spool } from '../domain/spool.ts'
import { measuredContent } from '../domain/evidence-content.ts'
import { derivedId, failPoint } from '@outturn/service'
import { driveRun } from '../process/drive-run.ts'
import type { OpeningRun } from '../process/frozen-run.ts'
import { firstLeaseMs, verdictWaitMs } from '../process/lease.ts'
import type { SpoolDeps } from '../service.ts'
import { replyOf } from '../store/reply-store.ts'

/**
 * One call: reserve the price, commit agreement, evidence and process in one statement, then drive the run to its
 * receipt. Ids come from the command id, so a repetition finds what the first attempt left and never makes a second.
 */
export function handleVerifyDelivery(deps: SpoolDeps): Handler<typeof verifyDelivery> {
  return async ({ request }, context) => {
    const initiator = initiatorOf(context.principal)
    refuseManagedSettlement(request, deps.settlement)
    const compiled = await compile(deps, request, context)
    if (context.principal.kind === 'sandbox') refuseFetches(compiled)
    const ids = oneCallIds(context.commandId)
    const runId = derivedId('run', context.commandId)
    const frozen = freeze(deps, request, compiled, initiator, ids, runId, context)
    const hop = { principal: context.principal, requestId: context.requestId, deadline: context.deadline }
    const freeTextCompiles = (request.conditions ?? []).filter(
      (condition) => typeof condition === 'string',
    ).length
    failPoint('spool.before-reserve')
    await deps.bus.request(
      reserveRun,
      { runId, accountId: initiator.accountId, freeTextCompiles },
      { ...hop, commandId: `reserve:${runId}` },
    )
    failPoint('spool.after-reserve')
    const isClaimed = await deps.agree({
      ...frozen,
      command: 'spool.verify-delivery',
      commandId: context.commandId,
      bodyDigest: context.bodyDigest,
    })
    if (!isClaimed) return replyOf(deps.pool, context.commandId, context.bodyDigest)
    failPoint('spool.after-agree')
    const deadline = Math.min(context.deadline, deps.clock.now().getTime() + verdictWaitMs)
    const reply = await driveRun(deps, frozen, { ...hop, deadline })
    failPoint('spool.before-reply')
    return reply ?? replyOf(deps.pool, context.commandId, context.bodyDigest)
  }
}

function initiatorOf(principal: Principal): Initiator {
  if (principal.kind === 'account') {
    return { accountId: principal.accountId, name: principal.accountName, kind: principal.accountKind }
  }
  if (principal.kind === 'sandbox') {
    return { accountId: principal.accountId, name: principal.accountName, kind: 'agent' }
  }
  throw new Refusal('forbidden', 'Only an account can ask for a verification.')
}

/** Objects bind as they are; plain text is compiled by the service that owns the grammar, or refused. */
async function compile(
  deps: SpoolDeps,
  request: OneCallRequest,
  context: CommandContext,
): Promise<CompiledCondition[]> {
  const texts = (request.conditions ?? []).flatMap((condition, index) =>
    typeof condition === 'string' ? [{ index, text: condition }] : [],
  )
  const compiled = new Map<number, CompiledCondition>()
  if (texts.length > 0) {
    const reply = await deps.bus.request(
      compileConditions,
      { conditions: texts },
      {
        commandId: `compile:${context.commandId}`,
        principal: context.principal,
        requestId: context.requestId,
        deadline: context.deadline,
      },
    )
    for (const { index, ...condition } of reply.compiled)
      compiled.set(index, { ...condition, required: true })
  }
  return (request.conditions ?? []).map((condition, index) =>
    typeof condition === 'string'
      ? (compiled.get(index) as CompiledCondition)
      : { ...condition, required: condition.required ?? true },
  )
}

function oneCallIds(commandId: string): OneCallIds {
  return {
    spoolId: derivedId('spool', commandId),
    buyerPartyId: derivedId('party', `${commandId}:buyer`),
    sellerPartyId: derivedId('party', `${commandId}:seller`),
    conditionId: (index) => derivedId('condition', `${commandId}:${index}`),
    evidenceId: (index) => derivedId('evidence', `${commandId}:${index}`),
  }
}

function freeze(
  deps: SpoolDeps,
  request: OneCallRequest,
  compiled: CompiledCondition[],
  initiator: Initiator,
  ids: OneCallIds,
  runId: string,
  context: CommandContext,
): OpeningRun {
  const now = deps.clock.now()
  const at = now.toISOString()
  const unhashed = agreeUnilaterally(request, compiled, initiator, ids)
  const agreement = {
    ...unhashed,
    planHash: deps.hashes.plan(unhashed.plan),
    agreementHash: deps.hashes.agreement(ids.spoolId, unhashed),
  }
  const content = measuredContent(request.evidence, deps.hashes)
  const evidence = deliveredEvidence(request, agreement.conditions, ids, content, at)
  const buyer = ids.buyerPartyId
  const { chained, head } = chainHistory(
    emptyHistory,
    [
      {
        id: derivedId('event', `${context.commandId}:created`),
        type: 'spool.created',
        at,
        actor: { party_id: buyer, kind: 'party' },
        data: { mode: 'unilateral', agreement_hash: agreement.agreementHash, plan_hash: agreement.planHash },
      },
      {
        id: derivedId('event', `${context.commandId}:evidence`),
        type: 'evidence.submitted',
        at,
        actor: { party_id: buyer, kind: 'party' },
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
    standing: {
      ...openStanding(at, head),
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
      request: null,
    },
  }
}
