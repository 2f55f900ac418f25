import type { MatchResult, RequestedReview, ReviewView, SourceView } from '@outturn/contracts'
import { Webhook } from 'standardwebhooks'
import { expect, vi } from 'vitest'
import type { System } from '../../system/running-system.ts'
import { agree, dispute, endOf, halfDone } from './agreed-work.ts'
import { orderPages, type Shop } from './shop.ts'
import type { Stage } from './stage.ts'

/** Plays a story; the function that it returns reads how it ended. */
type Play = (stage: Stage, place: Place) => Promise<() => Promise<object>>
type NewSource = { readonly id: string; readonly signing_secret?: string }
type Place = { readonly system: System; readonly shop: Shop }

/** A story that a process may end in. */
export interface Story {
  readonly play: Play
  /** How it ends, disturbed or not. */
  readonly end: object
}

const eventually = { timeout: 60_000, interval: 100 }

/** A source of the buyer, claims of the provider, and the match of the two. */
const playMatched: Play = async (stage, { system }) => {
  const { buyer, provider, post, read } = stage
  const { id } = await agree(stage, 'counterparty')
  const source = await post<NewSource>(buyer, '/api/v1/sources', {
    name: 'Ticket desk',
    kind: 'webhook',
    spool_id: id,
    signing: { scheme: 'hmac_sha256' },
    mapping: { subject: '/ticket', predicate: { const: 'resolved' }, value: '/minutes', items: '/tickets' },
  })
  await deliver(system, source, {
    tickets: ['T-1', 'T-2', 'T-4'].map((ticket, index) => ({ ticket, minutes: 30 + index })),
  })
  const claims = ['T-1', 'T-2', 'T-3'].map((subject) => ({ subject, predicate: 'resolved', value: 30 }))
  await post(provider, `/api/v1/spools/${id}/claims`, { claims })
  const match = () => post<MatchResult>(buyer, `/api/v1/spools/${id}/match`)
  const first = await stage.takeStep(match)
  const again = await match()
  return async () => ({
    ...(await endOf(system, stage, id)),
    found: [again.match_digest === first.match_digest, first, again.discrepancy_ids],
    rows: await read(provider, `/api/v1/spools/${id}/matches`),
    discrepancies: await read(provider, `/api/v1/spools/${id}/discrepancies`),
  })
}

/** Sends a payload as a system of record does, signed by the reference library. */
async function deliver(system: System, source: NewSource, payload: object): Promise<void> {
  const body = JSON.stringify(payload)
  const now = new Date()
  const signature = new Webhook(source.signing_secret ?? '').sign(source.id, now, body)
  const response = await fetch(`${system.baseUrl}/api/v1/sources/${source.id}/webhook`, {
    method: 'POST',
    headers: {
      'webhook-id': source.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signature,
    },
    body,
  })
  expect(response.status).toBe(202)
}

/** A source that is fetched page by page. */
const playSynced: Play = async (stage, { system, shop }) => {
  const { buyer, post, read, change } = stage
  const { id } = await agree(stage, 'counterparty')
  const source = await post<NewSource>(buyer, '/api/v1/sources', {
    name: 'Shop',
    kind: 'pull_http',
    spool_id: id,
    mapping: {
      subject: '/order',
      predicate: { const: 'sold' },
      value: { const: true },
      amount_cents: '/cents',
      occurred_at: '/at',
      items: '/rows',
    },
    pull: {
      url: 'https://shop.example/orders',
      interval_seconds: 86_400,
      cursor: { pointer: '/next', parameter: 'after' },
    },
  })
  // The shop of the test has no public address.
  await change(
    `with gone as (delete from verification.source_sync where source_id = $1)
     update verification.source set next_sync_at = null,
       pull = (pull::jsonb || jsonb_build_object('url', $2::text))::text where source_id = $1`,
    [source.id, shop.urlOf(source.id)],
  )
  const path = `/api/v1/sources/${source.id}`
  const lastSync = async () => (await read<SourceView>(buyer, path)).last_sync
  await stage.takeStep(() => post(buyer, `${path}/sync`))
  // The lease of the process that ended runs out.
  if (stage.isDisturbed) {
    await change('update verification.source_sync set leased_until = now() where source_id = $1', [source.id])
  }
  await vi.waitFor(async () => expect(await lastSync()).toMatchObject({ status: 'completed' }), eventually)
  const facts = await read<{ data: { subject: string }[] }>(buyer, `/api/v1/spools/${id}/facts`)
  return async () => {
    const { last_sync: sync, facts: count, rejections, failure, status } = await read<SourceView>(buyer, path)
    return {
      ...(await endOf(system, stage, id)),
      cursors: shop.asked(source.id),
      source: { facts: count, rejections, failure, status, sync: { ...sync, sync_id: null } },
      facts: facts.data.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    }
  }
}

/** A review that both parties agreed to overturns a disputed receipt. */
const playOverturned: Play = async (stage, { system }) => {
  const { buyer, provider, post } = stage
  const work = await halfDone(stage, 'review')
  const { id: disputeId } = await dispute(stage, work, { requested: 're_verify' })
  const review = await post<RequestedReview>(buyer, `/api/v1/receipts/${work.receiptId}/reviews`, {
    reviewer: { name: 'Ana Díaz' },
    question: 'Is row 2 a lead?',
    dispute_id: disputeId,
  })
  await post(provider, `/api/v1/reviews/${review.id}/consent`)
  const reviewer = { apiKey: review.decision_url.slice(review.decision_url.lastIndexOf('/') + 1) }
  const decision = {
    decision: 'overturn',
    condition_outcomes: [{ condition_id: work.conditionId, outcome: 'passed' }],
  }
  await stage.takeStep(() => post<ReviewView>(reviewer, `/api/v1/reviews/${review.id}/decision`, decision))
  return () => endOf(system, stage, work.spoolId, [`disputes/${disputeId}`, `reviews/${review.id}`])
}

