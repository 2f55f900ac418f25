import { listReceipts, type Principal, searchSigning } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, expect, test } from 'vitest'
import { idDigits } from '../../testing/numbered-run.ts'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { buyer, seller, stranger } from '../../testing/principals.ts'
import { receiptDesk, settlement } from '../../testing/receipt-desk.ts'
import { testSigning } from '../../testing/test-signing.ts'

const clock = fixedClock('2026-01-10T00:00:00.000Z')
const open = await testSigning(clock)
const desk = receiptDesk(open)
const minuteOf = (minute: number) => `2026-01-02T00:0${minute}:00.000Z`

/** Five receipts of five Spools, the oldest first; the last replaces the one before it. */
const ids: string[] = []
beforeAll(async () => {
  await placeAllKeys(open)
  await open.startReplica()
  for (let at = 0; at < 4; at += 1) ids.push(await desk.issue({ issuedAt: minuteOf(at) }))
  ids.push(await desk.issue({ spool: 4, issuedAt: minuteOf(4), supersedes: ids[3] ?? '' }))
})
const newestFirst = () => ids.toReversed()

type Filter = Partial<Parameters<typeof listed>[1]> & object
async function listed(
  principal: Principal,
  filter: {
    limit?: number
    after?: string
    verdict?: 'pass' | 'partial'
    from?: string
    to?: string
    spoolId?: string
  } = {},
) {
  return open.gateway.request(listReceipts, { limit: 100, ...filter }, as(principal))
}
const idsOf = async (principal: Principal, filter: Filter = {}) =>
  (await listed(principal, filter)).data.map(({ id }) => id)

test('each party has the receipts of its Spools, newest first, with what became of them', async () => {
  for (const party of [buyer, seller]) expect(await idsOf(party)).toEqual(newestFirst())
  const { data } = await listed(buyer)
  expect(data[0]).toEqual({
    id: ids[4],
    spoolId: `spl_${idDigits(4)}`,
    runId: `vr_${idDigits(5)}`,
    issuedAt: minuteOf(4),
    verdict: 'partial',
    earned: '1.00',
    committed: '1.50',
    status: 'active',
    isDisputed: false,
  })
  expect(data.map(({ status }) => status)).toEqual(['active', 'corrected', 'active', 'active', 'active'])
})

test('pages follow one another without a gap, and begin after a receipt of the account alone', async () => {
  const first = await listed(buyer, { limit: 2 })
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([newestFirst().slice(0, 2), true])
  const rest = await listed(buyer, { limit: 3, after: first.data[1]?.id ?? '' })
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([newestFirst().slice(2), false])
  const foreign = listed(stranger, { after: ids[0] ?? '' })
  await expect(foreign).rejects.toMatchObject({ code: 'validation_failed' })
})

test('a list is filtered by verdict, time and Spool', async () => {
  expect(await idsOf(buyer, { verdict: 'pass' })).toEqual([])
  expect(await idsOf(buyer, { verdict: 'partial' })).toEqual(newestFirst())
  expect(await idsOf(buyer, { from: minuteOf(1), to: minuteOf(3) })).toEqual([ids[2], ids[1]])
  expect(await idsOf(buyer, { spoolId: `spl_${idDigits(4)}` })).toEqual([ids[4], ids[3]])
  expect(await idsOf(buyer, { spoolId: `spl_${idDigits(4)}`, after: ids[4] ?? '' })).toEqual([ids[3]])
})

test('another account, and who has none, finds nothing by a list or a search', async () => {
  const everything = { ids: [ids[0] ?? '', `spl_${idDigits(4)}`, `vr_${idDigits(1)}`] }
  for (const principal of [stranger, { kind: 'public' } as const]) {
    expect(await idsOf(principal)).toEqual([])
    expect(await open.gateway.request(searchSigning, everything, as(principal))).toEqual({ hits: [] })
  }
})

test('a search finds a receipt by six digits or more, by its run and by its Spool, and a use of it', async () => {
  const search = async (...given: string[]) =>
    (await open.gateway.request(searchSigning, { ids: given }, as(seller))).hits.map(({ kind, id }) => [
      kind,
      id,
    ])
  const [id = ''] = ids
  for (let length = 6; length <= 24; length += 3) {
    expect(await search(id.slice(0, 'ocr_'.length + length))).toEqual([['receipt', id]])
  }
  expect(await search(`vr_${idDigits(2)}`)).toEqual([['receipt', ids[1]]])
  expect(await search(`spl_${idDigits(4)}`)).toEqual([
    ['receipt', ids[4]],
    ['receipt', ids[3]],
  ])
  expect(await search('ocr_000000', 'spl_ffffffffffffffffffffffff')).toEqual([])
  const { consumption: use } = await desk.consume(id, settlement('inv-1', '1.00'))
  expect(await search(use.id.slice(0, 12))).toEqual([['consumption', use.id]])
  await expect(search('ocr_12345')).rejects.toMatchObject({ code: 'internal_error' })
  await expect(search("ocr_123456' or true --")).rejects.toMatchObject({ code: 'internal_error' })
})
