import { expect, test } from 'vitest'
import type { LocalFile } from './home/local-file.ts'
import { readAllowance } from './sample-delivery.ts'

test('a service that does not answer for the allowance stops no start', async () => {
  const file = { base_url: 'http://127.0.0.1:1', api_key: 'spk_live_example' } as LocalFile
  expect(await readAllowance(file)).toMatch(/^The allowance of this account is not known: /)
})
