import { ReceiptId, RunId, SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { defineQuery } from '../operation.ts'
import type { BusUser } from '../service-name.ts'

/** The kinds of things that a search finds, in the order in which they are shown. */
export const searchedKinds = [
  'receipt',
  'spool',
  'run',
  'evidence',
  'dispute',
  'review',
  'discrepancy',
  'consumption',
  'settlement',
  'transaction',
  'purchase',
  'grant',
  'charge',
] as const
export type SearchedKind = (typeof searchedKinds)[number]

/** Something that has an id which a search asked for, or belongs to something that has it. */
export const SearchHit = z.strictObject({
  kind: z.enum(searchedKinds),
  id: z.string().max(100),
  at: Timestamp,
  spoolId: SpoolId.optional(),
  runId: RunId.optional(),
  receiptId: ReceiptId.optional(),
  /** Title of a Spool, as its creator wrote it. */
  title: z.string().optional(),
  /** A status, state or verdict. */
  state: z.string().optional(),
  /** Decimal text in USD. */
  amount: z.string().optional(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Most ids of one search, and most hits that an owner answers with. */
const maxIds = 16
export const maxHits = 20

/** The prefix of a kind with 6 to 24 of its digits; or the hash of a transaction, or at least 6 of its digits. */
const SearchedId = z.string().regex(/^(?:[a-z]{2,4}_[0-9a-f]{6,24}|0x[0-9a-f]{6,64})$/)

/**
 * Finds what the account of the caller may see by ids, whole or the beginning of one: the prefix of its kind and at least six of the digits
 * behind it. The id of a Spool, a run or a receipt finds also what belongs to it.
 */
function defineSearch(owner: BusUser) {
  return defineQuery(`${owner}.search`, {
    input: z.strictObject({ ids: z.array(SearchedId).min(1).max(maxIds) }),
    output: z.strictObject({ hits: z.array(SearchHit).max(maxHits) }),
    sentBy: ['gateway'],
  })
}

export const searchSigning = defineSearch('signing')
export const searchSpools = defineSearch('spool')
export const searchBilling = defineSearch('billing')
export const searchSettlements = defineSearch('settlement')

/** Titles and parties of those of the Spools that the account is a party of, in any order. */
export const nameSpools = defineQuery('spool.name-spools', {
  input: z.strictObject({ spoolIds: z.array(SpoolId).max(500) }),
  output: z.strictObject({
    spools: z.array(
      z.strictObject({ id: SpoolId, title: z.string(), buyer: z.string(), provider: z.string() }),
    ),
  }),
  sentBy: ['gateway'],
})
