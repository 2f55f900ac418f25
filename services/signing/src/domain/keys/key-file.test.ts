import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formatKeyFile, type KeyFile, KeyFileError, parseKeyFile } from './key-file.ts'

const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const file: KeyFile = {
  environment: 'demo',
  purpose: 'receipt',
  createdAt: '2026-01-01T00:00:00.000Z',
  material: 'clear',
  pem: pem.trim(),
}
const expected = { environment: 'demo', purpose: 'receipt', path: 'demo/receipt.pem' } as const

test('what is written is read back', () => {
  expect(parseKeyFile(formatKeyFile(file), expected)).toEqual(file)
})

test('a key under a passphrase and the public half of one kept elsewhere are told apart', () => {
  const materialOf = (block: string) =>
    parseKeyFile(formatKeyFile({ ...file, pem: block }), expected).material
  expect(materialOf(pem.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'))).toBe('encrypted')
  expect(materialOf(pem.replaceAll('PRIVATE', 'PUBLIC'))).toBe('remote')
})

describe('refused', () => {
  const text = formatKeyFile(file)
  const cases: [string, string, Partial<typeof expected>?][] = [
    ['a key of the other environment', formatKeyFile({ ...file, environment: 'production' })],
    ['a key for another purpose', formatKeyFile({ ...file, purpose: 'status' })],
    ['a key without labels', pem],
    ['a file without a key', text.replace(pem.trim(), '')],
    ['a certificate', text.replaceAll('PRIVATE KEY', 'CERTIFICATE')],
    ['a time that is none', text.replace('2026-01-01T00:00:00.000Z', 'yesterday')],
  ]

  test.each(cases)('%s', (_what, given) => {
    expect(() => parseKeyFile(given, expected)).toThrow(KeyFileError)
  })

  test('without a word of the key', () => {
    const secret = pem.split('\n')[1] ?? ''
    expect(() => parseKeyFile(formatKeyFile({ ...file, purpose: 'status' }), expected)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    )
  })
})
