import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  approveErasure,
  eraseAccount,
  type ErasureBlocker,
  type ErasingService,
  listErasures,
  planErasure,
  readLostTime,
  Refusal,
  repeatWithdrawal,
  requestErasure,
  spoolEvidenceWithdrawn,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import {
  clockAhead,
  deploymentUsers,
  testDatabase,
  type TestDatabase,
  testNats,
  type TestNats,
} from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as } from '../../testing/open-signing.ts'
import { operator } from '../../testing/principals.ts'
import { type Deployment, deploy, temporaryFolder } from '../../testing/restored-signing.ts'

const clock = clockAhead()
const others = [
  'gateway',
  'spool',
  'verification',
  'billing',
  'settlement',
] as const satisfies ErasingService[]
const accountId = `acc_${'a'.repeat(24)}`
const [spoolId, evidenceId] = [`spl_${'b'.repeat(24)}`, `ev_${'c'.repeat(24)}`]
const nothing = { tables: [], blockers: [], next: null }

let nats: TestNats
/** The database as its backup has it, before anything was erased, and as it went on from there. */
let backup: TestDatabase
let current: TestDatabase
/** What is kept outside of the database. */
const outside = await temporaryFolder()
beforeAll(async () => {
  nats = await testNats(deploymentUsers())
  backup = await testDatabase(['signing'])
  current = await backup.copy()
})
afterAll(async () => {
  await nats.stop()
  await outside[Symbol.asyncDispose]()
})

type Played = {
  /** What was erased where, in turn; a repetition after a restore is marked. */
  readonly erased: string[]
  readonly blockers: ErasureBlocker[]
  /** Rows of the Spool service that a request wrote after the erasure. */
  late: number
  /** Services that fail at this moment. */
  readonly down: Set<ErasingService>
}

/** Signing, with the other services as the test plays them. */
async function started(database: TestDatabase, played: Played, folder = outside.path): Promise<Deployment> {
  const deployment = await deploy({ natsUrl: nats.url, clock }, database, folder)
  for (const service of others) {
    const bus =
      service === 'spool' || service === 'gateway' || service === 'billing' ? deployment[service] : null
    const erase = eraseAccount(service)
    await (bus ?? (await deployment.connectAs(service))).serve([
      on(planErasure(service), async () => ({
        ...nothing,
        ...(service === 'spool' && { blockers: [...played.blockers] }),
        ...(service === 'spool' && played.late > 0 && { tables: [{ table: 'claim', rows: played.late }] }),
      })),
      on(erase, async ({ isRepeated }) => {
        if (played.down.has(service)) throw new Refusal('configuration_unavailable', `${service} is down.`)
        played.erased.push(isRepeated ? `${service} again` : service)
        return nothing
      }),
      ...(service === 'spool'
        ? [
            on(repeatWithdrawal, async (content) => {
              played.erased.push(`${content.spoolId}/${content.evidenceId}`)
              return { isHeld: true }
            }),
          ]
        : []),
    ])
  }
  return deployment
}

const fresh = (): Played => ({ erased: [], blockers: [], late: 0, down: new Set() })
const turn = ({ replica }: Deployment) =>
  replica.instance.sweepers?.find(({ name }) => name === 'erasures')?.sweep(clock.now())
const lacksErasures = async ({ gateway }: Deployment) =>
  (await gateway.request(readLostTime, {}, as({ kind: 'service', service: 'gateway' }))).lacksErasures
const state = async ({ operator: admin }: Deployment) =>
  (await admin.request(listErasures, { accountId }, as(operator()))).erasures
const listed = () => readdir(join(outside.path, 'demo', 'erasures'))

