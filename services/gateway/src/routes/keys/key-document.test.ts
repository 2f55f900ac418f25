import { createHash } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import { type Environment, environments } from '@outturn/vocabulary'
import { type KeyDocument, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import type { Call } from '../../http/route.ts'
import { type GatewayInstance, hostedInstances } from '../../deps.ts'
import { createKeyReader, keyDocumentRoutes, type KeyPart, mergedKeyDocument } from './key-document.ts'

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
function part(id: string, version: number, change: Partial<KeyDocument> = {}): KeyPart {
  const lists = { production: [key(id)], demo: [key(id)] } satisfies Record<Environment, unknown[]>
  const document = {
    schema: 'outturn/key-document@1',
    issuer: 'https://outturn.example',
    version,
    updated_at: `2026-01-0${version}T00:00:00.000Z`,
    receipts: lists,
    attestations: lists,
    status: lists,
    payments: lists,
    prev_document_hash: 'f'.repeat(64),
    ...change,
  }
  return { document, hash: createHash('sha256').update(JSON.stringify(document)).digest('hex') }
}

test('of each part only the keys of its own environment count', () => {
  const { receipts, attestations, status, payments } = mergedKeyDocument({
    production: part('a', 1),
    demo: part('b', 2),
  })
  for (const lists of [receipts, attestations, status, payments]) {
    expect(lists).toEqual({ production: [key('a')], demo: [key('b')] })
  }
})

test('of each part only the log of its own environment counts', () => {
  const log = (name: string) => ({ origin: `${name}.example`, vkey: name, previous_vkeys: [] })
  const claims = (name: string) => ({ log: log(name), demo_log: log(name) })
  const production = part('a', 1, claims('production'))
  const demo = part('b', 1, claims('demo'))
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

test('two parts are chained each for itself, by the hash of their exact text', () => {
  const production = part('a', 1)
  const demo = part('b', 2)
  const { parts, prev_document_hash } = mergedKeyDocument({ production, demo })
  expect(prev_document_hash).toBeNull()
  expect(parts).toEqual({
    production: { version: 1, document_hash: production.hash, prev_document_hash: 'f'.repeat(64) },
    demo: { version: 2, document_hash: demo.hash, prev_document_hash: 'f'.repeat(64) },
  })
})

/** Reads the document at the given second, from signing services that answer or do not. */
function reader() {
  const [route] = keyDocumentRoutes('outturn', createKeyReader())
  const rootSigned = new Map<string, object>()
  let answers = 0
  const downs = new Set<Environment>()
  const instance = (environment: Environment): GatewayInstance =>
    ({
      environment,
      bus: {
        requestBytes: async () => {
          if (downs.has(environment))
            throw new Refusal('configuration_unavailable', 'signing does not answer')
          answers += 1
          return { bytes: Buffer.from(JSON.stringify(part('0', 1).document)), isReplayed: false }
        },
        request: async (_query: unknown, { documentHash }: { documentHash: string }) => {
          if (downs.has(environment))
            throw new Refusal('configuration_unavailable', 'signing does not answer')
          return { signed: rootSigned.get(documentHash) ?? null }
        },
      },
    }) as unknown as GatewayInstance
  const started = { production: instance('production'), demo: instance('demo') }
  const instances = hostedInstances(['production', 'demo'], started)
  return {
    rootSigned,
    asked: () => answers,
    down(now: boolean, which: readonly Environment[] = environments) {
      for (const each of which) downs[now ? 'add' : 'delete'](each)
    },
    read: async (second: number, headers = {}, caller?: Environment) =>
      route?.answer({
        instances,
        identity: caller === undefined ? null : { instance: instances.of(caller) },
        headers,
        now: new Date(second * 1_000),
        principal: { kind: 'public' },
      } as unknown as Call),
  }
}

test('each part is asked for once in five seconds', async () => {
  const { read, asked } = reader()
  await read(1)
  await read(5)
  expect(asked()).toBe(2)
  await read(6)
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

test('the sandbox is left out for as long as it does not answer, and production never', async () => {
  const { read, down } = reader()
  const partsAt = async (second: number) => {
    const answered = await read(second)
    const { parts } = JSON.parse(String(answered?.body)) as KeyDocument
    return [Object.keys(parts ?? {}), answered?.headers?.['cache-control']]
  }
  const whole = [['production', 'demo'], 'public, max-age=300']
  expect(await partsAt(0)).toEqual(whole)
  down(true, ['demo'])
  expect(await partsAt(299)).toEqual(whole)
  expect(await partsAt(300)).toEqual([['production'], 'public, max-age=5'])
  down(false)
  expect(await partsAt(301)).toEqual(whole)
  down(true, ['production'])
  await expect(read(700)).rejects.toMatchObject({ code: 'configuration_unavailable' })
})

test('a caller of the sandbox gets no document without its keys', async () => {
  const { read, down } = reader()
  down(true, ['demo'])
  await expect(read(0, {}, 'demo')).rejects.toMatchObject({ code: 'configuration_unavailable' })
})

test('a document that was never read is not made up', async () => {
  const { read, down } = reader()
  down(true)
  await expect(read(0)).rejects.toMatchObject({ code: 'configuration_unavailable' })
})

test('a reader that has the document is told that nothing changed', async () => {
  const { read } = reader()
  const first = await read(0)
  const tag = first?.headers?.['etag']
  expect(await read(1, { 'if-none-match': tag })).toMatchObject({
    status: 304,
    body: '',
    headers: { etag: tag },
  })
  expect(await read(1, { 'if-none-match': '"other"' })).toEqual(first)
})

test('what a root key signed of the document as it is goes with it, also while signing does not answer', async () => {
  const keys = reader()
  const read = async (second: number) => JSON.parse(String((await keys.read(second))?.body)) as KeyDocument
  const served = await read(0)
  expect(served).not.toHaveProperty('root_signature')
  const rootSignature = { key_id: 'e'.repeat(64), signature: 'A'.repeat(86) }
  const hash = createHash('sha256').update(canonicalJson(served)).digest('hex')
  keys.rootSigned.set('0'.repeat(64), { asOf: '2026-01-09T00:00:00.000Z', rootSignature })
  expect(await read(6)).toEqual(served)
  keys.rootSigned.set(hash, { asOf: '2026-01-09T00:00:00.000Z', rootSignature })
  const signed = { ...served, as_of: '2026-01-09T00:00:00.000Z', root_signature: rootSignature }
  expect(await read(12)).toEqual(signed)
  keys.down(true)
  expect(await read(60)).toEqual(signed)
})
