import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { assertPullTerms } from './pull-rules.ts'

const refusalOf = (host: string): unknown => {
  try {
    assertPullTerms({ url: `https://${host}/orders`, interval_seconds: 60 })
    return null
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.options.field] : error
  }
}

test.each([
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'intranet', 'printer.local', 'router.lan'],
  ...['metadata.google.internal', 'nas.home.arpa', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost'],
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '１２７.0.0.1',
  ],
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.0.1', '224.0.0.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[fe80::1]', '[fd00::1]', '[ff02::1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
])('a source does not pull from %s', (host) => {
  expect(refusalOf(host)).toEqual([422, 'pull.url'])
})

test.each([
  'shop.example',
  'internal.example.com',
  'xn--bcher-kva.example',
  'local.example.',
  '93.184.216.34',
])('a source pulls from %s, which is judged again when it is fetched', (host) => {
  expect(refusalOf(host)).toBeNull()
})
