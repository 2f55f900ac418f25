import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import {
  confirmationEvidence,
  type SentConfirmation,
  withConfirmations,
  givenConfirmations,
} from './confirmations.ts'
import { neededConfirmations } from './needed-confirmations.ts'
import type { Spool } from '../lifecycle/spool.ts'
import type { Side } from '@outturn/vocabulary'

const evidenceId = `ev_${hex(1)}`
const held = [{ id: evidenceId }]
const byBuyer = acceptedSpool([
  { verification_method: 'human_confirmed' },
  { verification_method: 'deterministic', deterministic_check: { checker: 'row_count', expected: 1 } },
])
const byBoth = acceptedSpool([
  { verification_method: 'human_confirmed', confirmation_method: 'both_confirm' },
])

function confirmation(change: Partial<SentConfirmation> = {}): SentConfirmation {
  return {
    conditionId: `cond_${hex(0)}`,
    method: 'buyer_confirm',
    outcome: 'passed',
    evidenceRefs: [],
    detail: null,
    ...change,
  }
}
const both = (change: Partial<SentConfirmation> = {}) => confirmation({ method: 'both_confirm', ...change })

function refusalOf(inputs: SentConfirmation[], spool: Spool, sides: Side[]): unknown[] {
  try {
    givenConfirmations(inputs, spool, sides, held)
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, status, options } = error
      return [code, status, options.field, ...(options.reason === undefined ? [] : [options.reason])]
    }
    throw error
  }
  throw new Error('nothing was refused')
}

test.each<[string, SentConfirmation[], Spool, Side[], unknown[]]>([
  [
    'a condition that is confirmed twice in one body',
    [confirmation(), confirmation({ outcome: 'failed' })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 400, 'confirmations[1]'],
  ],
  [
    'a condition of another Spool',
    [confirmation({ conditionId: `cond_${hex(9)}` })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].condition_id'],
  ],
  [
    'a condition that a checker decides',
    [confirmation({ conditionId: `cond_${hex(1)}` })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].condition_id'],
  ],
  [
    'another method than was agreed',
    [both()],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].method'],
  ],
  [
    'evidence that the Spool does not hold',
    [confirmation({ evidenceRefs: [evidenceId, `ev_${hex(2)}`] })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].evidence_refs[1]'],
  ],
  [
    'a buyer confirmation by the provider',
    [confirmation()],
    byBuyer,
    ['provider'],
    ['forbidden', 403, 'confirmations[0].method', 'buyer_side_only'],
  ],
  [
    'a waiver by the provider',
    [both({ outcome: 'waived' })],
    byBoth,
    ['provider'],
    ['forbidden', 403, 'confirmations[0].outcome', 'buyer_side_only'],
  ],
])('%s is refused', (_, inputs, spool, sides, expected) => {
  expect(refusalOf(inputs, spool, sides)).toEqual(expected)
})

test('what both must confirm needs a confirmation of each side, and each side gives only its own', () => {
  const confirmedBy = (sides: Side[], spool: Spool): Spool => {
    const given = givenConfirmations([both()], spool, sides, held)
    return {
      ...spool,
      state: { ...spool.state, confirmations: withConfirmations(spool.state, given) },
    }
  }
  const halfWay = confirmedBy(['provider'], byBoth)
  expect(neededConfirmations(halfWay)).toEqual([{ conditionId: `cond_${hex(0)}`, side: 'buyer' }])
  expect(neededConfirmations(confirmedBy(['buyer'], halfWay))).toEqual([])
  expect(neededConfirmations(confirmedBy(['buyer', 'provider'], byBoth))).toEqual([])
})

test('a waiver of the buyer leaves nothing to wait for, and speaks for the buyer alone', () => {
  const given = givenConfirmations([both({ outcome: 'waived' })], byBoth, ['buyer', 'provider'], held)
  expect(given.map(({ side, outcome }) => [side, outcome])).toEqual([['buyer', 'waived']])
  const state = { ...byBoth.state, confirmations: withConfirmations(byBoth.state, given) }
  expect(neededConfirmations({ ...byBoth, state })).toEqual([])
})

test('a later confirmation of a side replaces its earlier one and leaves the other side alone', () => {
  const confirmations = { [`cond_${hex(0)}`]: { buyer: 'passed', provider: 'passed' } } as const
  const given = givenConfirmations([both({ outcome: 'failed' })], byBoth, ['buyer'], held)
  expect(withConfirmations({ ...byBoth.state, confirmations }, given)).toEqual({
    [`cond_${hex(0)}`]: { buyer: 'failed', provider: 'passed' },
  })
})

test('a confirmation is kept as evidence that says who gave it, and whose content has the digest it states', () => {
  const given = givenConfirmations(
    [confirmation({ detail: 'As agreed.', evidenceRefs: [evidenceId] })],
    byBuyer,
    ['buyer'],
    held,
  )
  const [recorded] = confirmationEvidence(given, {
    at,
    evidenceIdOf: ({ index, side }) => `ev_${index}_${side}`,
    hashes: { canonical: JSON.stringify, sha256Hex: (text) => `digest of ${text}` },
  })
  expect(recorded?.item).toMatchObject({
    id: 'ev_0_buyer',
    type: 'confirmation',
    source: 'confirmation:buyer_confirm',
    onBehalfOf: 'buyer',
    claimClass: 'actor_identity',
    provenance: 'caller_declared',
    contentDigest: `digest of ${recorded?.content.text}`,
  })
  expect(JSON.parse(recorded?.content.text ?? '')).toEqual({
    kind: 'confirmation',
    method: 'buyer_confirm',
    outcome: 'passed',
    party: 'buyer',
    evidence_refs: [evidenceId],
    detail: 'As agreed.',
  })
})
