import type { SignedDisputeResult } from '../../preimages/dispute-result-preimage.ts'
import { slug } from '../issuers.ts'
import type { DisputeResultCase } from './document-case.ts'

const upheld: SignedDisputeResult = {
  dispute_id: 'dsp_000000000000000000000001',
  receipt_id: 'ocr_000000000000000000000001',
  spool_id: 'spl_000000000000000000000001',
  agreement_hash: 'ab'.repeat(32),
  evaluator: 'qa-lab-1',
  decision: 'uphold',
  condition_outcomes: [],
  observed_at: '2026-01-01T09:30:00Z',
}
const overturned: SignedDisputeResult = {
  ...upheld,
  decision: 'overturn',
  condition_outcomes: [
    { condition_id: 'cond_00112233445566778899aabb', outcome: 'fail' },
    { condition_id: 'cond_000000000000000000000002', outcome: 'pass' },
  ],
}

/** Decisions of a judge on a dispute, each with the text that its proof is made over. */
export function disputeResultCases(): DisputeResultCase[] {
  const tail = `"receipt_id":"ocr_000000000000000000000001","schema":"sample/dispute-result@1","spool_id":"spl_000000000000000000000001"}`
  const text = (outcomes: string, decision: string, evaluator = '"qa-lab-1"', at = '2026-01-01T09:30:00Z') =>
    `{"agreement_hash":"${'ab'.repeat(32)}","condition_outcomes":[${outcomes}],"decision":"${decision}",` +
    `"dispute_id":"dsp_000000000000000000000001","evaluator":${evaluator},"observed_at":"${at}",${tail}`
  const both =
    '{"condition_id":"cond_00112233445566778899aabb","outcome":"fail"},{"condition_id":"cond_000000000000000000000002","outcome":"pass"}'
  const made = (name: string, result: object, preimage: string): DisputeResultCase => ({
    name: `dispute result ${name}`,
    kind: 'dispute_result',
    slug,
    result,
    expect: { preimage },
  })
  return [
    made('that upholds the receipt', upheld, text('', 'uphold')),
    made('that overturns it, outcomes in their order', overturned, text(both, 'overturn')),
    made(
      'with its members in another order',
      Object.fromEntries(Object.entries(upheld).toReversed()),
      text('', 'uphold'),
    ),
    made(
      'with members that are not signed',
      {
        ...{ ...overturned, proof: { type: 'ed25519' }, schema: 'another/dispute-result@1' },
        condition_outcomes: overturned.condition_outcomes.map((each) => ({ ...each, reason: 'late' })),
      },
      text(both, 'overturn'),
    ),
    made(
      'whose evaluator and time are taken as they were sent',
      { ...upheld, evaluator: 'Prüfer "1"', observed_at: '2026-01-01T10:30:00.5+01:00' },
      text('', 'uphold', '"Prüfer \\"1\\""', '2026-01-01T10:30:00.5+01:00'),
    ),
  ]
}
