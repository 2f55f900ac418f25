import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { createDeliveryLimits } from './delivery-limits.ts'

const source = 'src_000000000000000000000001'

test('a source may send 2,000 deliveries at once and 1,000 a second after that', () => {
  const limits = createDeliveryLimits()
  for (let sent = 0; sent < 2_000; sent += 1) limits.assertWithinRate(source, 0)
  expect(refusalOf(() => limits.assertWithinRate(source, 0))).toMatchObject({
    code: 'rate_limited',
    options: { retryAfterSeconds: 1 },
  })
  limits.assertWithinRate('src_000000000000000000000002', 0)
  for (let sent = 0; sent < 1_000; sent += 1) limits.assertWithinRate(source, 1_000)
  expect(() => limits.assertWithinRate(source, 1_000)).toThrow('1,000 deliveries a second')
})

test('an address may send 60 wrong signatures a minute to a source, and spends those of no one else', () => {
  const limits = createDeliveryLimits()
  for (let sent = 0; sent < 60; sent += 1) limits.assertFewWrong(source, '192.0.2.1', 0)
  expect(refusalOf(() => limits.assertFewWrong(source, '192.0.2.1', 59_000))).toMatchObject({
    code: 'rate_limited',
    options: { retryAfterSeconds: 1 },
  })
  limits.assertFewWrong(source, '192.0.2.2', 59_000)
  limits.assertFewWrong(source, '192.0.2.1', 60_000)
})
