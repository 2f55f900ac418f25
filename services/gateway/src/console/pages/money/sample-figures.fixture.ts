import type { CreditsBalance, KeyCap, Statement, UsageReport } from '@outturn/contracts'

/** Passed and other runs of each day of November until the 27th. */
const november = [
  [4, 1],
  [12, 4],
  [14, 4],
  [15, 4],
  [13, 4],
  [11, 4],
  [5, 1],
  [3, 1],
  [13, 4],
  [16, 4],
  [16, 5],
  [14, 4],
  [12, 4],
  [6, 1],
  [3, 2],
  [14, 4],
  [17, 5],
  [19, 5],
  [16, 5],
  [13, 4],
  [5, 1],
  [4, 1],
  [14, 5],
  [18, 5],
  [20, 6],
  [14, 4],
  [7, 2],
] as const

export const keyIds = {
  pipeline: `key_${'1'.repeat(24)}`,
  audit: `key_${'2'.repeat(24)}`,
  playground: `key_${'3'.repeat(24)}`,
}
export const sampleNames = new Map([
  [keyIds.pipeline, 'pipeline-prod'],
  [keyIds.audit, 'nightly-audit'],
  [keyIds.playground, 'playground'],
])
export const sampleNow = new Date('2026-11-27T11:30:00.000Z')

const none = {
  runs: 0,
  passed: 0,
  partial: 0,
  failed: 0,
  undecided: 0,
  included: 0,
  runMicros: '0',
  earnedMicros: '0',
  compilations: 0,
  includedCompilations: 0,
  compilationMicros: '0',
  chargedMicros: '0',
  paidMicros: '0',
}

/** A month of 412 runs, of which 318 passed; the sums by key, by use case and by day are those of the totals. */
export const sampleReport: UsageReport = {
  from: '2026-11-01',
  to: '2026-11-27',
  totals: {
    ...none,
    runs: 412,
    passed: 318,
    partial: 71,
    failed: 19,
    undecided: 4,
    included: 20,
    runMicros: '39200000',
    earnedMicros: '8946500000',
    compilations: 64,
    includedCompilations: 20,
    compilationMicros: '2200000',
    chargedMicros: '41400000',
  },
  days: november.map(([passed, others], index) => {
    const [failed, undecided] = [index > 0 && index <= 19 ? 1 : 0, index >= 23 ? 1 : 0]
    const included = [5, 15][index] ?? 0
    const runMicros = (passed + others - included) * 100_000
    return {
      ...none,
      date: `2026-11-${String(index + 1).padStart(2, '0')}`,
      runs: passed + others,
      passed,
      partial: others - failed - undecided,
      failed,
      undecided,
      included,
      runMicros: String(runMicros),
      compilationMicros: index === 26 ? '2200000' : '0',
      chargedMicros: String(runMicros + (index === 26 ? 2_200_000 : 0)),
      earnedMicros: index === 26 ? '8946500000' : '0',
    }
  }),
  keys: [
    {
      ...none,
      keyId: keyIds.pipeline,
      isRest: false,
      runs: 301,
      compilations: 44,
      chargedMicros: '30100000',
    },
    { ...none, keyId: keyIds.audit, isRest: false, runs: 83, compilations: 12, chargedMicros: '8400000' },
    { ...none, keyId: keyIds.playground, isRest: false, runs: 28, compilations: 8, chargedMicros: '2900000' },
  ],
  useCases: [
    {
      ...none,
      useCase: 'dataset',
      runs: 268,
      passed: 204,
      partial: 52,
      failed: 10,
      undecided: 2,
      earnedMicros: '6212500000',
      runMicros: '25500000',
    },
    {
      ...none,
      useCase: 'url',
      runs: 92,
      passed: 70,
      partial: 14,
      failed: 7,
      undecided: 1,
      earnedMicros: '1840000000',
      runMicros: '8800000',
    },
    {
      ...none,
      useCase: 'text',
      runs: 52,
      passed: 44,
      partial: 5,
      failed: 2,
      undecided: 1,
      earnedMicros: '894000000',
      runMicros: '4900000',
    },
  ].map(
    ({ compilations: _c, includedCompilations: _i, compilationMicros: _m, chargedMicros: _x, ...each }) =>
      each,
  ),
}

export const sampleCaps: readonly KeyCap[] = [
  { keyId: keyIds.pipeline, capMicros: '40000000', usedMicros: '30100000' },
  { keyId: keyIds.audit, capMicros: '10000000', usedMicros: '8400000' },
  { keyId: keyIds.playground, capMicros: '5000000', usedMicros: '2900000' },
]

const allowance = { limit: 20, used: 20, remaining: 0 }
export const sampleBalance: CreditsBalance = {
  currency: 'USD',
  available_micros: '11000000',
  available_usd: '11.00',
  held_micros: '200000',
  pending_micros: '0',
  owed_micros: '0',
  as_of: sampleNow.toISOString(),
  grants: [
    {
      id: `crg_${'1'.repeat(24)}`,
      source: 'pack_mpp',
      original_micros: '20000000',
      remaining_micros: '6000000',
      priority: 50,
      expires_at: null,
      created_at: '2026-10-09T08:00:00.000Z',
    },
    {
      id: `crg_${'2'.repeat(24)}`,
      source: 'promo',
      original_micros: '5200000',
      remaining_micros: '5200000',
      priority: 10,
      expires_at: '2026-12-31T00:00:00.000Z',
      created_at: '2026-11-01T08:00:00.000Z',
    },
  ],
  allowance: {
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
    verification: allowance,
    compile: allowance,
  },
  pending_purchases: [],
}

/** October: 25.10 + 20.00 bought − 32.50 charged = 12.60. */
export const sampleStatement: Statement = {
  month: '2026-10',
  number: 'stm_2026_10_d91820de',
  state: 'closed',
  closesAt: '2026-11-01T02:00:00.000Z',
  digest: `sha256:${'0'.repeat(64)}`,
  openingMicros: '25100000',
  boughtMicros: '20000000',
  grantedMicros: '0',
  chargedMicros: '32500000',
  expiredMicros: '0',
  refundedMicros: '0',
  closingMicros: '12600000',
  pricingVersion: '2026-01',
  charges: [
    {
      kind: 'verification',
      quantity: 318,
      included: 20,
      charged: 298,
      unitMicros: '100000',
      amountMicros: '29800000',
    },
    {
      kind: 'compilation',
      quantity: 74,
      included: 20,
      charged: 54,
      unitMicros: '50000',
      amountMicros: '2700000',
    },
  ],
  keys: [
    { keyId: keyIds.pipeline, isRest: false, runs: 240, compilations: 50, amountMicros: '24500000' },
    { keyId: keyIds.audit, isRest: false, runs: 60, compilations: 14, amountMicros: '6100000' },
    { keyId: keyIds.playground, isRest: false, runs: 18, compilations: 10, amountMicros: '1900000' },
  ],
  useCases: [
    { useCase: 'dataset', runs: 214, amountMicros: '20100000' },
    { useCase: 'url', runs: 61, amountMicros: '5700000' },
    { useCase: 'text', runs: 43, amountMicros: '4000000' },
  ],
  movements: [
    {
      at: '2026-10-09T08:00:00.000Z',
      entryId: '4711',
      kind: 'bought',
      source: 'pack_mpp',
      reference: `cpp_${'7'.repeat(24)}`,
      amountMicros: '20000000',
    },
  ],
  unchargedRuns: 3,
  paidRuns: 0,
  paidMicros: '0',
  entries: 353,
}
