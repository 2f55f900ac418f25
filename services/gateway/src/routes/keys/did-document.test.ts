import type { KeyDocument } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { didDocumentOf } from './did-document.ts'

type Key = KeyDocument['receipts']['production'][number]

const key = (digit: string, change: Partial<Key> = {}): Key => ({
  key_id: digit.repeat(64),
  algorithm: 'Ed25519',
  public_key: digit.repeat(43),
  status: 'active',
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: null,
  retired_at: null,
  ...change,
})

function documentWith(issuer: string, production?: Key[], demo: Key[] = []) {
  const none = { production: [], demo: [] }
  return didDocumentOf({
    schema: 'outturn/key-document@1',
    issuer,
    version: 1,
    updated_at: '2026-01-01T00:00:00.000Z',
    receipts: { production: [key('9')], demo: [] },
    attestations: none,
    status: none,
    ...(production !== undefined && { payments: { production, demo } }),
    prev_document_hash: null,
  })
}

test('the document has the keys for payments of production, each under the name that signatures have', () => {
  const document = documentWith('https://pay.example/', [key('a')], [key('d')])
  const name = `did:web:pay.example#${'a'.repeat(64)}`
  expect(document).toMatchObject({ id: 'did:web:pay.example', assertionMethod: [name] })
  expect(document.verificationMethod).toEqual([
    {
      id: name,
      type: 'JsonWebKey',
      controller: 'did:web:pay.example',
      publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: 'a'.repeat(43) },
    },
  ])
})

test('a retired key proves what it signed and signs no more; a revoked one is not there', () => {
  const end = '2026-02-01T00:00:00.000Z'
  const { verificationMethod, assertionMethod } = documentWith('https://pay.example', [
    key('a'),
    key('b', { status: 'retiring' }),
    key('c', { status: 'retired', not_after: end, retired_at: end }),
    key('d', { status: 'revoked', retired_at: end }),
  ])
  expect(verificationMethod.map(({ expires }) => expires)).toEqual([undefined, undefined, end])
  expect(assertionMethod.map((name) => name.slice(-1))).toEqual(['a', 'b'])
})

test('a port is part of the name, written as did:web has it', () => {
  expect(documentWith('http://127.0.0.1:8080', []).id).toBe('did:web:127.0.0.1%3A8080')
})

test('a document from before these keys has none', () => {
  expect(documentWith('https://pay.example').verificationMethod).toEqual([])
})