/** A dispute, a review and a block of which each has its deadline, and passes it in the same moment. */
const playLapsed: Play = async (stage, { system }) => {
  const { buyer, provider, post, change } = stage
  const work = await halfDone(stage, 'review')
  const disputed = await dispute(stage, work, { requested: 're_verify' })
  const review = await post<RequestedReview>(buyer, `/api/v1/receipts/${work.receiptId}/reviews`, {
    reviewer: { name: 'Ana Díaz' },
    question: 'Is row 2 a lead?',
  })
  const block = await post<{ id: string; lapses_at: string }>(
    provider,
    `/api/v1/spools/${work.spoolId}/discrepancies`,
    { kind: 'other', severity: 'block', description: 'The rows are of two branches.' },
  )
  const deadlines = [disputed.deadline, review.expires_at, block.lapses_at]
  await stage.takeStep(() =>
    change(
      `update spool.spool set due_at = now() - interval '1 second', standing = replace(replace(replace(
         standing::text, $2, $5), $3, $5), $4, $5)::json where id = $1`,
      [work.spoolId, ...deadlines, new Date().toISOString()],
    ),
  )
  const cases = [`disputes/${disputed.id}`, `reviews/${review.id}`, `discrepancies/${block.id}`]
  return () => endOf(system, stage, work.spoolId, cases)
}

/** A dispute whose outcome both parties agreed on while a settlement was under way, and which is corrected when that has ended. */
const playCorrected: Play = async (stage, { system }) => {
  const { provider, post, change } = stage
  const work = await halfDone(stage, 'counterparty')
  const outcomes = [{ condition_id: work.conditionId, outcome: 'failed' }]
  const { id } = await dispute(stage, work, { requested: 'correct_receipt', proposed_outcomes: outcomes })
  const settlement = (state: string) =>
    change(
      `update spool.spool set due_at = now(),
         standing = jsonb_set(standing::jsonb, '{status,settlement}', to_jsonb($2::text))::json where id = $1`,
      [work.spoolId, state],
    )
  await settlement('releasing')
  await post(provider, `/api/v1/disputes/${id}/respond`, { answer: 'accept', condition_outcomes: outcomes })
  await stage.takeStep(() => settlement('uncommitted'))
  return () => endOf(system, stage, work.spoolId, [`disputes/${id}`])
}

/** The provider gives the money back: it says that nothing was earned. */
const playRefunded: Play = async (stage, { system }) => {
  const { provider, post } = stage
  const work = await halfDone(stage, 'counterparty')
  const { id } = await dispute(stage, work, { requested: 'refund' })
  await stage.takeStep(() => post(provider, `/api/v1/disputes/${id}/respond`, { answer: 'accept' }))
  return () => endOf(system, stage, work.spoolId, [`disputes/${id}`])
}

/** Nothing is under way any more. */
const over = { openProcesses: 0, heldReservations: 0, unfinishedEvents: 0 }

export const stories = {
  matched: {
    play: playMatched,
    end: {
      found: [true, { matched: 1, mismatched: 1, unmatched_claims: 1, unmatched_facts: 1 }, []],
      spool: { discrepancies: 3 },
      records: { ...over, runs: 0, charges: 0 },
    },
  },
  synced: {
    play: playSynced,
    end: {
      cursors: [null, '1', '2'],
      source: { facts: 5, rejections: [], status: 'active', sync: { status: 'completed', facts_created: 5 } },
      facts: orderPages.flatMap(({ rows }) => rows).map(() => ({ superseded_by: null })),
      records: over,
    },
  },
  overturned: {
    play: playOverturned,
    end: {
      spool: { settlement_eligible: true, disputes: [], reviews: [] },
      receipts: [
        { advisories: { status: 'corrected' }, amounts: { earned: '2.50' } },
        { advisories: { status: 'active' }, amounts: { earned: '5.00' } },
      ],
      cases: [{ status: 'resolved_corrected' }, { status: 'overturned', effect: 'superseded' }],
      records: { ...over, spools: 1, processes: 2, runs: 2, receipts: 2, charges: 1 },
    },
  },
  lapsed: {
    play: playLapsed,
    end: {
      spool: { settlement_eligible: true, disputes: [], reviews: [] },
      receipts: [{ advisories: { status: 'active', codes: [] }, amounts: { earned: '2.50' } }],
      cases: [{ status: 'expired' }, { status: 'expired' }, { status: 'open', severity: 'warn' }],
      records: { ...over, runs: 1, receipts: 1, charges: 1 },
    },
  },
  corrected: {
    play: playCorrected,
    end: {
      spool: { settlement_eligible: false, disputes: [] },
      receipts: [
        { advisories: { status: 'corrected' }, amounts: { earned: '2.50' } },
        { advisories: { status: 'active' }, amounts: { earned: '0.00' } },
      ],
      cases: [{ status: 'resolved_corrected' }],
      records: { ...over, processes: 2, runs: 2, receipts: 2, charges: 1 },
    },
  },
  refunded: {
    play: playRefunded,
    end: {
      spool: { disputes: [] },
      receipts: [
        { advisories: { status: 'corrected' }, amounts: { earned: '2.50' } },
        { advisories: { status: 'active' }, amounts: { earned: '0.00' } },
      ],
      cases: [{ status: 'resolved_corrected' }],
      records: { ...over, processes: 2, runs: 2, receipts: 2, charges: 1 },
    },
  },
} satisfies Record<string, Story>
