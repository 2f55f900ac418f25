import { nodeSuite } from '@outturn/canonical/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitLeafText, unitResultsDigest } from '../preimages/unit-results.ts'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { altered, golden, reissued } from '../receipt/golden.fixture.ts'
import type { OutcomeReceipt, UnitDisclosure, UnitLeaf } from '../receipt/outcome-receipt.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'
import { DisclosureError, discloseUnits } from './disclose-units.ts'

const { sha256 } = nodeSuite
const trustSet = parseKeyDocument(golden.keys)
const reasonsOf = (receipt: unknown) =>
  verifyOutcomeReceipt(receipt, { trustSet, environment: 'demo', suite: nodeSuite }).reasons

/** A receipt over so many accepted units, each with a salt and a label of its own. */
function receiptOver(total: number): OutcomeReceipt {
  const leaves = Array.from({ length: total }, (_, index): UnitLeaf => {
    const unit = index + 1
    const id = `uid_${String(unit).padStart(24, '0')}`
    return {
      unit,
      result: 'pass',
      reasons: [],
      identity: { id, label: `secret-${unit}.` },
      salt: `salt-${unit}.`,
    }
  })
  const units = golden.receipt.units as NonNullable<OutcomeReceipt['units']>
  const amount = (total / 2).toFixed(2)
  const counts = { ...units, total, accepted: total, rejected: 0, uncertain: 0, rejection_summary: [] }
  const first = reissued({ unit_results: leaves, units: counts })
  const [condition] = golden.receipt.condition_results
  return reissued({
    unit_results: leaves,
    units: { ...counts, unit_results_digest: digestOfLeaves(first) },
    result: 'pass',
    amounts: { ...golden.receipt.amounts, earned: amount, committed: amount },
    condition_results: [{ ...(condition as NonNullable<typeof condition>), result: 'pass' }],
  })
}

const digestOfLeaves = ({ unit_results: leaves = [] }: OutcomeReceipt) =>
  unitResultsDigest(leaves.map(unitLeafText), sha256)

test('what is disclosed is proven by the same signature, and nothing tells of the other units', () => {
  const receipt = receiptOver(21)
  expect(reasonsOf(receipt)).toEqual([])
  const disclosed = discloseUnits(receipt, [17, 3, 17], sha256)
  expect(reasonsOf(disclosed)).toEqual([])
  expect([disclosed.id, disclosed.signature]).toEqual([receipt.id, receipt.signature])
  expect(disclosed.unit_disclosures?.map(({ leaf }) => leaf.unit)).toEqual([3, 17])
  const text = JSON.stringify(disclosed)
  for (const { unit, salt, identity } of receipt.unit_results ?? []) {
    const isShown = unit === 3 || unit === 17
    const { id = '', label = '' } = identity ?? {}
    expect([salt, id, label].map((secret) => text.includes(secret))).toEqual([isShown, isShown, isShown])
  }
})

test('every unit of a receipt of any size can be proven alone', () => {
  const anyUnit = fc
    .integer({ min: 1, max: 70 })
    .chain((total) => fc.tuple(fc.constant(total), fc.integer({ min: 1, max: total })))
  fc.assert(
    fc.property(
      anyUnit,
      ([total, unit]) => reasonsOf(discloseUnits(receiptOver(total), [unit], sha256)).length === 0,
    ),
    { numRuns: 60 },
  )
})

const disclosed = discloseUnits(golden.receipt, [2], sha256)
const [shown] = disclosed.unit_disclosures as [UnitDisclosure]
const [firstLeaf] = golden.receipt.unit_results as [UnitLeaf]

test.each<[string, readonly Partial<UnitDisclosure>[]]>([
  ['another result', [{ leaf: { ...shown.leaf, result: 'pass' } }]],
  ['another reason', [{ leaf: { ...shown.leaf, reasons: [] } }]],
  ['another salt', [{ leaf: { ...shown.leaf, salt: firstLeaf.salt } }]],
  ['another number', [{ leaf: { ...shown.leaf, unit: 3 }, index: 2 }]],
  [
    'an identity that it did not have',
    [{ leaf: { ...shown.leaf, identity: { id: `uid_${'0'.repeat(24)}` } } }],
  ],
  ['another index', [{ index: 0 }]],
  ['an index beyond the units', [{ leaf: { ...shown.leaf, unit: 8 }, index: 7 }]],
  ['a shorter proof', [{ proof: shown.proof.slice(1) }]],
  ['a longer proof', [{ proof: [...shown.proof, shown.proof[0] as string] }]],
  ['another proof', [{ proof: shown.proof.toReversed() }]],
  ['a proof of something else than hashes', [{ proof: shown.proof.map((hash) => hash.toUpperCase()) }]],
  ['one proven unit and one that is not', [{}, { leaf: { ...shown.leaf, result: 'pass' } }]],
])('a disclosure with %s is found', (_, changes) => {
  const unit_disclosures = changes.map((change) => ({ ...shown, ...change }))
  expect(reasonsOf({ ...disclosed, unit_disclosures })).toEqual(['invalid_run_digest'])
})

test('a disclosure of another receipt proves nothing here', () => {
  const other = discloseUnits(receiptOver(3), [2], sha256)
  expect(reasonsOf({ ...disclosed, unit_disclosures: other.unit_disclosures })).toEqual([
    'invalid_run_digest',
  ])
})

test.each<[string, unknown, readonly number[]]>([
  ['no units', altered({ units: null, unit_results: undefined }), [1]],
  ['no unit results', disclosed, [1]],
  ['other unit results than were signed', altered({ unit_results: [firstLeaf] }), [1]],
  ['units, of which none is named', golden.receipt, []],
  ['no unit 0', golden.receipt, [0]],
  ['no unit 4', golden.receipt, [2, 4]],
  ['no unit 1.5', golden.receipt, [1.5]],
])('of a receipt with %s nothing is disclosed', (_, receipt, units) => {
  expect(() => discloseUnits(receipt as OutcomeReceipt, units, sha256)).toThrow(DisclosureError)
})
