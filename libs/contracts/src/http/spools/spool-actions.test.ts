import { expect, test } from 'vitest'
import { CommitRequest, OnboardProviderRequest } from './spool-actions.ts'

test.each([
  [{ payment_method: 'pm_1' }, true],
  [{ settlement_mode: 'direct_eip3009', direct_signer: 'principal_runtime' }, true],
  [{ payment_method: 'pm_1', settlement_mode: 'direct_eip3009' }, false],
  [{ payment_method: 'pm_1', direct_signer: 'principal_runtime' }, false],
])('a commitment is paid by card or by wallet: %j', (body, isTaken) => {
  const { success, error } = CommitRequest.safeParse(body)
  expect(success).toBe(isTaken)
  if (!isTaken) expect(error?.issues[0]?.path).toEqual(['payment_method'])
})

test.each([
  ...['http://example.com/a', 'ftp://example.com', 'example.com', 'javascript:alert(1)'],
  ...['https://user@example.com/a', 'https://user:word@example.com/a', 'https://@example.com/a'],
  ...['https://intranet/a', 'https://10.0.0.7/a', 'https://192.168.1.1/a', 'https://[fe80::1]/a'],
  ...['https://167772167/a', 'https://pay.internal/a', 'https://printer.local/a'],
])('a provider is not sent back to %s', (url) => {
  const good = 'https://example.com/a'
  expect(OnboardProviderRequest.safeParse({ refresh_url: good, return_url: good }).success).toBe(true)
  expect(OnboardProviderRequest.safeParse({ refresh_url: url, return_url: good }).success).toBe(false)
})
