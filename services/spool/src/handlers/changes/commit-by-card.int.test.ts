import {
  commitSpool,
  overloaded,
  payoutsChanged,
  Refusal,
  type SettlementSummary,
  settlementChanged,
} from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { testSpools } from '../../testing/test-spools.ts'
import { buyer, dealsOf, refused, seller } from '../../testing/two-parties.ts'

const clock = fixedClock()
const service = await testSpools(clock)
const { accepted, read } = dealsOf(service)

function summaryOf(
  version: number,
  state: SettlementSummary['state'],
  askedBy = 'request 1',
): SettlementSummary {
  const held = { state: 'held', checkoutUrl: null, holdEndsAt: null, warnings: 0, problem: null } as const
  return { version, state, requiredLegs: [], payments: [], card: { ...held, askedBy } }
}

async function tell(spoolId: string, summary: SettlementSummary): Promise<void> {
  const at = clock.now().toISOString()
  await service.react(settlementChanged, { spoolId, summary, paidCents: 0, at })
}

test.each([
  ['of the step before it', 1, 2],
  ['of that step', 2, 2],
  ['of a later step', 3, 2],
])('a commitment by card succeeds where news %s comes before its answer', async (_, told, answered) => {
  service.fakes.adapters = ['card']
  const { id } = await accepted({ type: 'service' })
  let asked = 0
  service.fakes.commitCard = async () => {
    asked += 1
    await tell(id, summaryOf(told, 'committed'))
    return summaryOf(answered, 'committed')
  }
  const spool = await service.send(commitSpool, { spoolId: id, request: {} }, buyer)
  expect(spool.status.settlement).toBe('committed')
  expect(asked).toBe(1)
  expect(await refused(service.send(commitSpool, { spoolId: id, request: {} }, buyer))).toBe(
    'invalid_state settlement_committed',
  )
})

test('a commitment by card whose answer came too late is answered to its repetition, and to no other request', async () => {
  service.fakes.adapters = ['card']
  const { id } = await accepted({ type: 'service' })
  let asked = 0
  service.fakes.commitCard = async ({ askedBy }) => {
    asked += 1
    await tell(id, summaryOf(1, 'committed', askedBy))
    throw overloaded('The processor has not answered yet.')
  }
  const commit = (name: string, body: string) =>
    service.send(commitSpool, { spoolId: id, request: {} }, buyer, {
      commandId: `commit ${id} ${name}`,
      bodyDigest: body.repeat(64),
    })
  expect(await refused(commit('once', 'a'))).toBe('configuration_unavailable overloaded')
  expect(await refused(commit('again', 'a'))).toBe('invalid_state settlement_committed')
  expect(await refused(commit('once', 'b'))).toBe('invalid_state settlement_committed')
  const repeated = await commit('once', 'a')
  expect(repeated.status.settlement).toBe('committed')
  expect(await commit('once', 'a')).toEqual(repeated)
  expect(await refused(commit('once', 'b'))).toBe('conflict idempotency_key_reused')
  expect(asked).toBe(1)
})

test.each(['committed', 'uncommitted'] as const)(
  'a commitment by card names the version before it, also where news of it came first: %s',
  async (state) => {
    service.fakes.adapters = ['card']
    const deal = async (isAnswered: boolean) => {
      const { id, version } = await accepted({ type: 'service' })
      let asked = 0
      service.fakes.commitCard = async ({ askedBy }) => {
        asked += 1
        await tell(id, summaryOf(1, state, askedBy))
        if (!isAnswered && asked === 1) throw overloaded('The processor has not answered yet.')
        return summaryOf(1, state, askedBy)
      }
      const commit = (name: string, versions: number[]) =>
        service.send(commitSpool, { spoolId: id, request: {}, expectedVersions: versions }, buyer, {
          commandId: `commit ${id} ${name}`,
          bodyDigest: 'a'.repeat(64),
        })
      return { commit, version }
    }
    const answered = await deal(true)
    expect(await refused(answered.commit('stale', [answered.version - 1]))).toBe(
      'store_conflict version_mismatch',
    )
    expect((await answered.commit('once', [answered.version])).status.settlement).toBe(state)
    const late = await deal(false)
    expect(await refused(late.commit('once', [late.version]))).toBe('configuration_unavailable overloaded')
    expect(await refused(late.commit('other', [late.version]))).toBe('store_conflict version_mismatch')
    expect((await late.commit('once', [late.version])).status.settlement).toBe(state)
  },
)

test('a commitment is offered once the payouts of the provider are set up, in every Spool of it, and no longer when they are taken back', async () => {
  service.fakes.adapters = ['card']
  service.fakes.commitCard = async () => {
    throw new Refusal('payout_destination_required', 'Not yet.', { reason: 'no_payout_destination' })
  }
  const spools = [await accepted({ type: 'service' }), await accepted({ type: 'service' })]
  const settled = await accepted({
    type: 'service',
    value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
  })
  const offers = async (ids: string[]) => {
    const seen = await Promise.all(ids.map((id) => read(id)))
    return seen.map(({ economics, version }) => [economics.allowed_actions.includes('commit'), version])
  }
  const ids = spools.map(({ id }) => id)
  const versions = spools.map(({ version }) => version)
  const news = (version: number, isReady: boolean) =>
    service.react(payoutsChanged, { payeeId: seller.accountId, spoolId: null, isReady, version })
  expect(await offers(ids)).toEqual(versions.map((version) => [false, version]))
  expect(await refused(service.send(commitSpool, { spoolId: ids[0] ?? '', request: {} }, buyer))).toBe(
    'payout_destination_required no_payout_destination',
  )
  await news(2, true)
  expect(await offers(ids)).toEqual(versions.map((version) => [true, version + 1]))
  expect(await offers([settled.id])).toEqual([[false, settled.version]])
  // What is agreed afterwards knows it too.
  const later = await accepted({ type: 'service' })
  expect((await offers([later.id]))[0]?.[0]).toBe(true)
  await news(3, false)
  await news(2, true)
  expect((await offers([...ids, later.id])).map(([isOffered]) => isOffered)).toEqual([false, false, false])
})
