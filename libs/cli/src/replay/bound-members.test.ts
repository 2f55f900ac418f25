import { parseKeyDocument, type ReplayBundle } from '@outturn/receipt-verifier'
import { describe, expect, test } from 'vitest'
import { withMember } from '../testing/changed-bundle.ts'
import { golden, identified, observed, replayed, witnessed } from '../testing/sample-bundles.ts'
import { replayBundle, UnusableBundle } from './replay-bundle.ts'

// What no digest of the receipt binds, though the manifest binds it: for whom and where evidence came from, which only choose among several items of one condition,
// the time of the run within its bounds, and the bundle's own keys, which decide nothing where keys are pinned.
const unbound = /^(?:manifest\..*|evidence\.\d+\.(?:source|on_behalf_of)|evaluated_at|keys\..*)$/

function* scalars(value: unknown, path: readonly string[] = []): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) yield [path.join('.'), value]
  else for (const [name, member] of Object.entries(value)) yield* scalars(member, [...path, name])
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return '2026-01-01T00:00:00.000Z'
  return `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`
}

/** Whether a bundle replays, with a manifest made anew over what was changed unless it is told not to. */
function agrees(bundle: ReplayBundle, replay = replayed): boolean {
  try {
    return replay(bundle).agrees
  } catch (error) {
    if (error instanceof UnusableBundle) return false
    throw error
  }
}

describe.each([
  ['the published bundle', golden],
  ['a bundle with an observed URL', observed],
  ['a bundle whose units have names', identified],
  ['a bundle with an opinion, a confirmation and an outside result', witnessed],
])('%s no longer agrees after one change', (_, bundle) => {
  const bound = [...scalars(bundle)].filter(([path]) => !unbound.test(path))

  test.each(bound)('of %s', (path, value) => {
    expect(agrees(withMember(bundle, path, another(value)))).toBe(false)
  })
})

describe('the published bundle with its own manifest no longer agrees after one change', () => {
  const trustSet = parseKeyDocument(golden.keys)

  test.each([...scalars(golden)])('of %s', (path, value) => {
    const changed = withMember(golden, path, another(value))
    expect(agrees(changed, (bundle) => replayBundle(bundle, trustSet))).toBe(false)
  })
})
