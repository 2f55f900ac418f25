import type { Statement } from '@outturn/contracts'

export const keyIds = ['key_00000000000000000000aaaa', 'key_00000000000000000000bbbb'] as const

/** A closed statement of October with two keys, a pack and every note. */
export const sampleStatement: Statement = {
  month: '2026-10',
  number: 'stm_2026_10_d91820de',
  state: 'closed',
  closesAt: '2026-11-01T02:00:00.000Z',
  digest: `sha256:${'7'.repeat(64)}`,
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
    { keyId: keyIds[0], isRest: false, runs: 240, compilations: 50, amountMicros: '24500000' },
    { keyId: keyIds[1], isRest: false, runs: 60, compilations: 14, amountMicros: '6100000' },
    { keyId: null, isRest: false, runs: 18, compilations: 10, amountMicros: '1900000' },
  ],
  useCases: [
    { useCase: 'dataset', runs: 214, amountMicros: '20100000' },
    { useCase: 'url', runs: 104, amountMicros: '9700000' },
  ],
  movements: [
    {
      at: '2026-10-09T10:00:00.000Z',
      entryId: '12',
      kind: 'bought',
      source: 'pack_mpp',
      reference: 'cpp_7d10b2e94c7d10b2e94c0000',
      amountMicros: '20000000',
    },
  ],
  unchargedRuns: 3,
  paidRuns: 2,
  paidMicros: '200000',
  entries: 353,
}
