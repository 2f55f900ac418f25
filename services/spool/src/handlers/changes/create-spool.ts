import {
  callerScope,
  type createSpool,
  type CreatedSpool,
  type CreateSpoolRequest,
  forbidden,
  newSpoolName,
  type Principal,
  Refusal,
  spoolEventName,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { activeAccounts } from '../../adapters/accounts.ts'
import { priceOfWork } from '../../adapters/billing.ts'
import { type SettlementOffer, settlementOffer } from '../../adapters/settlement.ts'
import { requiredSources } from '../../adapters/fact-sources.ts'
import { assertCheckableJudges, problemFinder, recipeConditions } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import type { AgreementDraft } from '../../domain/agreement/agreement-draft.ts'
import { otherAccountsOf } from '../../domain/agreement/agreed-parties.ts'
import { mayPayByCard } from '../../domain/agreement/choose-lane.ts'
import { draftAgreement } from '../../domain/agreement/draft-agreement.ts'
import { assertFeeWithinMaximum } from '../../domain/agreement/quote-spool.ts'
import { attributed } from '../../domain/lifecycle/attributed.ts'
import { nextVersion } from '../../domain/model/decision.ts'
import type { RequiredSource } from '../../domain/model/casework/required-sources.ts'
import { bindNamedSources } from '../../domain/evidence/bind-source.ts'
import { newSpool } from '../../domain/model/new-spool.ts'
import type { Agreement } from '../../domain/model/spool.ts'
import { creatorOf } from '../../domain/model/viewer.ts'
import { handoffOf, shareUrlOf } from '../../domain/views/handoff.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { conditionId } from '../../flows/hashes.ts'
import { earlierReply } from '../../store/reply-store.ts'
import { replyOf, wholeReply } from '../../flows/earlier-reply.ts'
import { agreementDraftOf } from '../../wire/agreement-request.ts'

/** Makes a Spool under ids that come from the command id: proposed, or in unilateral mode accepted at once. */
export function handleCreateSpool(deps: SpoolDeps): Handler<typeof createSpool> {
  return async ({ request, isDraft = false }, context) => {
    const { commandId, bodyDigest, principal } = context
    const accountId = creatingAccount(principal)
    // A repetition may come when a time that lay ahead has passed.
    const earlier = await earlierReply(deps.pool, commandId, bodyDigest)
    if (earlier !== null) return wholeReply(deps, earlier, context)
    const spoolId = derivedId('spool', newSpoolName(commandId, await deps.epochs.now(context)))
    const draft = await draftOf(deps, request, accountId, context)
    await assertCheckableJudges(deps, draft.conditions, 'conditions', context)
    const sources = await requiredSources(deps, draft.conditions, context)
    const agreement = await namingRecipe(request, () =>
      agree(deps, draft, { accountId, spoolId, sources }, context),
    )
    const at = deps.clock.now().toISOString()
    const { environment } = deps
    const created = newSpool(agreement, {
      spoolId,
      shareId: deps.ids.newId('share'),
      environment,
      accountId,
      at,
      isDraft,
    })
    const made = bindNamedSources(created, sources, {
      before: [],
      partyId: creatorOf(created.spool).partyId,
      at,
    })
    const { spool, history } = nextVersion(attributed(made, principal), at, {
      eventHash: deps.hashes.eventHash,
      entryId: (type, index) =>
        derivedId('event', spoolEventName(commandId, type, index === 0 ? undefined : index)),
    })
    const body = {
      ...toSpoolView(spool, [], principal, deps.clock.now()),
      lane: agreement.lane,
      share_url: shareUrlOf(spool, deps.publicUrl),
      handoff: handoffOf(spool, deps.publicUrl),
    } as CreatedSpool
    const reply = JSON.stringify(body)
    const result = await deps.commit({
      origin: { kind: 'command', commandId, command: 'spool.create', bodyDigest, reply, isKept: false },
      before: null,
      salt: deps.randomBytes(32),
      spool,
      history,
      outbox: [],
      at,
    })
    return result === 'won' ? new StoredReply(reply) : replyOf(deps, context)
  }
}

function creatingAccount(principal: Principal): string {
  if (principal.kind === 'sandbox') return principal.accountId
  if (principal.kind === 'account' && callerScope(principal) === 'full') return principal.accountId
  throw forbidden('Only a full-scope key of an account may make a Spool.', { reason: 'full_scope_required' })
}

/** What is agreed on. The conditions of a recipe are read once, when the Spool is made: they bind, whatever becomes of the recipe. */
async function draftOf(
  deps: SpoolDeps,
  request: CreateSpoolRequest,
  accountId: string,
  context: CommandContext,
): Promise<AgreementDraft> {
  const { recipe } = request
  if (recipe === undefined) return agreementDraftOf(request)
  const resolved = await recipeConditions(deps, { accountId, recipe }, context)
  return agreementDraftOf(request, {
    conditions: resolved.conditions.map((condition) => ({
      ...condition,
      verification_method: 'deterministic',
    })),
    recipe: { id: resolved.id, recipe_hash: resolved.recipeHash },
  })
}

/** Agrees, and has a refusal of a condition name the parameters of the recipe that it came from: the request has no conditions. */
async function namingRecipe<Agreed>(
  { recipe }: CreateSpoolRequest,
  agreeOnIt: () => Promise<Agreed>,
): Promise<Agreed> {
  try {
    return await agreeOnIt()
  } catch (error) {
    const isOfRecipe = error instanceof Refusal && error.options.field?.startsWith('conditions[') === true
    if (recipe === undefined || !isOfRecipe) throw error
    throw new Refusal(error.code, error.message, { ...error.options, field: 'recipe.params' }, error.status)
  }
}

/** The settlement service is asked by those alone that it could settle for. The sandbox settles nothing. */
async function offerFor(
  deps: SpoolDeps,
  draft: AgreementDraft,
  accountId: string,
  context: CommandContext,
): Promise<SettlementOffer> {
  const namesWallet = draft.parties.some(({ settlementAddress }) => settlementAddress !== undefined)
  if (deps.environment !== 'production' || !(namesWallet || mayPayByCard(draft))) {
    return { adapters: ['external'], reservedAddresses: [] }
  }
  return settlementOffer(deps, accountId, context)
}

async function agree(
  deps: SpoolDeps,
  draft: AgreementDraft,
  { accountId, spoolId, sources }: { accountId: string; spoolId: string; sources: readonly RequiredSource[] },
  context: CommandContext,
): Promise<Agreement> {
  const { commandId, principal } = context
  const agreement = draftAgreement(draft, {
    accountId,
    activeAccounts: await activeAccounts(deps, otherAccountsOf(draft.parties, accountId), context),
    now: deps.clock.now(),
    partyId: (index) => derivedId('party', `${commandId}:${index}`),
    conditionId: (index) => conditionId(spoolId, 1, index),
    ...(await offerFor(deps, draft, accountId, context)),
    canFetch: principal.kind !== 'sandbox',
    findProblem: await problemFinder(deps, draft.conditions, context),
    sources,
  })
  const { fee_cents: fee } = agreement.economics
  if (agreement.type === 'agent_task' && fee !== undefined) {
    const work = { accountId, amountCents: agreement.value.amount_cents }
    assertFeeWithinMaximum(fee, await priceOfWork(deps, work, context))
  }
  return deps.hashes.hashed(spoolId, agreement)
}
