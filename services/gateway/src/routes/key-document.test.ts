import { type Environment, type KeyDocument, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import type { Call } from '../http/route.ts'
import type { GatewayInstance } from '../instance.ts'
import { createKeyReader, keyDocumentRoute, mergedKeyDocument } from './key-document.ts'

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

test('of each part only the log of its own environment counts', () => {
  const log = (name: string) => ({ origin: `${name}.example`, vkey: name, previous_vkeys: [] })
  const claims = (name: string) => ({ log: log(name), demo_log: log(name) })
  const production = { ...part('a', 1), ...claims('production') }
  const demo = { ...part('b', 1), ...claims('demo') }
  expect(mergedKeyDocument({ production, demo })).toMatchObject({
    log: log('production'),
    demo_log: log('demo'),
  })
  expect(mergedKeyDocument({ production })).toMatchObject({ log: log('production'), demo_log: null })
  expect(mergedKeyDocument({ demo: part('b', 1) })).toMatchObject({ log: null, demo_log: null })
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

/** Reads the document at the given second, from signing services that answer or do not. */
function reader() {
  const route = keyDocumentRoute('outturn', createKeyReader())
  let answers = 0
  let isDown = false
  const instance = (environment: Environment): GatewayInstance =>
    ({
      environment,
      bus: {
        request: async () => {
          if (isDown) throw new Refusal('configuration_unavailable', 'signing does not answer')
          answers += 1
          return part('a', 1)
        },
      },
    }) as unknown as GatewayInstance
  const instances = { production: instance('production'), demo: instance('demo') }
  return {
    asked: () => answers,
    down: (now: boolean) => void (isDown = now),
    read: async (second: number) =>
      route.answer({
        instances,
        now: new Date(second * 1_000),
        principal: { kind: 'public' },
      } as unknown as Call),
  }
}

test('each part is asked for once a minute', async () => {
  const { read, asked } = reader()
  await read(1)
  await read(60)
  expect(asked()).toBe(2)
  await read(61)
  expect(asked()).toBe(4)
})

test('while signing does not answer the last document is served for five minutes, and then none', async () => {
  const { read, down } = reader()
  const first = await read(0)
  down(true)
  expect(await read(299)).toEqual(first)
  await expect(read(300)).rejects.toThrow('signing does not answer')
  down(false)
  expect(await read(301)).toEqual(first)
})

test('a document that was never read is not made up', async () => {
  const { read, down } = reader()
  down(true)
  await expect(read(0)).rejects.toMatchObject({ code: 'configuration_unavailable' })
})
