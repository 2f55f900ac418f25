import { portableSha256 } from '@outturn/canonical'
import type { UnitLeaf } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { evaluateRun } from '../evaluate-run.ts'
import { condition, dataset, run, units } from '../testing/run-fixture.ts'
import { unitSecretsOfLeaves, unitSecretsOfSpool } from './unit-secrets.ts'

const byEmail = { source_key: 'email', visibility: 'pseudonymous' } as const
const delivery = run(
  [condition({ checker: 'completeness', required_fields: ['name'] })],
  [
    dataset(
      { email: 'a@example.com', name: 'A' },
      { email: 'b@example.com' },
      { email: 'c@example.com', name: 'C' },
    ),
  ],
  units(4, byEmail),
)
const outcome = evaluateRun(delivery)
const leaves = outcome.unitResults ?? []

function replayed(changed: readonly UnitLeaf[]) {
  return evaluateRun({ ...delivery, unitSecrets: unitSecretsOfLeaves(changed) })
}

test('the leaves of a receipt give the same outcome as the salt that made them', () => {
  expect(leaves.map(({ identity }) => identity !== undefined)).toEqual([true, true, true, false])
  expect(replayed(leaves)).toEqual(outcome)
})

test('a leaf that was left out differs', () => {
  expect(replayed(leaves.slice(0, 3)).unitResults?.[3]).toEqual({ ...leaves[3], salt: '' })
})

test('one pseudonym for two values differs, and so does a pseudonym that was taken away', () => {
  const [first, second, ...rest] = leaves as [UnitLeaf, UnitLeaf, ...UnitLeaf[]]
  const shared = { ...second, identity: first.identity as { id: string } }
  expect(replayed([first, shared, ...rest]).unitResults?.[1]).not.toEqual(shared)
  const { identity: _, ...nameless } = second
  expect(replayed([first, nameless, ...rest]).unitResults?.[1]).not.toEqual(nameless)
})

test('salts and pseudonyms differ by Spool, unit and value', () => {
  const secretsOf = (byte: number) => unitSecretsOfSpool(new Uint8Array(32).fill(byte), portableSha256)
  const one = secretsOf(1)
  expect(one.saltOf(1)).toBe(secretsOf(1).saltOf(1))
  expect(new Set([one.saltOf(1), one.saltOf(2), secretsOf(2).saltOf(1)]).size).toBe(3)
  expect(
    new Set([one.identityIdOf('a', 1), one.identityIdOf('b', 1), secretsOf(2).identityIdOf('a', 1)]).size,
  ).toBe(3)
  expect(one.identityIdOf('a', 1)).toBe(one.identityIdOf('a', 2))
})
