import { listSigningKeys, type Principal } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { as, placeAllKeys } from '../testing/open-signing.ts'
import { testSigning } from '../testing/test-signing.ts'

const alice: Principal = { kind: 'operator', name: 'alice' }
const open = await testSigning(fixedClock('2026-01-02T00:00:00.000Z'))

test('a key file that cannot be used is named to the operator', async () => {
  await placeAllKeys(open)
  await using _replica = await open.startReplica()
  const list = () => open.operator.request(listSigningKeys, {}, as(alice))
  await open.placeKey('receipt', 9, { owner: 'production', label: 'stray' })
  await expect(list()).rejects.toMatchObject({
    code: 'configuration_unavailable',
    message: expect.stringContaining('receipt.stray.pem: this is a key of production'),
    options: { reason: 'unusable_key_file' },
  })
  await open.removeKey('receipt', 'stray')
  expect((await list()).keys).toHaveLength(6)
})
