import { ReceiptId, SpoolId } from '@outturn/agreement'
import {
  type CommandInput,
  defineEndpoint,
  type ListedReceipt,
  listReceipts,
  nameSpools,
  personAccess,
} from '@outturn/contracts'
import type { RequestOptions } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { personRoles, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { receiptCsv } from '../../../console/pages/receipts/receipt-csv.ts'
import {
  receiptListContent,
  receiptListPath,
  type ReceiptListQuery,
  type SpoolNames,
} from '../../../console/pages/receipts/receipt-list-page.ts'
import { orNull } from '../../../console/panel.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const pageRows = 25
/** Most receipts of one file. */
const csvRows = 10_000
/** Receipts that the file asks for at once. */
const csvPage = 500

const day = z.union([z.literal(''), z.iso.date()]).default('')
// A form sends every field; one that is not filled in is empty.
const filters = {
  verdict: z.enum(['', ...verdicts]).default(''),
  spool: z
    .union([z.literal(''), SpoolId], 'must be the id of a Spool, such as spl_0123456789abcdef01234567')
    .default(''),
  from: day,
  to: day,
}

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(personRoles),
} as const

const showReceipts = defineEndpoint({
  ...page,
  operationId: 'show-receipts',
  path: receiptListPath,
  summary: 'See the receipts of the account',
  query: z.strictObject({ ...filters, after: ReceiptId.optional() }),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const downloadReceipts = defineEndpoint({
  ...page,
  operationId: 'download-receipts',
  path: `${receiptListPath}.csv`,
  summary: 'Download the list of receipts',
  query: z.strictObject(filters),
  deadlineMs: 30_000,
  success: { status: 200, description: 'The newest receipts.', content: { mediaType: 'text/csv' } },
})

/** The list of receipts, as a page and as a file. */
export function receiptListRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showReceipts, cookies, async (call, person) => {
      const { after, ...query } = call.query
      const options = asPerson(call, person)
      const input = { ...inputOf(query), limit: pageRows, ...(after !== undefined && { after }) }
      const found = await person.instance.bus.request(listReceipts, input, options)
      const names = await orNull(() => namesOf(person, found.data, options))
      const content = receiptListContent({
        receipts: found.data,
        hasMore: found.has_more,
        names,
        query,
        isLaterPage: after !== undefined,
        mayMakeKey: person.role === 'owner' || person.role === 'developer',
      })
      return consolePage(site, person, { title: 'Receipts', current: receiptListPath }, content)
    }),
    servePerson(downloadReceipts, cookies, async (call, person) => {
      const options = asPerson(call, person)
      const rows: ListedReceipt[] = []
      const names = new Map<string, NonNullable<ReturnType<SpoolNames['get']>>>()
      for (let after: string | undefined; rows.length < csvRows; after = rows.at(-1)?.id) {
        const input = { ...inputOf(call.query), limit: csvPage, ...(after !== undefined && { after }) }
        const found = await person.instance.bus.request(listReceipts, input, options)
        rows.push(...found.data)
        for (const [id, name] of await namesOf(person, found.data, options)) names.set(id, name)
        if (!found.has_more) break
      }
      const note = { ...noteOf(person, call.now), action: 'export.csv', target: 'receipts' } as const
      await inTransaction(person.console.db, (tx) =>
        noteAction(tx, { ...note, details: { rows: rows.length } }),
      )
      return {
        status: 200,
        body: receiptCsv(rows, names),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="outturn-receipts.csv"' },
      }
    }),
  ]
}

/** Titles and parties of the Spools of receipts. */
export async function namesOf(
  { instance }: SignedIn,
  receipts: readonly Pick<ListedReceipt, 'spoolId'>[],
  options: RequestOptions,
): Promise<SpoolNames> {
  const spoolIds = [...new Set(receipts.map(({ spoolId }) => spoolId))]
  if (spoolIds.length === 0) return new Map()
  const { spools } = await instance.bus.request(nameSpools, { spoolIds }, options)
  return new Map(spools.map((spool) => [spool.id, spool]))
}

type Filter = Omit<CommandInput<typeof listReceipts>, 'after' | 'limit'>

function inputOf({ verdict, spool, from, to }: ReceiptListQuery): Filter {
  const known = verdicts.find((each) => each === verdict)
  return {
    ...(known !== undefined && { verdict: known }),
    ...(spool !== '' && { spoolId: spool }),
    ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
    // The last day is part of the period.
    ...(to !== '' && { to: new Date(Date.parse(to) + dayMs).toISOString() }),
  }
}
