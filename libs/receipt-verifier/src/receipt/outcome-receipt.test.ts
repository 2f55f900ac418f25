import { nodeSuite } from '@outturn/canonical/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { altered, golden } from './golden.fixture.ts'
import { readOutcomeReceipt } from './outcome-receipt.ts'
import { verifyOutcomeReceipt } from './verify-outcome-receipt.ts'

const { receipt } = golden
const trustSet = parseKeyDocument(golden.keys)

function problemOf(candidate: unknown): string {
  const reading = readOutcomeReceipt(candidate)
  return 'problem' in reading ? reading.problem : ''
}

describe('the problem names the member', () => {
  test.each<[unknown, string]>([
    [null, 'The document'],
    [[], 'The document'],
    ['{}', 'The document'],
    [{}, 'schema'],
    [altered({ nonce: 'n_xyz' }), 'nonce'],
    [altered({ issued_at: '2026-01-01T00:00:01Z' }), 'issued_at'],
    [altered({ issued_at: '2026-02-30T00:00:01.000Z' }), 'issued_at'],
    [altered({ algorithm: 'RS256' }), 'algorithm'],
    [altered({ environment: 'staging' }), 'environment'],
    [altered({ units: { ...receipt.units, accepted: 1.5 } }), 'units.accepted'],
    [altered({ units: { ...receipt.units, total: 0 } }), 'units.total'],
    [altered({ amounts: { ...receipt.amounts, earned: '1.0' } }), 'amounts.earned'],
    [altered({ amounts: { ...receipt.amounts, earned: '01.00' } }), 'amounts.earned'],
    [altered({ amounts: { ...receipt.amounts, earned: '-1.00' } }), 'amounts.earned'],
    [altered({ amounts: { ...receipt.amounts, earned: 1 } }), 'amounts.earned'],
    [altered({ amounts: { ...receipt.amounts, decimals: 19 } }), 'amounts.decimals'],
    [altered({ evidence: [{ ...receipt.evidence[0], status: 'lost' }] }), 'evidence[0].status'],
    [
      altered({ condition_results: [{ ...receipt.condition_results[0], reason: '\ud800' }] }),
      'condition_results[0].reason',
    ],
    [altered({ actors: { payer: receipt.actors.payer } }), 'actors.provider'],
    [altered({ extra: 1 }), 'extra'],
    [altered({ agreement: { ...receipt.agreement, extra: 1 } }), 'agreement.extra'],
    [altered({ supersedes: 'ocr_1' }), 'supersedes'],
    [altered({ status_proof: { status: 'active' } }), 'status_proof.schema'],
    [altered({ unit_results: [{ unit: 1 }] }), 'unit_results[0].result'],
  ])('%#: %s', (candidate, member) => {
    expect(problemOf(candidate).startsWith(`${member} `)).toBe(true)
  })
})

test('no value makes the verifier throw', () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
      (value) => {
        expect(verifyOutcomeReceipt(value, { trustSet, environment: 'demo', suite: nodeSuite }).valid).toBe(
          false,
        )
      },
    ),
  )
})

/** Every path to a member or item within a JSON value. */
function pathsOf(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...at, name]))]
}

function mutated(
  value: unknown,
  [first, ...rest]: readonly string[],
  change: (old: unknown) => unknown,
): unknown {
  if (first === undefined) return change(value)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[first] = mutated(copy[first], rest, change)
  return copy
}

const paths = pathsOf(receipt).filter((path) => path.length > 0)

test('a receipt with any member replaced never verifies and never makes the verifier throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, replacement) => {
      const candidate = mutated(receipt, path, (old) =>
        JSON.stringify(old) === JSON.stringify(replacement) ? `${String(old)}.` : replacement,
      )
      expect(verifyOutcomeReceipt(candidate, { trustSet, environment: 'demo', suite: nodeSuite }).valid).toBe(
        false,
      )
    }),
    { numRuns: 1_000 },
  )
})

test('a receipt with one character of any text changed never verifies', () => {
  const texts = paths.filter(
    (path) => typeof path.reduce<unknown>((at, step) => (at as never)[step], receipt) === 'string',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.constantFrom('0', '1', 'a', 'Z', ' ', '\u0000'),
      (path, at, sign) => {
        const candidate = mutated(receipt, path, (old) => {
          const text = old as string
          const index = at % Math.max(text.length, 1)
          const changed = text.slice(0, index) + sign + text.slice(index + 1)
          return changed === text ? `${text}x` : changed
        })
        expect(
          verifyOutcomeReceipt(candidate, { trustSet, environment: 'demo', suite: nodeSuite }).valid,
        ).toBe(false)
      },
    ),
    { numRuns: 1_000 },
  )
})
