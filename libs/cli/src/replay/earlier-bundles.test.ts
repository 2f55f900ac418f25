import { readFileSync } from 'node:fs'
import { nodeSha256 } from '@outturn/canonical/node'
import { rulesOfVersion } from '@outturn/checkers'
import { evaluateRun } from '@outturn/evaluation'
import type { ReplayBundle } from '@outturn/receipt-verifier'
import { describe, expect, test } from 'vitest'
import { withMember } from '../testing/changed-bundle.ts'
import { replayed } from '../testing/sample-bundles.ts'
import { bundledRun } from './bundled-run.ts'

/** Bundles of runs that were judged by earlier versions of the checkers, over values that they read unlike the version of today. */
const earlier = (['1', '2'] as const).map((major) => {
  const file = new URL(`../../../../test/vectors/bundle/version-${major}.jsonl`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const bundles = lines.map((line) => {
    const { name, bundle } = JSON.parse(line) as { name: string; bundle: ReplayBundle }
    return [name, bundle] as const
  })
  return [`${major}.0.0`, bundles] as const
})

describe.each(earlier)('a run of version %s of the checkers', (version, bundles) => {
  test.each(bundles)('%s', (_, bundle) => {
    const report = replayed(bundle)
    expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(report.run_digest).toBe(bundle.receipt.verification.run_digest)
  })

  test.each(bundles)('%s: today it would be judged otherwise', (_, bundle) => {
    const { input } = bundledRun(bundle, 'example')
    const before = evaluateRun({ ...input, rules: rulesOfVersion(version) ?? never(version) }, nodeSha256)
    const today = evaluateRun(input, nodeSha256)
    expect(before.runDigest).toBe(bundle.receipt.verification.run_digest)
    expect(today.unitResults ?? today.result).not.toEqual(before.unitResults ?? before.result)
  })

  test('is not replayed by rules that there never were', () => {
    const [, bundle] = bundles[0] ?? never(version)
    const report = replayed(withMember(bundle, 'receipt.condition_results.0.verifier_version', '9.9.9'))
    expect(report.agrees).toBe(false)
    expect(report.run_digest).toBeNull()
  })
})

function never(version: string): never {
  throw new Error(`the rules or bundles of ${version} are gone`)
}
