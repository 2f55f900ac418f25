import { Piscina } from 'piscina'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createBundleReader } from './bundle-reader.ts'
import { digestMembers, readRecord } from './bundle-worker.ts'

const bundles = createBundleReader()
afterEach(() => void vi.restoreAllMocks())
afterAll(() => bundles.stop())

const record = (units: number) => ({
  receipt: {
    verification: { run_id: 'run_1' },
    unit_results: Array.from({ length: units }, (_, unit) => ({ unit, result: 'pass', reason: 'ü' })),
  },
  status: { status: 'active' },
})
const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const inTime = () => Date.now() + 600_000

test('what is long is read in a thread, to the same digests and the same text as here', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run')
  const long = textOf(record(2_000))
  expect(await bundles.readRecord(long, inTime())).toEqual(readRecord(long))
  expect(await bundles.digestMembers(long, inTime())).toEqual(digestMembers(long))
  expect(run).toHaveBeenCalledTimes(2)
})

test('what is short has no thread, and the receipt keeps its text', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run')
  const { runId, receipt, status } = await bundles.readRecord(textOf(record(2)), inTime())
  expect([runId, status]).toEqual(['run_1', record(2).status])
  expect(receipt).toEqual(textOf(record(2).receipt))
  expect(await bundles.digestMembers(textOf({ a: 1 }), inTime())).toHaveProperty('a')
  expect(run).not.toHaveBeenCalled()
})

test('a caller that waits no longer is told to come back', async () => {
  const late = bundles.readRecord(textOf(record(2_000)), Date.now())
  await expect(late).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'overloaded' },
  })
})
