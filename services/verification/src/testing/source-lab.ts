import { randomUUID } from 'node:crypto'
import {
  type AcceptedDelivery,
  absentSpool,
  bindSource,
  createSource,
  type Principal,
  readFactTargets,
  readOwnSide,
  receiveDelivery,
  type SourceRequest,
} from '@outturn/contracts'
import { type Bus, on, type RequestOptions } from '@outturn/messaging'
import type { Clock } from '@outturn/service'
import { deploymentUsers, type TestDatabase, testDatabase, testNats } from '@outturn/testkit'
import { Webhook } from 'standardwebhooks'
import { type OpenVerification, openVerification } from './open-verification.ts'

export const buyer = 'acc_00000000000000000000000b'
export const provider = 'acc_00000000000000000000000d'
export const stranger = 'acc_00000000000000000000000e'
export const spoolId = 'spl_000000000000000000000001'

/** A delivery as it is sent: what is left out is right. */
export type SentDelivery = {
  readonly sourceId: string
  readonly secret: string
  readonly id?: string
  readonly at?: Date
  readonly body?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly address?: string
}

/** The verification service with sources, and Spools whose parties and state a test sets in place of the spool service. */
export type SourceLab = {
  readonly open: OpenVerification
  readonly database: TestDatabase
  readonly gateway: Bus
  readonly clock: Clock & { set(now: Date): void }
  /** Sources that were noted in the history of their Spool. */
  readonly bound: readonly string[]
  /** Spools that take no facts. */
  readonly closed: Set<string>
  /** Whether the spool service answers. */
  spools: { isDown: boolean }
  as(accountId: string, commandId?: string): RequestOptions & { commandId: string }
  register(accountId: string, request?: Partial<SourceRequest>): Promise<{ sourceId: string; secret: string }>
  send(delivery: SentDelivery): Promise<AcceptedDelivery>
  stop(): Promise<void>
}

export async function openSourceLab(start = new Date('2026-02-01T12:00:00.000Z')): Promise<SourceLab> {
  const [nats, database] = await Promise.all([testNats(deploymentUsers()), testDatabase(['verification'])])
  const open = await openVerification({ natsUrl: nats.url, databaseUrlOf: database.urlOf })
  let now = start
  const clock = {
    now: () => now,
    set: (next: Date) => {
      now = next
    },
  }
  const closed = new Set<string>()
  const bound: string[] = []
  const spools = { isDown: false }
  await open.spool.serve([
    on(readOwnSide, async ({ spoolId: id }, { principal }) => {
      const accountId = 'accountId' in principal ? principal.accountId : null
      if (id !== spoolId || (accountId !== buyer && accountId !== provider)) throw absentSpool()
      return { side: accountId === buyer ? ('buyer' as const) : ('provider' as const) }
    }),
    on(bindSource, async ({ sourceId }) => {
      bound.push(sourceId)
      return {}
    }),
    on(readFactTargets, async ({ spoolIds }) => {
      if (spools.isDown) throw new Error('the spool service is down')
      const known = spoolIds.filter((id) => id.startsWith('spl_00000000000000000000000'))
      return { targets: known.map((id) => ({ spoolId: id, buyer, provider, takesFacts: !closed.has(id) })) }
    }),
  ])
  await open.startReplica({ clock, variables: { OUTTURN_SOURCE_KEY: 'k'.repeat(32) } })
  const gateway = await open.connect('gateway')

  const as = (accountId: string, commandId: string = randomUUID()) => {
    const via = { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' } as const
    const principal: Principal = { kind: 'account', accountId, accountName: 'Ada', accountKind: 'org', via }
    return { principal, requestId: 'req_test', commandId, deadline: Date.now() + 50_000 }
  }

  return {
    open,
    database,
    gateway,
    clock,
    closed,
    bound,
    spools,
    as,
    async register(accountId, request = {}) {
      const { id, signing_secret: secret = '' } = await gateway.request(
        createSource,
        { accountId, request: { ...sourceRequest(), ...request } },
        as(accountId),
      )
      return { sourceId: id, secret }
    },
    send: ({
      sourceId,
      secret,
      id = randomUUID(),
      at = now,
      body = '{"s":"A","p":"sold","v":1}',
      headers,
      address,
    }) => {
      const sent = headers ?? signedHeaders({ secret, id, at, body })
      return gateway.request(
        receiveDelivery,
        {
          sourceId,
          headers: sent.map(([name, value]): [string, string] => [name, value]),
          body: Buffer.from(body).toString('base64'),
          address: address ?? '192.0.2.1',
        },
        {
          principal: { kind: 'public' },
          requestId: 'req_test',
          deadline: Date.now() + 50_000,
          commandId: randomUUID(),
        },
      )
    },
    async stop() {
      await open.stop()
      await Promise.all([nats.stop(), database.drop()])
    },
  }
}

/** A source of the one Spool; each has a name of its own. */
export function sourceRequest(): SourceRequest {
  return {
    name: `Shop ${randomUUID()}`,
    kind: 'webhook',
    spool_id: spoolId,
    signing: { scheme: 'hmac_sha256' },
    mapping: { subject: '/s', predicate: '/p', value: '/v' },
  }
}

/** The headers of a delivery as the reference library signs it. */
export function signedHeaders({
  secret,
  id,
  at,
  body,
}: {
  secret: string
  id: string
  at: Date
  body: string
}): [string, string][] {
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1_000))],
    ['webhook-signature', new Webhook(secret).sign(id, at, body)],
  ]
}
