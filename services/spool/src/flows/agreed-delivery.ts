import type { ConditionInput } from '@outturn/agreement'
import {
  accountOf,
  type CommandInput,
  type DeliveryRequest,
  forbidden,
  type previewDelivery,
  type Principal,
  unprocessable,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { compiledConditions, problemFinder, recipeConditions } from '../adapters/verification.ts'
import type { SpoolDeps } from '../deps.ts'
import { maxConditions } from '../domain/agreement/agreed-conditions.ts'
import { draftAgreement } from '../domain/agreement/draft-agreement.ts'
import { deliveredEvidence, type Delivery } from '../domain/submissions/delivered-evidence.ts'
import { assertReadsRows } from '../domain/evidence/readable-content.ts'
import { rowFields } from '../wire/row-fields.ts'
import type { Agreement } from '../domain/model/spool.ts'
import { deliveryDraftOf } from '../wire/evidence-request.ts'
import { type SentRows, sentRows } from '../wire/sent-rows.ts'
import { admitRun } from './runs/admit-run.ts'
import { conditionId } from './hashes.ts'
import { type ConditionSource, inCallersOrder } from '../wire/condition-sources.ts'
import {
  assertNoManagedSettlement,
  type BoundConditions,
  type Initiator,
  oneCallDraft,
} from '../wire/one-call-draft.ts'

/** A one-call request with its rows. */
export type SentDelivery = CommandInput<typeof previewDelivery>

/** What a one-call verification agrees on and is given to judge, before anything is reserved or stored. */
export type AgreedDelivery = Delivery & {
  spoolId: string
  accountId: string
  agreement: Agreement
  /** Conditions that were compiled from plain text. */
  freeTextCompiles: number
}

/**
 * Reads a request as the agreement that it makes, under ids that the seed yields. Refuses what cannot be agreed, and what rows
 * cannot decide; a preview shows the doubt instead.
 */
export async function agreedDelivery(
  deps: SpoolDeps,
  { request, rows: passed }: SentDelivery,
  context: CommandContext,
  { seed, now, isPreview }: { seed: string; now: Date; isPreview?: true },
): Promise<AgreedDelivery> {
  const { principal } = context
  const initiator = initiatorOf(principal)
  const { accountId } = initiator
  assertNoManagedSettlement(request)
  const texts = textsOf(request)
  const rows = sentRows(passed)
  const bound = await boundConditions(deps, request, { accountId, texts, rows }, context)
  const spoolId = derivedId('spool', seed)
  const findProblem = await problemFinder(deps, bound.conditions, context)
  const agreement = inCallersOrder(bound.sources, () =>
    draftAgreement(oneCallDraft(request, bound, initiator), {
      accountId,
      activeAccounts: new Set(),
      now,
      partyId: (index) => derivedId('party', `${seed}:${index === 0 ? 'buyer' : 'seller'}`),
      conditionId: (index) => conditionId(spoolId, 1, index),
      adapters: null,
      canFetch: principal.kind !== 'sandbox',
      findProblem,
    }),
  )
  if (isPreview !== true) {
    inCallersOrder(bound.sources, () =>
      assertReadsRows(agreement, (index) =>
        request.recipe === undefined ? `conditions[${index}]` : 'recipe',
      ),
    )
  }
  const delivery = deliveredEvidence(deliveryDraftOf(request, rows), agreement.conditions, {
    at: now.toISOString(),
    evidenceId: (index) => derivedId('evidence', `${seed}:${index}`),
    hashes: deps.hashes,
  })
  admitRun(deps, agreement, delivery.items, 'evidence.rows')
  return {
    ...delivery,
    spoolId,
    accountId,
    agreement: deps.hashes.hashed(spoolId, agreement),
    freeTextCompiles: texts.length,
  }
}

function initiatorOf(principal: Principal): Initiator {
  const accountId = accountOf(principal)
  if (principal.kind === 'account' && accountId !== null) {
    return { accountId, name: principal.accountName, kind: principal.accountKind }
  }
  if ((principal.kind === 'sandbox' || principal.kind === 'wallet') && accountId !== null) {
    return { accountId, name: principal.accountName, kind: 'agent' }
  }
  throw forbidden('Only an account can ask for a verification.')
}

type ConditionText = { index: number; text: string }

function textsOf({ conditions = [] }: DeliveryRequest): ConditionText[] {
  return conditions.flatMap((condition, index) =>
    typeof condition === 'string' ? [{ index, text: condition }] : [],
  )
}

type SentCondition = Pick<ConditionInput, 'description' | 'deterministic_check' | 'evidence_requirements'> & {
  required?: boolean | undefined
  verification_method?: ConditionInput['verification_method'] | undefined
}

/** Objects bind as they are; a recipe and plain text are read by the service that owns them, or refused. */
async function boundConditions(
  deps: SpoolDeps,
  request: DeliveryRequest,
  { accountId, texts, rows }: { accountId: string; texts: ConditionText[]; rows: SentRows },
  context: CommandContext,
): Promise<BoundConditions & { sources: ConditionSource[] }> {
  const { recipe, conditions = [] } = request
  if (recipe !== undefined) {
    const resolved = await recipeConditions(deps, { accountId, recipe }, context)
    return {
      conditions: resolved.conditions.map(asCondition),
      recipe: { id: resolved.id, recipe_hash: resolved.recipeHash },
      fieldsFrom: null,
      sources: resolved.conditions.map((_, index) => ({ index, isText: false })),
    }
  }
  const { fields: named, unit_name, as_of, time_zone, declared_actor_type } = request
  const fieldsFrom = texts.length === 0 ? null : named === undefined ? 'rows' : 'request'
  const reply =
    fieldsFrom === null
      ? null
      : await compiledConditions(
          deps,
          {
            conditions: texts,
            fields: named ?? rowFields(rows.values()),
            fieldsFrom,
            unit_name,
            as_of,
            time_zone,
            declared_actor_type,
          },
          context,
        )
  const compiled = Map.groupBy(reply?.compiled ?? [], ({ index }) => index)
  const bound = conditions.flatMap((condition, index) =>
    typeof condition === 'string'
      ? (compiled.get(index) ?? []).map((read) => ({
          condition: asCondition(read, index),
          index,
          isText: true,
        }))
      : [{ condition: asCondition(condition, index), index, isText: false }],
  )
  refuseTooMany(bound.length)
  return {
    conditions: bound.map(({ condition }) => condition),
    recipe: null,
    fieldsFrom,
    sources: bound.map(({ index, isText }) => ({ index, isText })),
  }
}

/** One text may state several checks, each of which is a condition. */
function refuseTooMany(count: number): void {
  if (count <= maxConditions) return
  throw unprocessable(
    'conditions',
    `The conditions state ${count} checks; a verification has at most ${maxConditions} conditions.`,
    { remediation: `Keep to ${maxConditions} checks in all.` },
  )
}

/** A condition as it binds; whatever else it says of a Spool that it was read from means nothing here. */
function asCondition(sent: SentCondition, index: number): ConditionInput {
  const { description, required = true, verification_method: method = 'deterministic' } = sent
  if (method !== 'deterministic') {
    throw unprocessable(
      `conditions[${index}].verification_method`,
      `A one-call verification is decided by checkers; ${method} is not one.`,
      { remediation: 'Send a condition with a deterministic_check, or agree on a Spool.' },
    )
  }
  const { deterministic_check: check, evidence_requirements: requirements } = sent
  return {
    description,
    required,
    verification_method: method,
    ...(check !== undefined && { deterministic_check: check }),
    ...(requirements !== undefined && { evidence_requirements: requirements }),
  }
}
