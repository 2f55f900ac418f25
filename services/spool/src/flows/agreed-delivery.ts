import {
  compileConditions,
  type OneCallRequest,
  type Principal,
  Refusal,
  resolveRecipe,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import {
  agreeUnilaterally,
  type CompiledCondition,
  deliveredEvidence,
  type Initiator,
  type OneCallIds,
  assertNoFetches,
  assertNoManagedSettlement,
} from '../domain/agreement/agree-unilaterally.ts'
import { type MeasuredContent, measuredContent } from '../domain/evidence/evidence-content.ts'
import type { Agreement, Evidence } from '../domain/lifecycle/spool.ts'
import type { SpoolDeps } from '../deps.ts'

/** What a one-call verification agrees on and is given to judge, before anything is reserved or stored. */
export type AgreedDelivery = {
  ids: OneCallIds
  initiator: Initiator
  agreement: Agreement
  evidence: Evidence[]
  content: MeasuredContent
  /** Conditions that were compiled from plain text. */
  freeTextCompiles: number
}

type Bound = { conditions: CompiledCondition[]; recipe: Agreement['recipe'] | null }

/** Reads a request as the agreement that it makes, under ids that the seed yields; refuses what cannot be agreed. */
export async function agreedDelivery(
  deps: SpoolDeps,
  request: OneCallRequest,
  context: CommandContext,
  { seed, at }: { seed: string; at: string },
): Promise<AgreedDelivery> {
  const initiator = initiatorOf(context.principal)
  assertNoManagedSettlement(request)
  const { conditions, recipe } = await bindConditions(deps, request, initiator, context)
  if (context.principal.kind === 'sandbox') assertNoFetches(conditions)
  const ids = oneCallIds(seed)
  const unhashed = agreeUnilaterally(request, conditions, initiator, ids)
  const content = measuredContent(request.evidence, deps.hashes)
  return {
    ids,
    initiator,
    agreement: {
      ...unhashed,
      planHash: deps.hashes.plan(unhashed.plan),
      agreementHash: deps.hashes.agreement(ids.spoolId, unhashed),
      ...(recipe && { recipe }),
    },
    evidence: deliveredEvidence(request, unhashed.conditions, ids, content, at),
    content,
    freeTextCompiles: textsOf(request).length,
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

function textsOf({ conditions = [] }: OneCallRequest): { index: number; text: string }[] {
  return conditions.flatMap((condition, index) =>
    typeof condition === 'string' ? [{ index, text: condition }] : [],
  )
}

/** Objects bind as they are; a recipe and plain text are read by the service that owns them, or refused. */
async function bindConditions(
  deps: SpoolDeps,
  request: OneCallRequest,
  { accountId }: Initiator,
  context: CommandContext,
): Promise<Bound> {
  const { principal, requestId, deadline, commandId } = context
  const hop = { principal, requestId, deadline, commandId: `compile:${commandId}` }
  if (request.recipe !== undefined) {
    const { id, recipeHash, conditions } = await deps.bus.request(
      resolveRecipe,
      { accountId, recipe: request.recipe },
      hop,
    )
    return { conditions, recipe: { id, recipe_hash: recipeHash } }
  }
  const texts = textsOf(request)
  const compiled = new Map<number, CompiledCondition>()
  if (texts.length > 0) {
    const reply = await deps.bus.request(compileConditions, { conditions: texts }, hop)
    for (const { index, ...condition } of reply.compiled) {
      compiled.set(index, { ...condition, required: true })
    }
  }
  const conditions = (request.conditions ?? []).map((condition, index) =>
    typeof condition === 'string'
      ? (compiled.get(index) as CompiledCondition)
      : { ...condition, required: condition.required ?? true },
  )
  return { conditions, recipe: null }
}

function oneCallIds(seed: string): OneCallIds {
  return {
    spoolId: derivedId('spool', seed),
    buyerPartyId: derivedId('party', `${seed}:buyer`),
    sellerPartyId: derivedId('party', `${seed}:seller`),
    conditionId: (index) => derivedId('condition', `${seed}:${index}`),
    evidenceId: (index) => derivedId('evidence', `${seed}:${index}`),
  }
}
