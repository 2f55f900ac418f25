import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deprecations } from './deprecations.ts'

test('the guide lists what is on its way out, with its days, and leaves a year', () => {
  const page = readFileSync(new URL('../../../../docs/guide/versions.md', import.meta.url), 'utf8')
  for (const { member, since, sunset } of deprecations) {
    expect(page).toMatch(new RegExp(`\`${member}\`.*${since} \\| ${sunset}`))
    expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 24 * 60 * 60 * 1_000)
  }
})
