import { readFileSync } from 'node:fs'
import { nodeSha256 } from '@outturn/canonical/node'
import { rulesOfVersion } from '@outturn/checkers'
import { evaluateRun } from '@outturn/evaluation'
import type { ReplayBundle } from '@outturn/receipt-verifier'
import { describe, expect, test } from 'vitest'
import { withMember } from '../testing/changed-bundle.ts'
import { replayed } from '../testing/sample-bundles.ts'
import { bundledRun } from './bundled-run.ts'

/** Bundles of runs that were judged by version 1.0.0 of the checkers, over values that it reads unlike the version of today. */
const file = new URL('../../../../test/vectors/bundle/version-1.jsonl', import.meta.url)
const bundles = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; bundle: ReplayBundle })

describe('a run of version 1.0.0 of the checkers', () => {
  test.each(bundles.map(({ name, bundle }) => [name, bundle] as const))('%s', (_, bundle) => {
    const report = replayed(bundle)
    expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(report.run_digest).toBe(bundle.receipt.verification.run_digest)
  })

  test.each(bundles.map(({ name, bundle }) => [name, bundle] as const))(
    '%s: today it would be judged otherwise',
    (_, bundle) => {
      const { input } = bundledRun(bundle, 'example')
      const before = evaluateRun({ ...input, rules: rulesOfVersion('1.0.0') ?? never() }, nodeSha256)
      const today = evaluateRun(input, nodeSha256)
      expect(before.runDigest).toBe(bundle.receipt.verification.run_digest)
      expect(today.unitResults ?? today.result).not.toEqual(before.unitResults ?? before.result)
    },
  )

  test('is not replayed by rules that there never were', () => {
    const [{ bundle }] = bundles as [(typeof bundles)[number]]
    const report = replayed(withMember(bundle, 'receipt.condition_results.0.verifier_version', '9.9.9'))
    expect(report.agrees).toBe(false)
    expect(report.run_digest).toBeNull()
  })
})

function never(): never {
  throw new Error('the rules of 1.0.0 are gone')
}
