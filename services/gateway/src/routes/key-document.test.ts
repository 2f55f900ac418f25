import type { Environment, KeyDocument } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { mergedKeyDocument } from './key-document.ts'

const key = (id: string) => ({
  key_id: id.repeat(64),
  algorithm: 'Ed25519' as const,
  public_key: id,
  status: 'active' as const,
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: null,
  retired_at: null,
})

/** A part that claims keys of both environments. */
function part(id: string, version: number): KeyDocument {
  const lists = { production: [key(id)], demo: [key(id)] } satisfies Record<Environment, unknown[]>
  return {
    schema: 'outturn/key-document@1',
    issuer: 'https://outturn.example',
    version,
    updated_at: `2026-01-0${version}T00:00:00.000Z`,
    receipts: lists,
    attestations: lists,
    status: lists,
    prev_document_hash: 'f'.repeat(64),
  }
}

test('of each part only the keys of its own environment count', () => {
  const { receipts, attestations, status } = mergedKeyDocument({
    production: part('a', 1),
    demo: part('b', 2),
  })
  for (const lists of [receipts, attestations, status]) {
    expect(lists).toEqual({ production: [key('a')], demo: [key('b')] })
  }
})

test('the version rises when either part changes, and the newest change dates the document', () => {
  const before = mergedKeyDocument({ production: part('a', 1), demo: part('b', 2) })
  const after = mergedKeyDocument({ production: part('a', 3), demo: part('b', 2) })
  expect(after.version).toBeGreaterThan(before.version)
  expect(after.updated_at).toBe('2026-01-03T00:00:00.000Z')
})

test('one hosted environment publishes its own part with its own chain', () => {
  const document = mergedKeyDocument({ production: part('a', 1) })
  expect(document.prev_document_hash).toBe('f'.repeat(64))
  expect(document.receipts).toEqual({ production: [key('a')], demo: [] })
})
