import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../../domain/agreement/accepted-spool.fixture.ts'
import type { Condition, Evidence } from '../../domain/model/spool.ts'
import { type FrozenRun, runJobOf } from './frozen-run.ts'

type Agreed = Omit<Condition, 'id' | 'description' | 'required'>
const judged: Agreed = {
  verification_method: 'deterministic',
  deterministic_check: { checker: 'completeness', required_fields: ['email'] },
}
const fetched: Agreed = {
  verification_method: 'deterministic',
  deterministic_check: { checker: 'http_status', url: 'https://example.com/', expected: 200 },
}

/** The lane of a run over so many rows under one condition. */
function laneOf(condition: Agreed, rows: number): string {
  const spool = acceptedSpool([condition])
  const item = {
    id: `ev_${hex(1)}`,
    conditionId: spool.agreement.conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    onBehalfOf: 'provider',
    contentDigest: 'c'.repeat(64),
    bytes: rows * 10,
    rows,
    receivedAt: at,
  } as Evidence
  const frozen = {
    spool,
    held: [item],
    evidence: [item],
    contents: [],
    salt: new Uint8Array(32),
    process: {
      runId: `vr_${hex(1)}`,
      accountId: `acc_${hex(1)}`,
      attempts: 0,
      requestedAt: at,
      request: { kind: 'delivery' },
    },
  } as unknown as FrozenRun
  return runJobOf(frozen, 'outturn', { deadline: 0, now: new Date(0) }).lane
}

test('a run waits in the lane of its kind: behind others that take long, that ask the network, or that take neither', () => {
  expect([laneOf(judged, 20), laneOf(judged, 50_000), laneOf(fetched, 20)]).toEqual([
    'light',
    'heavy',
    'fetching',
  ])
})
