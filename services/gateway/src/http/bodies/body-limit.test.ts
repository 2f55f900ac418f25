import { expect, test } from 'vitest'
import { routeTable } from '../../routes/route-table.ts'
import { bodyLimitOf, bodyTooLarge } from './body-limit.ts'
import { noAssets } from '../../testing/no-assets.ts'

const deployment = 8 * 1_024 * 1_024
const routes = routeTable('outturn', noAssets)
const posts = routes.filter(({ method }) => method === 'POST')
const limits = (kinds: readonly string[]) =>
  Object.fromEntries(
    posts
      .filter(({ access }) => kinds.includes(access.kind))
      .map((route) => [route.operationId, bodyLimitOf(route, deployment)]),
  )

test('no operation without a key takes more than 64 KiB but the form for a receipt, and each has its own limit', () => {
  const {
    'receive-delivery': delivery,
    'verify-pasted-receipt': form,
    ...unkeyed
  } = limits(['open', 'shared'])
  expect(form).toBe(256 * 1_024)
  expect(delivery).toBe(1_048_576)
  expect(unkeyed).toEqual({
    'accept-team-invitation': 4_096,
    'begin-sign-in': 4_096,
    'begin-sign-in-by-passkey': 4_096,
    'buy-verification': 64 * 1_024,
    'call-tools': 64 * 1_024,
    'decide-review': 65_536,
    'enter-sign-in-code': 4_096,
    'exchange-key': 4_096,
    'finish-sign-in': 4_096,
    'join-as-guest': 4_096,
    'mail-review-code': 1_024,
    'open-sandbox-session': 1_024,
    'send-review': 65_536,
    'sign-in-by-passkey': 32 * 1_024,
    'try-delivery': 64 * 1_024,
    'verify-attestation': 65_536,
  })
  expect(Math.max(...Object.values(unkeyed))).toBeLessThanOrEqual(65_536)
})

test('a new operation without a key has a small limit before it names one', () => {
  const body = routes.find(({ operationId }) => operationId === 'exchange-key')?.body
  if (body === undefined) throw new Error('the exchange of keys takes no body')
  expect(bodyLimitOf({ access: { kind: 'open' }, body }, deployment)).toBe(4_096)
})

test('with a key only what carries evidence, results or files is larger than 256 KiB', () => {
  const large = Object.entries(limits(['key', 'session'])).filter(([, bytes]) => bytes > 256 * 1_024)
  expect(large.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['audit-invoice', 12 * 1_048_576],
    ['record-external-result', deployment],
    ['replay-promise', 8 * 1_048_576],
    ['submit-evidence', 3 * 1_048_576 + 65_536],
    ['submit-sandbox-evidence', 3 * 1_048_576 + 65_536],
    ['verify-delivery', deployment],
    ['verify-sandbox-delivery', deployment],
    ['verify-sandbox-spool', deployment],
    ['verify-spool', deployment],
  ])
})

test('the refusal names the limit', () => {
  expect(bodyTooLarge({}, 4_096)).toMatchObject({
    code: 'input_too_large',
    message: 'The body is over the limit of 4096 bytes of this operation.',
  })
})
