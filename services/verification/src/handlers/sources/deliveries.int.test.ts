import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  createSource,
  listFacts,
  pauseSource,
  readSource,
  readSourceActivity,
  Refusal,
  resumeSource,
  revokeSource,
  rotateSource,
  testSource,
  tryMapping,
} from '@outturn/contracts'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentDigestOf } from '@outturn/agreement'
import { identityDigestOf } from '../../domain/facts/fact-versions.ts'
import { findVersions } from '../../store/facts/intake-store.ts'
import { findCurrentFacts } from '../../store/facts/fact-queries.ts'
import { forgetDeliveries } from '../../store/sources/delivery-store.ts'
import { onPool, recordDeadLetter } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { randomIds } from '@outturn/service'
import { onSpoolEvidenceWithdrawn } from '../../reactions/spool-evidence-withdrawn.ts'
import { createDeliveryTaker } from '../../flows/sources/take-deliveries.ts'
import type { Tables } from '../../store/tables.ts'
import {
  buyer,
  openSourceLab,
  provider,
  signedHeaders,
  type SourceLab,
  sourceRequest,
  spoolId,
  stranger,
} from '../../testing/source-lab.ts'

const start = new Date('2026-02-01T12:00:00.000Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
let lab: SourceLab

beforeAll(async () => {
  lab = await openSourceLab(start)
})
afterAll(() => lab.stop())
beforeEach(() => {
  lab.clock.set(start)
  lab.closed.clear()
  lab.spools.isDown = false
})

const read = (sourceId: string, accountId = buyer) =>
  lab.gateway.request(readSource, { accountId, sourceId }, lab.as(accountId))
const rotate = (sourceId: string, request = {}, commandId?: string) =>
  lab.gateway.request(rotateSource, { accountId: buyer, sourceId, request }, lab.as(buyer, commandId))
const change = (command: typeof pauseSource, sourceId: string) =>
  lab.gateway.request(command, { accountId: buyer, sourceId }, lab.as(buyer))
const refused = async (pending: Promise<unknown>) => {
  const { code, options } = await refusalOfPending(pending)
  return [code, options.reason ?? options.field]
}
const factsOf = async (sourceId: string) =>
  (await findCurrentFacts(onPool(lab.open.pool), spoolId, [sourceId])).map(({ values }) => values.value)

const pulling = (pull: object) => ({
  ...{ kind: 'pull_http' as const, signing: undefined },
  pull: { url: 'https://example.com/', interval_seconds: 60, ...pull },
})

describe('a source', () => {
  test('shows its secret once, the same for a repeated command, and keeps it nowhere as it is', async () => {
    const input = { accountId: buyer, request: sourceRequest() }
    const first = await lab.gateway.request(createSource, input, lab.as(buyer, 'cmd-create'))
    const again = await lab.gateway.request(createSource, input, lab.as(buyer, 'cmd-create'))
    expect(again).toEqual(first)
    const secret = first.signing_secret ?? ''
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
    expect(await read(first.id)).not.toHaveProperty('signing_secret')
    const { rows } = await lab.open.pool.query(
      `select (select string_agg(l::text, '') from command_log l) || (select string_agg(k::text, '') from source_secret k) as kept`,
    )
    expect((rows[0] as { kept: string }).kept).not.toContain(secret.slice(6))
  })

  test('is seen by its account alone, and its name is taken until it is revoked', async () => {
    const request = { ...sourceRequest(), name: 'Only one' }
    const create = () => lab.gateway.request(createSource, { accountId: buyer, request }, lab.as(buyer))
    const { id } = await create()
    expect(await refused(read(id, provider))).toEqual(['not_found', undefined])
    expect(await refused(create())).toEqual(['conflict', 'name_taken'])
    expect(lab.bound.at(-1)).toBe(id)
    const ended = await change(revokeSource, id)
    expect(ended).toMatchObject({ status: 'revoked', signing: { secrets: [] } })
    expect(await change(revokeSource, id)).toEqual(ended)
    for (const command of [pauseSource, resumeSource])
      expect(await refused(change(command, id))).toEqual(['invalid_state', 'source_revoked'])
    expect(await refused(rotate(id))).toEqual(['invalid_state', 'source_revoked'])
    expect(await create()).toMatchObject({ status: 'active' })
  })

  test.each([
    [{ pull: { url: 'https://example.com/', interval_seconds: 60 } }, 'pull'],
    [{ signing: undefined }, 'signing'],
    [{ kind: 'pull_http' as const }, 'signing'],
    [{ kind: 'pull_http' as const, signing: undefined }, 'pull'],
    [{ spool_id: undefined }, 'mapping.spool'],
    [{ mapping: { ...sourceRequest().mapping, spool: '/deal' } }, 'mapping.spool'],
    [{ mapping: { ...sourceRequest().mapping, value: '/a~2b' } }, 'mapping.value'],
    [{ mapping: { ...sourceRequest().mapping, items: { const: [] } } }, 'mapping.items'],
    [{ mapping: { ...sourceRequest().mapping, value: { const: 1.5 } } }, 'mapping.value'],
    [pulling({ items: '/a~2b' }), 'pull.items'],
    [pulling({ items: 'rows' }), 'pull.items'],
    [
      { ...pulling({ items: '/rows' }), mapping: { ...sourceRequest().mapping, items: '/rows' } },
      'pull.items',
    ],
    [pulling({ cursor: { pointer: '/-', parameter: 'after' } }), 'pull.cursor.pointer'],
    [
      { signing: { scheme: 'ed25519' as const, public_key: `whpk_${'A'.repeat(43)}=` } },
      'signing.public_key',
    ],
    ...[
      'http://example.com/',
      'https://127.1/',
      'https://[::1]/',
      'https://u:p@example.com/',
      'https://example.com:8443/',
    ].map((url) => [pulling({ url }), 'pull.url'] as const),
  ] as const)('that cannot be is refused: %j', async (wrong, field) => {
    const request = Object.fromEntries(
      Object.entries({ ...sourceRequest(), ...wrong }).filter(([, member]) => member !== undefined),
    )
    const input = { accountId: buyer, request: request as never }
    const refusal = await refusalOfPending(lab.gateway.request(createSource, input, lab.as(buyer)))
    expect([refusal.code, refusal.options.field]).toEqual(['validation_failed', field])
  })

  test('is made for a Spool by a party of it alone', async () => {
    const input = { accountId: stranger, request: sourceRequest() }
    expect(await refused(lab.gateway.request(createSource, input, lab.as(stranger)))).toEqual([
      'spool_not_found',
      undefined,
    ])
  })

  test('says what a payload would become and stores nothing', async () => {
    const { sourceId } = await lab.register(provider)
    const tried = await lab.gateway.request(
      testSource,
      { accountId: provider, sourceId, text: '{"s":"A","p":"sold","v":4.50}' },
      lab.as(provider),
    )
    expect(tried).toMatchObject({ facts: [{ spool_id: spoolId, subject: 'A', value: '4.50' }], rejected: [] })
    expect(await factsOf(sourceId)).toEqual([])
  })

  test('a mapping is tried before there is a source, and refused as a registration would be', async () => {
    const mapping = { subject: '/s', predicate: { const: 'sold' }, value: '/v', spool: '/deal' }
    const tryIt = (accountId: string, changes: object) =>
      lab.gateway.request(
        tryMapping,
        { ...{ accountId, mapping, spoolId: null, text: '{}' }, ...changes },
        lab.as(accountId),
      )
    const text = `{"s":"A","v":4.50,"deal":"${spoolId}"}`
    const fact = { spool_id: spoolId, subject: 'A', predicate: 'sold', value: '4.50' }
    expect(await tryIt(buyer, { text })).toMatchObject({ facts: [fact], rejected: [] })
    expect(await tryIt(stranger, { text })).toMatchObject({
      ...{ facts: [], rejected: [{ index: 0, code: 'unknown_spool', pointer: '/deal' }] },
    })
    const { spool: _, ...ofOne } = mapping
    expect(await tryIt(buyer, { mapping: ofOne, spoolId, text })).toMatchObject({ facts: [fact] })
    expect(await refused(tryIt(stranger, { mapping: ofOne, spoolId, text }))).toEqual([
      ...['spool_not_found', undefined],
    ])
    for (const changes of [{ spoolId }, { mapping: ofOne }, { mapping: { ...mapping, value: 'v' } }]) {
      expect((await refused(tryIt(buyer, changes)))[0]).toBe('validation_failed')
    }
    expect(await refused(tryIt(buyer, { text: '{"a":1,"a":2}' }))).toContain('invalid_json')
  })
})

describe('a delivery', () => {
  test('is listed for the account of its source alone, the newest first, with what was rejected of it', async () => {
    const own = await lab.register(buyer, { mapping: { ...sourceRequest().mapping, items: '/rows' } })
    await lab.send({
      ...own,
      id: 'evt_b',
      body: '{"rows":[{"s":"A","p":"sold","v":1},{"s":"B","p":"sold"}]}',
    })
    lab.clock.set(later(5))
    await lab.send({ ...own, id: 'evt_a', at: later(5), body: '{"rows":[]}' })
    const { sourceId } = own
    const recent = (accountId: string, limit: number) =>
      lab.gateway.request(readSourceActivity, { accountId, sourceId, limit }, lab.as(accountId))
    expect(await recent(buyer, 2)).toEqual({
      deliveries: [
        { webhookId: 'evt_a', receivedAt: later(5).toISOString(), facts: 0, rejected: [] },
        {
          ...{ webhookId: 'evt_b', receivedAt: start.toISOString(), facts: 1 },
          rejected: [{ index: 1, code: 'unmappable_value', pointer: '/v' }],
        },
      ],
      syncs: [],
    })
    expect((await recent(buyer, 1)).deliveries).toHaveLength(1)
    expect((await refused(recent(provider, 1)))[0]).toBe('not_found')
  })

  test('of the reference library is taken once, however often it is sent', async () => {
    const own = await lab.register(buyer)
    const first = await lab.send({ ...own, id: 'evt_1' })
    expect(first).toMatchObject({ accepted: true, duplicate: false, rejected: [] })
    lab.clock.set(later(600))
    expect(await lab.send({ ...own, id: 'evt_1', at: later(600) })).toEqual({ ...first, duplicate: true })
    expect(await refused(lab.send({ ...own, id: 'evt_1', at: later(600), body: '{}' }))).toEqual([
      'conflict',
      'webhook_id_reused',
    ])
    const other = await lab.send({ ...own, id: 'evt_2', at: later(600) })
    // Without a mapped time, another delivery is of another time.
    expect(other.fact_ids).not.toEqual(first.fact_ids)
    expect(await factsOf(own.sourceId)).toEqual([1, 1])
  })

  test('that is sent 20 times at once is taken once', async () => {
    const own = await lab.register(buyer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => lab.send({ ...own, id: 'evt_once' })))
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ fact_ids }) => fact_ids)).size).toBe(1)
    expect(await factsOf(own.sourceId)).toEqual([1])
  })

  test('that reaches several replicas at once is taken once', async () => {
    const { sourceId } = await lab.register(buyer)
    const target = { spoolId, buyer, provider, takesFacts: true }
    const { pool } = lab.open
    const db = createDatabase<Tables>(pool)
    const sides = { targets: async () => new Map([[spoolId, target]]) }
    const replica = () => createDeliveryTaker({ clock: lab.clock, ids: randomIds, pool, db, sides })
    const values = { subject: 'A', predicate: 'sold', value: 1, occurred_at: start.toISOString() }
    const payload = { mapped: [{ index: 0, spoolId, values }], rejected: [] }
    const sent = { sourceId, webhookId: 'evt', seconds: 1, bodyDigest: 'same', receivedAt: start, payload }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => replica()({ ...sent, commandId: `cmd-${at}` })),
    )
    const taken = answers.map((each) =>
      each instanceof Refusal ? each.code : [each.isDuplicate, ...each.factIds],
    )
    expect(taken.filter(([isDuplicate]) => isDuplicate === false)).toHaveLength(1)
    expect(new Set(taken.map(([, id]) => id)).size).toBe(1)
    expect(await factsOf(sourceId)).toEqual([1])
  })

  test('with a long list of Spools holds up no delivery beside it, and asks for few enough Spools at once', async () => {
    const mapping = { ...sourceRequest().mapping, spool: '/spool', items: '' }
    const wide = await lab.register(stranger, { mapping, spool_id: undefined as never })
    const own = await lab.register(buyer)
    const listOf = (digit: number) =>
      Array.from({ length: 1_000 }, (_each, at) => ({
        ...{ s: 'A', p: 'sold', v: 1 },
        spool: `spl_${digit}${String(at).padStart(23, '0')}`,
      }))
    const long = [1, 2, 3].map((digit) => refused(lab.send({ ...wide, body: JSON.stringify(listOf(digit)) })))
    const short = [1, 2, 3].map((value) =>
      lab.send({ ...own, body: JSON.stringify({ s: `W-${value}`, p: 'sold', v: value }) }),
    )
    expect(await Promise.all(short)).toMatchObject([1, 2, 3].map(() => ({ duplicate: false, rejected: [] })))
    const refusal = ['validation_failed', 'mapping.spool']
    expect(await Promise.all(long)).toEqual([refusal, refusal, refusal])
  })

  test('spends one allowance at all replicas, and nothing of one too many is kept', async () => {
    const { sourceId } = await lab.register(buyer)
    const { pool } = lab.open
    const target = { spoolId, buyer, provider, takesFacts: true }
    const sides = { targets: async () => new Map([[spoolId, target]]) }
    const replica = () =>
      createDeliveryTaker({ clock: lab.clock, ids: randomIds, pool, db: createDatabase<Tables>(pool), sides })
    const values = { subject: 'A', predicate: 'sold', value: 1, occurred_at: start.toISOString() }
    const send = (webhookId: string, receivedAt = start) =>
      replica()({
        ...{ sourceId, webhookId, seconds: 1, bodyDigest: webhookId, commandId: webhookId, receivedAt },
        payload: { mapped: [{ index: 0, spoolId, values: { ...values, subject: webhookId } }], rejected: [] },
      })
    // Two of the 2,000 are left.
    await pool.query('update source set deliveries_full_at = $2 where source_id = $1', [
      sourceId,
      new Date(start.getTime() + 1_998),
    ])
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((id) => send(id)))
    const refusals = answers.filter((each) => each instanceof Refusal)
    expect(refusals.map(({ code, options }) => [code, options.retryAfterSeconds])).toEqual([
      ['rate_limited', 1],
      ['rate_limited', 1],
    ])
    expect(await factsOf(sourceId)).toEqual([1, 1])
    // A thousandth of a second returns one.
    expect(await send('e', new Date(start.getTime() + 1))).not.toBeInstanceOf(Refusal)
    expect(await send('f', new Date(start.getTime() + 1))).toBeInstanceOf(Refusal)
  })

  test('is refused for the first thing that is wrong with it, and a sender without the secret learns no more', async () => {
    const own = await lab.register(buyer)
    const other = await lab.register(buyer)
    const good = (over = {}) => signedHeaders({ ...own, id: 'evt', at: start, body: '{}', ...over })
    const send = (headers: [string, string][], over = {}) =>
      refused(lab.send({ ...own, body: '{}', ...over, headers }))
    const without = (name: string) => good().filter(([each]) => each !== name)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(await send(without(name))).toEqual(['validation_failed', name])
      expect(await send([...good(), ...good().filter(([each]) => each === name)])).toEqual([
        'validation_failed',
        'repeated_header',
      ])
    }
    expect(await send([...good(), ['Content-Encoding', 'gzip']])).toEqual([
      'validation_failed',
      'content_encoding',
    ])
    for (const timestamp of ['01769947200', '1769947200s', '1769947200000', '-1'])
      expect(await send([...without('webhook-timestamp'), ['webhook-timestamp', timestamp]])).toEqual([
        'validation_failed',
        'webhook-timestamp',
      ])
    for (const signature of ['v1,\u00e9', '', Array(17).fill('v1,x').join(' ')])
      expect(await send([...without('webhook-signature'), ['webhook-signature', signature]])).toEqual([
        'validation_failed',
        'webhook-signature',
      ])
    const unauthenticated = ['unauthenticated', undefined]
    const old = later(-301)
    expect(await send(good({ secret: other.secret, at: old }))).toEqual(unauthenticated)
    expect(await send(good(), { sourceId: other.sourceId })).toEqual(unauthenticated)
    expect(await send(good(), { sourceId: 'src_ffffffffffffffffffffffff' })).toEqual(unauthenticated)
    expect(await send(good(), { sourceId: 'none' })).toEqual(unauthenticated)
    expect(await send(good().map(([name, value]) => [name, value.replace(/=$/, '')]))).toEqual(
      unauthenticated,
    )
    expect(await send(good(), { body: '{ }' })).toEqual(unauthenticated)
    for (const at of [old, later(301)])
      expect(await send(good({ at }))).toEqual(['validation_failed', 'timestamp_out_of_range'])
    for (const [at, id] of [
      [later(-300), 'a'],
      [later(300), 'b'],
    ] as const)
      expect(await send(good({ at, id }))).toEqual(['validation_failed', 'mapping.subject'])
    for (const body of ['', '{"v":1,"v":2}', '9007199254740992', '\ufeff{}'])
      expect((await send(good({ body }), { body }))[0]).toBe('invalid_json')
    expect(await read(own.sourceId)).toMatchObject({ status: 'active', facts: 0, failure: { count: 6 } })
    expect((await read(other.sourceId)).failure).toBeNull()
  })

  test('signed by Ed25519 is checked by the public key of its source', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const { x = '' } = createPublicKey(
      createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    ).export({ format: 'jwk' })
    const { sourceId } = await lab.register(provider, { signing: { scheme: 'ed25519', public_key: x } })
    const body = '{"s":"A","p":"sold","v":1}'
    const seconds = String(start.getTime() / 1_000)
    const signature = sign(null, Buffer.from(`evt.${seconds}.${body}`), privateKey).toString('base64')
    const send = (version: string) =>
      lab.send({
        sourceId,
        secret: '',
        body,
        headers: [
          ['webhook-id', 'evt'],
          ['webhook-timestamp', seconds],
          ['webhook-signature', `${version},${signature}`],
        ],
      })
    expect(await refused(send('v1'))).toEqual(['unauthenticated', undefined])
    expect(await send('v1a')).toMatchObject({ duplicate: false })
    const [fact] = await findCurrentFacts(onPool(lab.open.pool), spoolId, [sourceId])
    expect(fact).toMatchObject({
      registeredBy: 'provider',
      isSelfAsserted: false,
      provenance: 'source_webhook_signed',
    })
  })

  test('is known for eight days', async () => {
    const own = await lab.register(buyer)
    const { fact_ids } = await lab.send({ ...own, id: 'evt_old' })
    const almost = later(8 * 86_400 - 1)
    lab.clock.set(almost)
    expect(await forgetDeliveries(lab.open.pool, almost)).toBe(0)
    expect(await lab.send({ ...own, id: 'evt_old', at: almost })).toMatchObject({ duplicate: true, fact_ids })
    const over = later(8 * 86_400)
    lab.clock.set(over)
    expect(
      await lab.send({ ...own, id: 'evt_old', at: over, body: '{"s":"B","p":"sold","v":1}' }),
    ).toMatchObject({ duplicate: false })
    const far = later(17 * 86_400)
    expect(await forgetDeliveries(lab.open.pool, far)).toBeGreaterThan(0)
    const { rows } = await lab.open.pool.query('select 1 from source_delivery')
    expect(rows).toEqual([])
  })

  test('is not taken while its source is paused, or once it is revoked, even in the middle of a burst', async () => {
    const own = await lab.register(buyer)
    await change(pauseSource, own.sourceId)
    expect(await refused(lab.send(own))).toEqual(['configuration_unavailable', 'source_paused'])
    await change(resumeSource, own.sourceId)
    const burst = Array.from({ length: 200 }, (_, at) =>
      lab.send({ ...own, body: `{"s":"${at}","p":"sold","v":1}` }).then(
        () => 'taken',
        (refusal: { code: string }) => refusal.code,
      ),
    )
    const revoking = Promise.all(burst.slice(0, 20)).then(() => change(revokeSource, own.sourceId))
    const ends = await Promise.all(burst)
    await revoking
    expect(await refused(lab.send(own))).toEqual(['unauthenticated', undefined])
    const taken = ends.filter((end) => end === 'taken').length
    expect(await factsOf(own.sourceId)).toHaveLength(taken)
    expect(new Set(ends)).toEqual(new Set(taken === 200 ? ['taken'] : ['taken', 'unauthenticated']))
  })

  test('is not answered before it is stored, and is taken when it is sent again', async () => {
    const own = await lab.register(buyer)
    lab.spools.isDown = true
    expect((await refusalOfPending(lab.send({ ...own, id: 'evt' }))).status).toBeGreaterThanOrEqual(500)
    expect(await factsOf(own.sourceId)).toEqual([])
    lab.spools.isDown = false
    expect(await lab.send({ ...own, id: 'evt' })).toMatchObject({ duplicate: false })
  })
})

