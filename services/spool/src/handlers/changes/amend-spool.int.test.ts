import { acceptSpool, amendSpool, type CommandInput, type Principal } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { testSpools } from '../../testing/test-spools.ts'
import { buyer, dealsOf, everyRowHasEmail, refused, seller, stranger } from '../../testing/two-parties.ts'

const service = await testSpools(fixedClock())
const { created } = dealsOf(service)

/** A condition whose pattern takes so long to read that verification reads it. */
const costly = {
  ...everyRowHasEmail,
  deterministic_check: {
    checker: 'json_path' as const,
    path: '$.a',
    operator: 'matches' as const,
    value: 'a{0,1000}'.repeat(3),
  },
}

type Amendment = CommandInput<typeof amendSpool>

const amendmentOf = (spoolId: string, change: Partial<Amendment> = {}): Amendment => ({
  spoolId,
  request: { add_conditions: [costly] },
  dryRun: false,
  ...change,
})

const readings = () => service.fakes.checksRead.length

test('nothing of an amendment is read for who may not make it, tried or in earnest', async () => {
  const { id } = await created()
  const refusalsOf = async (by: Principal, change: Partial<Amendment> = {}) => {
    const send = (dryRun: boolean) =>
      refused(service.send(amendSpool, amendmentOf(id, { ...change, dryRun }), by))
    return [await send(false), await send(true)]
  }
  const before = readings()
  expect(await refusalsOf(stranger)).toEqual(['spool_not_found', 'spool_not_found'])
  const nowhere = { spoolId: `spl_${'0'.repeat(24)}` }
  expect(await refusalsOf(buyer, nowhere)).toEqual(['spool_not_found', 'spool_not_found'])
  const changed = 'store_conflict version_mismatch'
  expect(await refusalsOf(buyer, { expectedVersions: [99] })).toEqual([changed, changed])
  await service.send(acceptSpool, { spoolId: id, request: {} }, seller)
  const [late = '', tried] = await refusalsOf(buyer)
  expect([late, tried]).toEqual([expect.stringMatching(/^invalid_state/), late])
  expect(readings()).toBe(before)
})

test('a repeated amendment gets the reply that it got, unread, although the Spool takes none any more', async () => {
  const { id } = await created()
  const amend = () => service.send(amendSpool, amendmentOf(id), buyer, { commandId: 'amend once' })
  const before = readings()
  const amended = await amend()
  await service.send(acceptSpool, { spoolId: id, request: {} }, seller)
  expect(await amend()).toEqual(amended)
  expect(readings()).toBe(before + 1)
})
