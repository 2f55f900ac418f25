import { ReplyTooLong } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { expect, test } from 'vitest'
import { fittingReceipt } from './fitting-receipt.ts'

const receiptId = 'ocr_000000000000000000000001'

/** A database that holds one receipt of 30 MB, and leaves its text where it is when fewer bytes are asked for. */
function databaseOf(asked: unknown[]): Pool {
  return {
    async query({ values: [, mostBytes] }: { values: [string, number] }) {
      asked.push(mostBytes)
      const bytes = 30_000_000
      return { rows: [{ receiptId, bytes, receipt: mostBytes < bytes ? null : '{}', visibleTo: [] }] }
    },
  } as unknown as Pool
}

test('a receipt for which there is no room is answered with its length, and its text stays in the database', async () => {
  const asked: unknown[] = []
  const pool = databaseOf(asked)
  const error = await fittingReceipt(pool, receiptId, { replyRoom: 262_144 }, () => true).catch(
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(ReplyTooLong)
  const { bytes } = error as ReplyTooLong
  expect(bytes).toBeGreaterThan(30_000_000)
  expect((await fittingReceipt(pool, receiptId, { replyRoom: bytes }, () => true)).text.receipt).toBe('{}')
  expect((await fittingReceipt(pool, receiptId, {}, () => true)).text.receipt).toBe('{}')
  expect(asked).toEqual([262_144, bytes, 2_147_483_647])
})

test('who may not read a receipt is not told how long it is', async () => {
  const read = fittingReceipt(databaseOf([]), receiptId, { replyRoom: 262_144 }, () => false)
  await expect(read).rejects.toMatchObject({ code: 'not_found' })
})
