import {
  type CommandInput,
  defineEndpoint,
  listAccountSpools,
  type ListedSpool,
  personAccess,
  spoolListStates,
} from '@outturn/contracts'
import { SpoolId } from '@outturn/agreement'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { spoolCsv } from '../../../console/pages/spools/spool-csv.ts'
import {
  spoolListContent,
  spoolListPath,
  type SpoolListQuery,
} from '../../../console/pages/spools/spool-list-page.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const pageRows = 25
/** Most Spools of one file. */
const csvRows = 5_000
/** Spools that the file asks for at once. */
const csvPage = 100

const day = z.union([z.literal(''), z.iso.date()]).default('')
// A form sends every field; one that is not filled in is empty.
const filters = {
  state: z.enum(['', 'waiting', ...spoolListStates]).default(''),
  party: z
    .string()
    .max(120)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must have no control characters')
    .default(''),
  from: day,
  to: day,
}

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner', 'developer', 'viewer']),
} as const

const showSpools = defineEndpoint({
  ...page,
  operationId: 'show-spools',
  path: spoolListPath,
  summary: 'See the Spools of the account',
  query: z.strictObject({ ...filters, after: SpoolId.optional() }),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const downloadSpools = defineEndpoint({
  ...page,
  operationId: 'download-spools',
  path: `${spoolListPath}.csv`,
  summary: 'Download the list of Spools',
  query: z.strictObject(filters),
  deadlineMs: 30_000,
  success: { status: 200, description: 'The newest Spools.', content: { mediaType: 'text/csv' } },
})

/** The list of Spools, as a page and as a file. */
export function spoolListRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showSpools, cookies, async (call, person) => {
      const { after, ...query } = call.query
      const input = { ...inputOf(query), limit: pageRows, ...(after !== undefined && { after }) }
      const found = await person.instance.bus.request(listAccountSpools, input, asPerson(call, person))
      const content = spoolListContent({
        found,
        query,
        isLaterPage: after !== undefined,
        mayCreate: person.role !== 'viewer',
        publicUrl: site.publicUrl,
      })
      return consolePage(site, person, { title: 'Spools', current: spoolListPath }, content)
    }),
    servePerson(downloadSpools, cookies, async (call, person) => {
      const options = asPerson(call, person)
      const rows: ListedSpool[] = []
      for (let after: string | undefined; rows.length < csvRows; ) {
        const input = { ...inputOf(call.query), limit: csvPage, ...(after !== undefined && { after }) }
        const found = await person.instance.bus.request(listAccountSpools, input, options)
        rows.push(...found.data)
        if (found.nextCursor === null) break
        after = found.nextCursor
      }
      const note = { ...noteOf(person, call.now), action: 'export.csv', target: 'Spools' } as const
      await inTransaction(person.console.db, (tx) =>
        noteAction(tx, { ...note, details: { rows: rows.length } }),
      )
      return {
        status: 200,
        body: spoolCsv(rows),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="outturn-spools.csv"' },
      }
    }),
  ]
}

type Filter = Omit<CommandInput<typeof listAccountSpools>, 'after' | 'limit'>

function inputOf({ state, party, from, to }: SpoolListQuery): Filter {
  const known = spoolListStates.find((each) => each === state)
  return {
    ...(known !== undefined && { state: known }),
    ...(state === 'waiting' && { isWaitingForMe: true }),
    ...(party.trim() !== '' && { party: party.trim() }),
    ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
    // The last day is part of the period.
    ...(to !== '' && { before: new Date(Date.parse(to) + dayMs).toISOString() }),
  }
}