describe('the keys of a source', () => {
  test('are two at most: the previous one lives for its overlap, and a third ends it', async () => {
    const own = await lab.register(buyer)
    const second = (await rotate(own.sourceId, {}, 'cmd-rotate')).signing_secret ?? ''
    expect((await rotate(own.sourceId, {}, 'cmd-rotate')).signing_secret).toBe(second)
    for (const secret of [own.secret, second]) await lab.send({ ...own, secret })
    const third = (await rotate(own.sourceId, { overlap_seconds: 60 })).signing_secret ?? ''
    expect(await refused(lab.send(own))).toEqual(['unauthenticated', undefined])
    for (const secret of [second, third]) await lab.send({ ...own, secret })
    lab.clock.set(later(60))
    const late = refused(lab.send({ ...own, secret: second, at: later(60) }))
    expect(await late).toEqual(['unauthenticated', undefined])
    expect((await read(own.sourceId)).signing?.secrets).toHaveLength(1)
  })

  test('are two at most whatever is rotated at once', async () => {
    const own = await lab.register(buyer)
    const secrets = (await Promise.all([1, 2, 3, 4].map(() => rotate(own.sourceId)))).map(
      (each) => each.signing_secret ?? '',
    )
    const outcomes = await Promise.allSettled(
      [own.secret, ...secrets].map((secret) => lab.send({ ...own, secret })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

describe('facts', () => {
  const mapping = { ...sourceRequest().mapping, occurred_at: '/t' }
  const fact = (value: number) =>
    JSON.stringify({ s: 'T-1', p: 'resolved', v: value, t: '2026-02-01T10:00:00Z' })

  test('of a fact with many versions, those alone are read that a report may concern', async () => {
    const own = await lab.register(provider)
    for (const value of [1, 2, 3, 4, 5]) {
      await lab.send({ ...own, id: `evt_${value}`, body: JSON.stringify({ s: 'A', p: 'sold', v: value }) })
    }
    const values = { subject: 'A', predicate: 'sold', value: 2, occurred_at: start.toISOString() }
    const identityDigest = identityDigestOf(spoolId, own.sourceId, values)
    const report = { identityDigest, contentDigest: contentDigestOf(values) }
    const found = await findVersions(onPool(lab.open.pool), [report, report])
    expect(found.map(({ sent }) => sent.id).toSorted()).toEqual(['evt_2', 'evt_5'])
  })

  test('are corrected by the order of the sender, and both parties see all of them', async () => {
    const own = await lab.register(provider, { mapping })
    const [first] = (await lab.send({ ...own, id: 'a', at: later(-100), body: fact(1) })).fact_ids
    const [second] = (await lab.send({ ...own, id: 'b', at: later(-50), body: fact(2) })).fact_ids
    const [late] = (await lab.send({ ...own, id: 'c', at: later(-80), body: fact(3) })).fact_ids
    const [same] = (await lab.send({ ...own, id: 'd', at: later(-90), body: fact(1) })).fact_ids
    expect(same).toBe(first)
    expect(await factsOf(own.sourceId)).toEqual([2])
    const list = (accountId: string, query: { current: boolean; limit: number; after?: string }) =>
      lab.gateway.request(listFacts, { spoolId, sourceId: own.sourceId, ...query }, lab.as(accountId))
    const all = await list(buyer, { current: false, limit: 2 })
    expect(all).toMatchObject({
      data: [
        { id: late, superseded_by: second, self_asserted: true, registered_by: 'provider' },
        { id: second, supersedes: first, superseded_by: null, webhook_id: 'b' },
      ],
      has_more: true,
      next_cursor: second,
    })
    expect(await list(provider, { current: false, limit: 2, after: second as string })).toMatchObject({
      data: [{ id: first, superseded_by: second }],
      has_more: false,
    })
    expect((await list(buyer, { current: true, limit: 20 })).data).toHaveLength(1)
    expect(await refused(list(stranger, { current: true, limit: 1 }))).toEqual(['spool_not_found', undefined])
  })

  test('of Spools that are closed, unknown or of others are rejected, and a source that maps nothing fails until it does', async () => {
    const { spool_id: _, ...request } = sourceRequest()
    const input = {
      accountId: buyer,
      request: { ...request, mapping: { ...request.mapping, items: '/rows', spool: '/d' } },
    }
    const { id: sourceId, signing_secret: secret = '' } = await lab.gateway.request(
      createSource,
      input,
      lab.as(buyer),
    )
    const own = { sourceId, secret }
    const closed = 'spl_000000000000000000000002'
    lab.closed.add(closed)
    const row = (d: string) => ({ s: 'A', p: 'sold', v: 1, d })
    const rows = (...deals: string[]) => JSON.stringify({ rows: deals.map(row) })
    const mixed = await lab.send({
      ...own,
      body: rows(closed, spoolId, 'spl_ffffffffffffffffffffffff', 'no id'),
    })
    expect(mixed.fact_ids).toHaveLength(1)
    expect(mixed.rejected).toEqual([
      { index: 0, code: 'spool_closed', pointer: '/d' },
      { index: 2, code: 'unknown_spool', pointer: '/d' },
      { index: 3, code: 'unknown_spool', pointer: '/d' },
    ])
    expect(await lab.send({ ...own, body: '{"rows":[]}' })).toMatchObject({ fact_ids: [], rejected: [] })
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await read(sourceId)).status).toBe('active')
      expect(await refused(lab.send({ ...own, id: 'evt_bad', body: rows(closed) }))).toEqual([
        'validation_failed',
        'mapping.spool',
      ])
    }
    expect(await read(sourceId)).toMatchObject({
      status: 'failing',
      failure: { code: 'spool_closed', count: 20 },
    })
    expect((await read(sourceId)).rejections).toHaveLength(20)
    await lab.send({ ...own, id: 'evt_bad', body: rows(spoolId) })
    expect(await read(sourceId)).toMatchObject({ status: 'active', failure: null, facts: 1 })
  })

  test('behind a content that was deleted keep their digests alone, and requests of failed runs go with it', async () => {
    const own = await lab.register(buyer, { mapping })
    const other = await lab.register(buyer, { mapping })
    await lab.send({ ...own, body: fact(1) })
    await lab.send({ ...other, body: fact(2) })
    lab.clock.set(later(60))
    await lab.send({
      ...own,
      at: later(60),
      body: JSON.stringify({ s: 'later', p: 'sold', v: 3, t: 1_769_900_000 }),
    })
    const { pool } = lab.open
    const letter = (queue: string, id: string) =>
      recordDeadLetter(pool, {
        ...{ id: `${queue} ${id}`, queue, subject: 's', headers: {}, reason: 'r', attempts: 1 },
        payload: Buffer.from(`{"spoolId":"${id}","evidence":"marker"}`),
      })
    const otherSpool = `spl_${'e'.repeat(24)}`
    for (const id of [spoolId, otherSpool]) await letter('verification.run', id)
    const before = await findCurrentFacts(onPool(pool), spoolId, [own.sourceId])
    const { handle } = onSpoolEvidenceWithdrawn(pool)
    const news = {
      ...{ spoolId, evidenceId: `ev_${'0'.repeat(24)}`, version: 2, runIds: [], at: later(90).toISOString() },
      facts: { sourceId: own.sourceId, until: start.toISOString() },
    }
    for (const id of ['first', 'again']) await handle(news, { id, attempt: 1, now: start, traceContext: {} })
    const after = await findCurrentFacts(onPool(pool), spoolId, [own.sourceId])
    expect(after.map(({ contentDigest }) => contentDigest)).toEqual(
      before.map(({ contentDigest }) => contentDigest),
    )
    expect(new Map(after.map(({ values }) => [values.subject, values.value]))).toEqual(
      new Map<string, unknown>([
        ['[erased]', '[erased]'],
        ['later', 3],
      ]),
    )
    expect(await factsOf(other.sourceId)).toEqual([2])
    const { rows } = await pool.query<{ id: string }>('select id from dead_letter')
    expect(rows).toEqual([{ id: `verification.run ${otherSpool}` }])
  })

  test('are no more than 50,000 at once in a Spool', async () => {
    const own = await lab.register(buyer, { mapping })
    const { rows } = await lab.open.pool.query<{ current_facts: number }>(
      'update fact_spool set current_facts = 50000 where spool_id = $1 returning (select current_facts from fact_spool where spool_id = $1)',
      [spoolId],
    )
    expect(await refused(lab.send({ ...own, body: fact(1) }))).toEqual(['validation_failed', 'mapping.spool'])
    await lab.open.pool.query('update fact_spool set current_facts = $2 where spool_id = $1', [
      spoolId,
      rows[0]?.current_facts,
    ])
    await lab.send({ ...own, body: fact(1) })
  })
})
