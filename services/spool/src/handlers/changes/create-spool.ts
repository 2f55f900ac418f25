import {
  type createSpool,
  type CreatedSpool,
  type CreateSpoolRequest,
  priceWork,
  type Principal,
  Refusal,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { draftAgreement, initialState } from '../../domain/agreement/create-spool.ts'
import { nextVersion } from '../../domain/lifecycle/decision.ts'
import { handoffOf, shareUrlOf } from '../../domain/views/handoff.ts'
import { emptyHistory } from '../../domain/lifecycle/history.ts'
import { assertFeeWithinMaximum } from '../../domain/agreement/quote-spool.ts'
import type { Agreement, Spool } from '../../domain/lifecycle/spool.ts'
import { toSpoolView } from '../../domain/views/spool-view.ts'
import { creatorOf } from '../../domain/lifecycle/viewer.ts'
import type { SpoolDeps } from '../../deps.ts'
import { earlierReply, replyOf } from '../../store/reply-store.ts'

/** Makes a Spool under ids that come from the command id: proposed, or in unilateral mode accepted at once. */
export function handleCreateSpool(deps: SpoolDeps): Handler<typeof createSpool> {
  return async ({ request }, context) => {
    const { commandId, bodyDigest, principal } = context
    const accountId = creatingAccount(principal)
    // A repetition may come when a time that lay ahead has passed.
    const earlier = await earlierReply(deps.pool, commandId, bodyDigest)
    if (earlier !== null) return earlier
    const agreement = await agree(deps, request, accountId, context)
    const { spool, history } = created(deps, agreement, accountId, commandId)
    const body = {
      ...toSpoolView(spool, [], principal, deps.clock.now()),
      lane: agreement.lane,
      share_url: shareUrlOf(spool, deps.publicUrl),
      handoff: handoffOf(spool, deps.publicUrl),
    } as CreatedSpool
    const reply = JSON.stringify(body)
    const salt = deps.randomBytes(32)
    const result = await deps.commit({
      origin: { kind: 'command', commandId, command: 'spool.create', bodyDigest, reply, isKept: false },
      before: null,
      salt,
      spool,
      history,
      outbox: [],
      at: spool.createdAt,
    })
    return result === 'won' ? new StoredReply(reply) : replyOf(deps.pool, commandId, bodyDigest)
  }
}

function creatingAccount(principal: Principal): string {
  if (principal.kind === 'sandbox') return principal.accountId
  if (principal.kind === 'account' && principal.scope === 'full') return principal.accountId
  throw new Refusal('forbidden', 'Only a full-scope key of an account may make a Spool.', {
    reason: 'full_scope_required',
  })
}

async function agree(
  deps: SpoolDeps,
  request: CreateSpoolRequest,
  accountId: string,
  context: CommandContext,
): Promise<Agreement> {
  const { commandId, principal, requestId, deadline } = context
  const agreement = draftAgreement(request, {
    accountId,
    now: deps.clock.now(),
    partyId: (index) => derivedId('party', `${commandId}:${index}`),
    conditionId: (index) => derivedId('condition', `${commandId}:${index}`),
    settlement: deps.settlement,
    canFetch: principal.kind !== 'sandbox',
  })
  const { fee_cents: fee } = agreement.economics
  if (agreement.type === 'agent_task' && fee !== undefined) {
    const amountCents = agreement.value.amount_cents
    const price = await deps.bus.request(
      priceWork,
      { accountId, amountCents },
      { principal, requestId, deadline },
    )
    assertFeeWithinMaximum(fee, price)
  }
  return deps.hashes.hashed(derivedId('spool', commandId), agreement)
}

function created(deps: SpoolDeps, agreement: Agreement, accountId: string, commandId: string) {
  const at = deps.clock.now().toISOString()
  const empty: Spool = {
    id: derivedId('spool', commandId),
    shareId: deps.ids.newId('share'),
    environment: deps.environment,
    accountId,
    version: 0,
    createdAt: at,
    updatedAt: at,
    agreement,
    state: {
      ...initialState(agreement.mode, at),
      historyLength: emptyHistory.length,
      historyHash: emptyHistory.hash,
    },
  }
  const { mode, agreementHash, planHash } = agreement
  const made = {
    type: 'spool.created',
    at,
    actor: { party_id: creatorOf(empty).partyId, kind: 'party' as const },
    data: { mode, agreement_hash: agreementHash, plan_hash: planHash },
  }
  return nextVersion({ spool: empty, entries: [made] }, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type) => derivedId('event', `${commandId}:${type}`),
  })
}
