import { findParameterProblem } from '@outturn/checkers'
import type { ActionName } from '@outturn/vocabulary'
import type { ConditionInput } from '@outturn/agreement'
import type { Principal } from '@outturn/contracts'
import { acceptSpool } from './accept-spool.ts'
import { amendSpool } from '../agreement/amend-spool.ts'
import { awaitConfirmations, applyConfirmations, openRun } from '../runs/open-run.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'
import { type Decision } from '../model/decision.ts'
import { takeAction } from './take-action.ts'
import { recordResult, resultContent, type SentResult } from '../submissions/external-result.ts'
import { neededConfirmations } from '../confirmations/needed-confirmations.ts'
import { quoteSpool } from '../agreement/quote-spool.ts'
import { cancelSpool } from '../settlement/cancel-spool.ts'
import type { Spool } from '../model/spool.ts'
import { submission, submitEvidence } from '../submissions/submit-evidence.ts'
import { assertAllowed } from './transitions.ts'
import { type Viewer, viewerOf } from '../model/viewer.ts'
import { hex, epoch, hash, hashes, hashed, nowOf, type ModelState, after } from './lifecycle-model.fixture.ts'

/**
 * Takes an action the way its handler does: refused by the table, or decided with every body that is right for this
 * caller now. The first body must succeed; a refusal of it is thrown.
 */
export function act(action: ActionName, state: ModelState, principal: Principal): ModelState[] {
  const { spool } = state
  const viewer = viewerOf(spool, principal)
  assertAllowed(action, spool, viewer, nowOf(state))
  return decisions(action, state, viewer).map((decision) => after(state, decision))
}

function decisions(action: ActionName, state: ModelState, viewer: Viewer): Decision[] {
  const { spool } = state
  const now = nowOf(state)
  const at = now.toISOString()
  switch (action) {
    case 'accept': {
      const { quote } = spool.state
      const { agreementHash } = spool.agreement
      return [acceptSpool(spool, viewer, { agreementHash, quoteDigest: quote?.quote_digest ?? null }, at)]
    }
    case 'amend':
      return amendments(spool).map((amendment) =>
        amendSpool(spool, viewer, amendment, {
          at,
          idOf: (index) => `cond_${hex(100 * spool.agreement.version + index)}`,
          canFetch: true,
          findProblem: findParameterProblem,
          hashed: (_, agreement) => hashed(agreement),
        }),
      )
    case 'quote': {
      const fee = { estimatedCents: 1, maximumCents: 2 }
      const price = {
        serviceFee: fee,
        railFee: fee,
        discounts: [],
        pricingVersion: 'p',
        quoteTtlSeconds: 86_400,
      }
      return [
        quoteSpool(spool, viewer, price, {
          now,
          quoteId: `quo_${hex(1)}`,
          hashOf: hash,
          quoteDigest: () => `sha256:${hash()}`,
        }),
      ]
    }
    case 'evidence': {
      const draft = evidenceDraftOf({
        condition_id: spool.agreement.conditions[0]?.id ?? '',
        type: 'dataset',
        source: 'export',
        metadata: { rows: [{ a: 1 }] },
      })
      const facts = {
        at,
        evidenceId: `ev_${hex(1)}`,
        ...hashes,
        digestOf: hash,
      }
      return [
        submitEvidence(
          { spool, evidence: [], viewer },
          submission(draft, spool, viewer, facts),
          null,
          hashes,
        ),
      ]
    }
    case 'external-result':
      return [externalResult(spool, viewer, at)]
    case 'verify':
      return verifications(spool, viewer, at)
    case 'cancel':
      return [cancelSpool(spool, viewer, at)]
    case 'commit':
      throw new Error('a commitment is made with the settlement service')
    case 'onboard-provider':
      return [{ spool, entries: [] }]
    default:
      return [takeAction(action, spool, viewer, at)]
  }
}

const byHand: ConditionInput = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

/** The same conditions anew, or in their place one that a person decides. */
function amendments({ agreement }: Spool): Parameters<typeof amendSpool>[2][] {
  const ids = agreement.conditions.map(({ id }) => id)
  const isByHand = agreement.conditions.some(
    (each) => each.verification_method === byHand.verification_method,
  )
  if (ids.length === 0 || !isByHand) return [{ removed: ids, added: [byHand], unitization: null }]
  return [{ removed: ids, added: [], unitization: null }]
}

/** A run over what is there, and every confirmation that this caller may add to it. */
function verifications(spool: Spool, viewer: Viewer, at: string): Decision[] {
  const confirmations = spool.agreement.conditions
    .filter((condition) => condition.verification_method === 'human_confirmed')
    .flatMap(({ id, confirmation_method: method = 'buyer_confirm' }) => {
      const outcomes = viewer.sides.includes('buyer')
        ? (['passed', 'failed', 'waived'] as const)
        : method === 'both_confirm'
          ? (['passed', 'failed'] as const)
          : []
      return outcomes.map((outcome) => ({
        conditionId: id,
        method,
        outcome,
        evidenceRefs: [],
        detail: null,
        shownDigest: null,
        isOfReadVersion: true,
      }))
    })
  const isWaiting = neededConfirmations(spool).length > 0
  const hasNone =
    confirmations.length === 0 || isWaiting || spool.state.evidenceCount + spool.state.buyerEvidenceCount > 0
  const bodies = [...(hasNone ? [[]] : []), ...confirmations.map((each) => [each])]
  return bodies.map((body) => {
    const confirmed = applyConfirmations(
      body,
      { spool, evidence: [], viewer },
      { at, evidenceIdOf: () => '', hashes },
    )
    const waiting = awaitConfirmations(confirmed, at)
    const run = { runId: `vr_${hex(spool.state.runs)}`, at, evidenceCount: 1, askedBy: viewer }
    return waiting ?? openRun(confirmed, run)
  })
}

function externalResult(spool: Spool, viewer: Viewer, at: string): Decision {
  const condition = spool.agreement.conditions.find((each) => each.external_judge !== undefined)
  const result: SentResult = {
    evaluator: 'lab',
    verdict: 'pass',
    condition_results: [{ condition_id: condition?.id ?? '', result: 'pass' }],
    proof: { type: 'ed25519', signature: '' },
    observed_at: new Date(epoch + spool.version * 1_000).toISOString(),
    evidence_refs: [],
  }
  const judged = { result, signedText: '', judge: condition?.external_judge as never }
  const facts = { at, actor: viewer, evidenceIdOf: () => `ev_${hex(2)}` }
  const content = resultContent(result, spool, hashes)
  return recordResult(judged, content, { spool, evidence: [] }, facts)
}
