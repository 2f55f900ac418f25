import type { ListedReceipt } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import type { ReceiptStatusName, Verdict } from '@outturn/vocabulary'

/** Which receipts of an account a list has. */
export type ReceiptFilter = {
  readonly accountId: string
  readonly verdict: Verdict | null
  /** ISO times: issued at `from` or later, and before `to`. */
  readonly from: string | null
  readonly to: string | null
  readonly spoolId: string | null
}

type ListedRow = Omit<ListedReceipt, 'issuedAt'> & { issuedAt: Date; status: ReceiptStatusName }

/** A row of a list, of the receipts in `l`. */
const columns = `l.receipt_id as id, l.spool_id as "spoolId", l.run_id as "runId", l.issued_at as "issuedAt", l.verdict,
  l.earned::text, l.committed::text,
  coalesce((select case when bool_or(s.status = 'revoked') then 'revoked' when count(*) > 0 then 'corrected' end
    from receipt_status_change as s where s.receipt_id = l.receipt_id), 'active') as status,
  exists (select from receipt_dispute as d where d.receipt_id = l.receipt_id and d.is_disputed) as "isDisputed"`

// Bounds that are left out are infinite, so that every bound is one of the index.
const chosen = `l.account_id = $1 and (l.issued_at, l.receipt_id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3, ''))
  and ($4::text is null or l.verdict = $4)
  and l.issued_at >= coalesce($5::timestamptz, '-infinity') and l.issued_at < coalesce($6::timestamptz, 'infinity')`
const newestFirst = 'order by l.issued_at desc, l.receipt_id desc limit $7'

const ofAccount = statement(
  'receipts_of_account',
  `select ${columns} from receipt_of_account as l where ${chosen} ${newestFirst}`,
)

const ofSpool = statement(
  'receipts_of_spool',
  `select ${columns} from receipt as r
   join receipt_of_account as l on l.account_id = $1 and l.issued_at = r.issued_at and l.receipt_id = r.receipt_id
   where r.spool_id = $8 and ${chosen} ${newestFirst}`,
)

/** Up to `most` receipts of an account, newest first, after the receipt `after`; null when that is none of them. */
export async function receiptsOfAccount(
  pool: Pool,
  { accountId, verdict, from, to, spoolId }: ReceiptFilter,
  { after, most }: { after: string | null; most: number },
): Promise<ListedReceipt[] | null> {
  const cursor = after === null ? null : await cursorAt(pool, accountId, after)
  if (cursor === undefined) return null
  const values = [accountId, cursor?.issuedAt ?? null, cursor?.id ?? null, verdict, from, to, most]
  const rows =
    spoolId === null
      ? await query<ListedRow>(pool, ofAccount, values)
      : await query<ListedRow>(pool, ofSpool, [...values, spoolId])
  return rows.map(fromRow)
}

const cursorStatement = statement(
  'receipt_cursor',
  `select receipt_id as id, issued_at as "issuedAt" from receipt where receipt_id = $2 and $1 = any(visible_to)`,
)

async function cursorAt(
  pool: Pool,
  accountId: string,
  id: string,
): Promise<{ id: string; issuedAt: Date } | undefined> {
  const [row] = await query<{ id: string; issuedAt: Date }>(pool, cursorStatement, [accountId, id])
  return row
}

// Ids of one kind differ in hexadecimal digits alone, so a beginning is a range of the primary key: `g` follows every digit.
const byIds = statement(
  'search_receipts',
  `with asked as (select unnest($2::text[]) as id), found as (
     select r.receipt_id from asked, lateral (
       select receipt_id from receipt where receipt_id >= asked.id and receipt_id < asked.id || 'g' and $1 = any(visible_to)
       order by receipt_id limit $3) as r where asked.id ~ '^ocr_'
     union select receipt_id from receipt where run_id = any($2)
     union select receipt_id from receipt where spool_id = any($2)
   )
   select ${columns} from found join receipt as r using (receipt_id)
   join receipt_of_account as l on l.account_id = $1 and l.issued_at = r.issued_at and l.receipt_id = r.receipt_id
   ${newestFirst.replace('$7', '$3')}`,
)

/** Receipts of an account by the beginnings of their ids, and those of whole runs and Spools, newest first. */
export async function receiptsByIds(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
  most: number,
): Promise<ListedReceipt[]> {
  return (await query<ListedRow>(pool, byIds, [accountId, ids, most])).map(fromRow)
}

export type FoundConsumption = {
  readonly id: string
  readonly receiptId: string
  readonly spoolId: string
  readonly at: Date
  readonly purpose: string
  readonly amount: string | null
}

const consumptionsByIds = statement(
  'search_consumptions',
  `select c.id, c.receipt_id as "receiptId", r.spool_id as "spoolId", c.recorded_at as at, c.purpose, c.amount::text
   from unnest($2::text[]) as asked (id), lateral (
     select * from consumption where consumption.id >= asked.id and consumption.id < asked.id || 'g' order by consumption.id limit $3
   ) as c join receipt as r using (receipt_id)
   where asked.id ~ '^csm_' and $1 = any(r.visible_to) limit $3`,
)

/** Recorded uses of receipts that an account may read, by the beginnings of their ids. */
export function consumptionsByBeginnings(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
  most: number,
): Promise<FoundConsumption[]> {
  return query<FoundConsumption>(pool, consumptionsByIds, [accountId, ids, most])
}

function fromRow({ issuedAt, ...row }: ListedRow): ListedReceipt {
  return { ...row, issuedAt: issuedAt.toISOString() }
}
