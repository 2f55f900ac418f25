import type { CreatedSpool, SpoolView, VerifiedSpool } from '@outturn/contracts'
import type { ErrorAnswer } from '../api.ts'
import type { Caller } from './agent.ts'

const rows = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight', website: 'https://cobalt.example' },
]
const conditions = [
  {
    description: 'Every company has a name and a website.',
    deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
  },
]
const unit = { total_units: 2, unit_amount_cents: 250 }

/** Arguments of tools for a delivery of two rows, in one call and between two parties. */
export const delivery = { conditions, unit, rows }
export const proposal = {
  type: 'service',
  parties: [
    { role: 'buyer', kind: 'agent', display_name: 'Buyer' },
    { role: 'seller', kind: 'agent', display_name: 'Seller' },
  ],
  amount_cents: 500,
  title: 'Two companies',
  terms: ['Delivered as one table.'],
  conditions,
  unit,
}

/** What two agents see of a piece of work that is wrong at first. */
export const expectedLifecycle = {
  mayAccept: true,
  first: ['partial', 250],
  hint: true,
  tried: [true, 500],
  last: ['pass', 500],
  isGenuine: true,
  isEnoughForMore: false,
  secondUse: 'conflict',
  isInHistory: true,
}

/** Two agents agree, deliver, fix, judge and rely on a receipt, by tools alone. */
export async function workByTools(
  buying: Caller,
  selling: Caller,
): Promise<{ seen: typeof expectedLifecycle; handle: unknown }> {
  const { id: spool_id } = await buying.done<CreatedSpool>('create_spool', proposal)
  const { grant_token } = await buying.done('invite_counterparty', { spool_id })
  const { api_key: handle } = await selling.done('join_spool', { grant_token })
  const acting = { spool_id, act_as: handle }

  const spool = await selling.done<SpoolView>('get_spool', acting)
  const { agreement_hash } = spool.agreement
  await selling.done('accept_spool', { ...acting, agreement_hash })
  const evidence = { ...acting, condition_id: spool.conditions[0]?.id, type: 'dataset', source: 'export' }
  await selling.done('submit_evidence', { ...evidence, rows: [rows[0], { name: 'Cobalt' }] })
  const first = await buying.done<VerifiedSpool>('verify_spool', { spool_id })

  await selling.done('submit_evidence', { ...evidence, rows })
  const tried = await selling.done('verify_spool', { ...acting, dry_run: true })
  const last = await buying.done<VerifiedSpool>('verify_spool', { spool_id })

  const { receipt } = last
  const offline = await buying.done<{
    ok: boolean
    verdict: { valid: boolean; checks: { status: string }[] }
  }>('verify_receipt_offline', {
    receipt,
  })
  const strict = { minimum_status: 'pass', min_earned: '5.01' }
  const more = await buying.done<{ ok: boolean }>('verify_receipt_offline', { receipt, policy: strict })
  const use = { receipt_id: receipt?.id, consumer: 'payer', purpose: 'settlement', amount: '5.00' }
  await buying.done('record_receipt_use', { ...use, reference: 'R1' })
  const again = await buying.call<ErrorAnswer>('record_receipt_use', { ...use, reference: 'R2' })
  const events = await buying.done<{ data: { type: string }[] }>('get_events', { spool_id })
  return {
    handle,
    seen: {
      mayAccept: spool.economics.allowed_actions.includes('accept'),
      first: [first.status.verification, first.earned_cents],
      hint: /website/.test(first.corrective_hint ?? ''),
      tried: [tried['dry_run'] === true, Number(tried['earned_cents'])],
      last: [last.status.verification, last.earned_cents],
      isGenuine:
        offline.ok &&
        offline.verdict.valid &&
        offline.verdict.checks.every(({ status }) => status === 'not_checked'),
      isEnoughForMore: more.ok,
      secondUse: again.isError ? again.body.code : 'recorded',
      isInHistory: events.data.some(({ type }) => type === 'verification.completed'),
    },
  }
}