test('two operators erase an account, every service in turn, and a signing service that is killed between them goes on', async () => {
  const played = fresh()
  {
    await using deployment = await started(current, played)
    const { operator: admin } = deployment
    const request = (by: string) =>
      admin.request(requestErasure, { accountId, reason: 'asked for' }, as(operator(by)))
    const approve = (by: string) => admin.request(approveErasure, { accountId }, as(operator(by)))
    await expect(approve('bob')).rejects.toMatchObject({ code: 'not_found' })
    played.blockers.push({ message: `${spoolId}: The verdict is not final.`, remediation: 'End it first.' })
    await expect(request('alice')).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining(spoolId),
      options: { reason: 'not_erasable_yet', remediation: 'End it first.' },
    })
    played.blockers.length = 0
    expect(await request('alice')).toMatchObject({ state: 'requested', requestedBy: 'alice' })
    await expect(request('bob')).rejects.toMatchObject({ options: { reason: 'request_open' } })
    await expect(approve('Alice ')).rejects.toMatchObject({ options: { reason: 'same_operator' } })
    played.blockers.push({ message: 'A case was opened.', remediation: 'Wait.' })
    await expect(approve('bob')).rejects.toMatchObject({ options: { reason: 'not_erasable_yet' } })
    played.blockers.length = 0
    expect(await approve('bob')).toMatchObject({ state: 'erasing', requestedBy: 'alice', approvedBy: 'bob' })
    played.down.add('verification')
    await turn(deployment)
    expect(played.erased).toEqual(['gateway', 'spool'])
    expect(await state(deployment)).toMatchObject([{ state: 'erasing', waitsFor: ['verification is down.'] }])
    expect(await listed()).toHaveLength(1)
    expect(await lacksErasures(deployment)).toBe(false)
  }
  played.down.clear()
  played.erased.length = 0
  await using next = await started(current, played)
  await turn(next)
  expect(played.erased).toEqual([...others])
  expect(await state(next)).toMatchObject([{ state: 'erased', waitsFor: [] }])
  await turn(next)
  expect(played.erased).toHaveLength(others.length)
  const { operator: admin } = next
  expect(await admin.request(approveErasure, { accountId }, as(operator('bob')))).toMatchObject({
    state: 'erased',
  })

  const reaction = next.replica.instance.reactions?.find(({ event }) => event === spoolEvidenceWithdrawn)
  const news = { spoolId, evidenceId, version: 3, runIds: [], at: '2026-01-01T00:00:00.000Z' }
  const context = { id: crypto.randomUUID(), attempt: 1, now: clock.now(), traceContext: {} }
  const tell = (by: string, id: string) => reaction?.handle({ ...news, evidenceId: id, by } as never, context)
  await tell('party', evidenceId)
  await tell('party', evidenceId)
  await tell('retention', `ev_${'d'.repeat(24)}`)
  expect(await listed()).toHaveLength(2)
})

test('what a request that was under way writes after an erasure is erased within minutes, too', async () => {
  const played = fresh()
  await using deployment = await started(current, played)
  played.late = 2
  clock.advance(61_000)
  await turn(deployment)
  expect(await state(deployment)).toMatchObject([
    { state: 'erasing', waitsFor: ['2 rows of spool.claim are not erased yet.'] },
  ])
  played.late = 0
  await turn(deployment)
  expect(played.erased).toEqual([...others])
  expect(await state(deployment)).toMatchObject([{ state: 'erased', waitsFor: [] }])
  clock.advance(11 * 60_000)
  played.late = 1
  await turn(deployment)
  expect(await state(deployment)).toMatchObject([{ state: 'erased' }])
})

test('a database of before lacks what was erased since: it says so from its start on, and erases it again', async () => {
  const played = fresh()
  played.blockers.push({ message: 'Everything is open again.', remediation: 'Wait.' })
  played.down.add('billing')
  await using deployment = await started(backup, played)
  expect(await lacksErasures(deployment)).toBe(true)
  const ready = deployment.replica.instance.readiness?.['erasures']
  await expect(ready?.()).rejects.toThrow('1 erased account and 1 withdrawn content')
  await turn(deployment)
  expect(await lacksErasures(deployment)).toBe(true)
  played.down.clear()
  played.erased.length = 0
  await turn(deployment)
  expect(played.erased).toEqual(others.map((service) => `${service} again`))
  expect(await lacksErasures(deployment)).toBe(false)
  await expect(ready?.()).resolves.toBeUndefined()
})

test('a list that cannot be read counts as one that lacks something', async () => {
  const [name = ''] = await listed()
  await using folder = await temporaryFolder()
  await using before = await started(current, fresh(), folder.path)
  expect(await lacksErasures(before)).toBe(false)
  const copy = join(folder.path, 'demo', 'erasures')
  // What the database has is listed again in a folder that was lost.
  expect(await readdir(copy)).toHaveLength(2)
  await writeFile(join(copy, `${'0'.repeat(64)}.json`), '{"half')
  clock.advance(61_000)
  await turn(before)
  expect([name.length > 0, await lacksErasures(before)]).toEqual([true, true])
})
