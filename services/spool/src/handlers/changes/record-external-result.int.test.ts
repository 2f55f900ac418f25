import { generateKeyPairSync } from 'node:crypto'
import type { CommandContext } from '@outturn/messaging'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import type { SpoolDeps } from '../../deps.ts'
import { spoolHashes } from '../../flows/hashes.ts'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import { provider } from '../../testing/two-parties.ts'
import { handleRecordExternalResult } from './record-external-result.ts'

const clock = clockAhead()
const { spools, accepted } = await agreedSpools(clock)

/** How many turns of the event loop there were. */
function countTurns() {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  return { turns: () => turns, [Symbol.dispose]: () => clearImmediate(next) }
}

test('between the two canonical forms of one result, either of which may be a megabyte of work, others have their turn', async () => {
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
  const { id, conditions } = await accepted([
    {
      description: 'The lab passes it.',
      required: true,
      verification_method: 'external_tool',
      external_judge: {
        id: 'qa-lab-1',
        name: 'QA Lab',
        proof: { type: 'ed25519', public_key: publicKey },
      },
    },
  ])
  using loop = countTurns()
  const had: [what: string, turn: number][] = []
  const hashes = spoolHashes('outturn')
  const record = handleRecordExternalResult({
    pool: spools.pool,
    environment: 'production',
    slug: 'outturn',
    clock,
    hashes: {
      ...hashes,
      canonical(value: { kind?: string }) {
        if (value.kind === 'external_result') had.push(['what is kept', loop.turns()])
        return hashes.canonical(value)
      },
    },
    bus: {
      // Asked in the turn in which the text that the judge signed is made.
      async request() {
        had.push(['what is signed', loop.turns()])
        return { valid: false, reason: null }
      },
    },
  } as unknown as SpoolDeps)
  const request = {
    evaluator: 'qa-lab-1',
    verdict: 'pass' as const,
    condition_results: [{ condition_id: conditions[0] ?? '', result: 'pass' as const }],
    observed_at: '2026-01-01T00:00:00.000Z',
    proof: { type: 'ed25519' as const, signature: 'A'.repeat(86) },
  }
  const context = { principal: provider, commandId: 'one', bodyDigest: 'a', now: clock.now() }
  const recording = record({ spoolId: id, request }, context as unknown as CommandContext)
  await expect(recording).rejects.toMatchObject({ options: { field: 'proof' } })
  const [[kept, keptIn], [signed, signedIn]] = had as [[string, number], [string, number]]
  expect([kept, signed]).toEqual(['what is kept', 'what is signed'])
  expect(signedIn).toBeGreaterThan(keptIn)
})
