import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { createDeliveryGuard } from './delivery-rate.ts'

const source = 'src_000000000000000000000001'

test('a source may send 2,000 deliveries at once and 1,000 a second after that', () => {
  const guard = createDeliveryGuard()
  for (let sent = 0; sent < 2_000; sent += 1) guard(source, 0)
  expect(refusalOf(() => guard(source, 0))).toMatchObject({
    code: 'rate_limited',
    options: { retryAfterSeconds: 1 },
  })
  guard('src_000000000000000000000002', 0)
  for (let sent = 0; sent < 1_000; sent += 1) guard(source, 1_000)
  expect(() => guard(source, 1_000)).toThrow('1,000 deliveries a second')
})
