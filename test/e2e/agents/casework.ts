import { randomUUID } from 'node:crypto'
import type {
  ClaimView,
  CreatedSpool,
  DisputeView,
  MatchResult,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import type { DiscrepancyView, RequestedReview, ReviewView } from '@outturn/contracts'
import type { ErrorAnswer } from '../api.ts'
import type { Caller } from './agent.ts'
import { proposal } from './lifecycle.ts'

/** What two agents see of a piece of work about which they disagree. */
export const expectedDisagreement = {
  tried: ['T-1', '5'],
  fact: ['T-1', 'resolved', 5],
  claims: ['unmatched', 'unmatched'],
  match: [1, 0, 1],
  found: ['missing_fact'],
  blocked: false,
  proposed: ['open', 'buyer'],
  resolved: ['resolved', 'claim_corrected'],
  review: ['advisory', 'binding', 'withdrawn'],
  statement: 1,
  ownAnswer: 'other_party_only',
  answered: ['open', 'withdrawn'],
  dismissed: 'dismissed',
  revoked: 'revoked',
}

const claim = { predicate: 'resolved', value: 5 }
const mapping = { subject: '/ticket', predicate: '/event', value: '/stars' }

/** Registers a source, records claims, matches them and settles every kind of disagreement, by tools alone; `report` is the system of record. */
export async function disagreeByTools(
  buying: Caller,
  selling: Caller,
  report: (source: { id: string; signing_secret: string }, payload: object) => Promise<unknown>,
): Promise<typeof expectedDisagreement> {
  const policy = { window_hours: 72, holds_settlement: true, resolver: 'counterparty' }
  const more = { dispute_policy: policy }
  const { id, conditions } = await buying.done<CreatedSpool>('create_spool', { ...proposal, more })
  const { grant_token } = await buying.done('invite_counterparty', { spool_id: id })
  const { api_key: act_as } = await selling.done('join_spool', { grant_token })
  const { agreement } = await selling.done<SpoolView>('get_spool', { spool_id: id, act_as })
  await selling.done('accept_spool', { spool_id: id, act_as, agreement_hash: agreement.agreement_hash })

  const signing = { scheme: 'hmac_sha256' }
  const body = { name: `Desk ${randomUUID()}`, kind: 'webhook', spool_id: id, signing, mapping }
  const source = await buying.done<{ id: string; signing_secret: string }>('create_source', { body })
  const payload = { ticket: 'T-1', event: 'resolved', stars: 5 }
  const trial = { source_id: source.id, body: { payload } }
  const tried = await buying.done<{ facts: { subject: string; value: number }[] }>('test_source', trial)
  await report(source, payload)
  const facts = await selling.done<{ data: { subject: string; predicate: string; value: number }[] }>(
    'list_facts',
    { id, act_as },
  )
  const claims = {
    claims: [
      { subject: 'T-1', ...claim },
      { subject: 'T-2', ...claim },
    ],
  }
  await selling.done('record_claims', { id, act_as, body: claims })
  const recorded = await buying.done<{ data: ClaimView[] }>('list_claims', { id })
  const match = await buying.done<MatchResult>('match_claims', { id, body: {} })
  const found = await selling.done<{ data: DiscrepancyView[] }>('list_discrepancies', { id, act_as })

  const evidence = {
    spool_id: id,
    act_as,
    condition_id: conditions[0]?.id,
    type: 'dataset',
    source: 'export',
  }
  await selling.done('submit_evidence', { ...evidence, rows: [{ name: 'Cobalt' }] })
  const { receipt } = await buying.done<VerifiedSpool>('verify_spool', { spool_id: id })
  const block = await buying.done<DiscrepancyView>('open_discrepancy', {
    id,
    body: { kind: 'quantity_mismatch', severity: 'block', description: 'One ticket of two.' },
  })
  const blocked = await buying.done<SpoolView>('get_spool', { spool_id: id })
  const settle = { discrepancy_id: block.id, body: { outcome: 'claim_corrected', note: 'T-2 is open.' } }
  const proposed = await selling.done<DiscrepancyView>('resolve_discrepancy', { ...settle, act_as })
  const resolved = await buying.done<DiscrepancyView>('resolve_discrepancy', settle)

  const receipt_id = receipt?.id
  const asked = { reviewer: { name: 'Ida' }, question: 'Is one row enough?' }
  const review = await buying.done<RequestedReview>('request_review', { receipt_id, body: asked })
  const { standing } = await selling.done<ReviewView>('consent_to_review', { review_id: review.id, act_as })
  const { status } = await buying.done<ReviewView>('withdraw_review', { review_id: review.id })

  const detail = 'The website of the second row was left out.'
  const contest = { reason: 'wrong_evidence', detail, requested: 're_verify' }
  const dispute = await selling.done<DisputeView>('open_dispute', { receipt_id, act_as, body: contest })
  const { id: dispute_id } = dispute
  const stated = await buying.done<DisputeView>('add_dispute_statement', { dispute_id, body: { detail } })
  const own = { dispute_id, act_as, body: { answer: 'accept' } }
  const ownAnswer = await selling.call<ErrorAnswer>('respond_to_dispute', own)
  const reject = { dispute_id, body: { answer: 'reject', detail } }
  const rejected = await buying.done<DisputeView>('respond_to_dispute', reject)
  const withdrawn = await selling.done<DisputeView>('withdraw_dispute', { dispute_id, act_as })
  const dismissal = { discrepancy_id: found.data[0]?.id, body: { note: 'T-2 is open.' } }
  const dismissed = await selling.done<DiscrepancyView>('dismiss_discrepancy', { ...dismissal, act_as })
  const revoked = await buying.done('revoke_source', { source_id: source.id })
  return {
    tried: tried.facts.flatMap(({ subject, value }) => [subject, String(value)]),
    fact: facts.data.flatMap(({ subject, predicate, value }) => [subject, predicate, value]),
    claims: recorded.data.map((each) => each.status),
    match: [match.matched, match.mismatched, match.unmatched_claims],
    found: found.data.map(({ kind }) => kind),
    blocked: blocked.settlement_eligible,
    proposed: [proposed.status, String(proposed.awaiting)],
    resolved: [resolved.status, String(resolved.resolution?.outcome)],
    review: [review.standing, standing, status],
    statement: stated.statements?.length ?? 0,
    ownAnswer: String(ownAnswer.body.reason),
    answered: [rejected.status, withdrawn.status],
    dismissed: dismissed.status,
    revoked: String(revoked['status']),
  }
}
