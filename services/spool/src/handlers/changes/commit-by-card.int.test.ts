import { commitSpool, overloaded, type SettlementSummary, settlementChanged } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { testSpools } from '../../testing/test-spools.ts'
import { buyer, dealsOf, refused } from '../../testing/two-parties.ts'

const clock = fixedClock()
const service = await testSpools(clock)
const { accepted } = dealsOf(service)

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
