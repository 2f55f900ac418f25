import {
  absent,
  type CommandInput,
  type CommandOutput,
  defineEndpoint,
  listStatementEntries,
  listUsageRows,
  personAccess,
  readStatement,
  unprocessable,
  UtcDay,
} from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { type KeyNames, statementCsv, statementPdf, usageCsv } from '@outturn/statements'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { moneyRoles } from '../../../console/pages/money/money-roles.ts'
import { monthPattern } from '../../../console/pages/money/period/month.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import { listKeysOf } from '../../../store/key-store.ts'

const file = { isInternal: true, tag: 'Pages', isRateLimited: false, deadlineMs: 20_000 } as const
const csv = { status: 200, description: 'The file.', content: { mediaType: 'text/csv' } }
const params = { month: { pattern: monthPattern.source, description: 'A month in UTC, as `2026-10`.' } }

const downloadUsage = defineEndpoint({
  ...file,
  operationId: 'download-usage',
  path: '/console/usage.csv',
  access: personAccess(personRoles),
  summary: 'Download the usage of a period',
  query: z.strictObject({ from: UtcDay.optional(), to: UtcDay.optional() }),
  success: csv,
})
const downloadEntries = defineEndpoint({
  ...file,
  operationId: 'download-statement-entries',
  path: '/console/statements/:month.csv',
  params,
  access: personAccess(moneyRoles),
  summary: 'Download the entries of a statement',
  ignoresQuery: true,
  success: csv,
})
const downloadStatement = defineEndpoint({
  ...file,
  operationId: 'download-statement',
  path: '/console/statements/:month.pdf',
  params,
  access: personAccess(moneyRoles),
  summary: 'Download a statement',
  ignoresQuery: true,
  success: { status: 200, description: 'The file.', content: { mediaType: 'application/pdf' } },
})

const pageRows = 1_000
/** Most lines of one file. */
const maxLines = 100_000

/** Usage and statements as files. A file is sent when it is whole: one that ends early could not be told from one that is complete. */
export function moneyFileRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(downloadUsage, cookies, async (call, person) => {
      // Without a period, the month up to today.
      const today = call.now.toISOString().slice(0, 10)
      const { to = today, from = `${to.slice(0, 7)}-01` } = call.query
      const body = await wholeFile(usageCsv(usagePages(call, person, { from, to }), await namesOf(person)))
      return sendFile(call, person, { body, name: `outturn-usage-${from}-to-${to}.csv`, target: 'usage' })
    }),
    servePerson(downloadEntries, cookies, async (call, person) => {
      const month = monthIn(call.params)
      const body = await wholeFile(statementCsv(entryPages(call, person, month), await namesOf(person)))
      return sendFile(call, person, {
        body,
        name: `outturn-statement-${month}.csv`,
        target: `statement ${month}`,
      })
    }),
    servePerson(downloadStatement, cookies, async (call, person) => {
      const { accountId, accountName, instance } = person
      const month = monthIn(call.params)
      const [statement, names] = await Promise.all([
        instance.bus.request(readStatement, { accountId, month }, asPerson(call, person)),
        namesOf(person),
      ])
      const body = await statementPdf(statement, { issuer: site.name, accountId, accountName, names })
      return sendFile(call, person, { body, name: `${statement.number}.pdf`, target: statement.number })
    }),
  ]
}

/** Keys as the account named them, also those that were revoked. */
async function namesOf({ console, accountId }: SignedIn): Promise<KeyNames> {
  const keys = await listKeysOf(console.db, accountId)
  return new Map(keys.map(({ id, label, display }) => [id, label === '' ? display : label]))
}

type UsagePage = CommandOutput<typeof listUsageRows>

async function* usagePages(
  call: Call,
  person: SignedIn,
  period: { from: string; to: string },
): AsyncGenerator<UsagePage['rows']> {
  const { accountId, instance } = person
  let after: string | null = null
  do {
    const input: CommandInput<typeof listUsageRows> = { accountId, ...period, after, limit: pageRows }
    const page: UsagePage = await instance.bus.request(listUsageRows, input, asPerson(call, person))
    yield page.rows
    after = page.next
  } while (after !== null)
}

type EntryPage = CommandOutput<typeof listStatementEntries>

async function* entryPages(call: Call, person: SignedIn, month: string): AsyncGenerator<EntryPage> {
  const { accountId, instance } = person
  let after: string | null = null
  do {
    const input: CommandInput<typeof listStatementEntries> = { accountId, month, after, limit: pageRows }
    const page: EntryPage = await instance.bus.request(listStatementEntries, input, asPerson(call, person))
    yield page
    after = page.next
  } while (after !== null)
}

/** The file, or a refusal of one that is too long. */
async function wholeFile(chunks: AsyncIterable<string>): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk))
    if (parts.length > maxLines / pageRows + 1) {
      throw unprocessable('period', `The file would have more than ${maxLines} lines.`, {
        remediation: 'Choose a shorter period, or read the entries page by page in the console.',
      })
    }
  }
  return Buffer.concat(parts)
}

async function sendFile(
  call: Call,
  person: SignedIn,
  { body, name, target }: { body: Uint8Array; name: string; target: string },
): Promise<Answer> {
  const isPdf = name.endsWith('.pdf')
  await inTransaction(person.console.db, (tx) =>
    noteAction(tx, {
      ...noteOf(person, call.now),
      action: isPdf ? 'export.pdf' : 'export.csv',
      target,
      details: { bytes: body.byteLength },
    }),
  )
  return {
    status: 200,
    body,
    contentType: isPdf ? 'application/pdf' : 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
  }
}

function monthIn(given: Readonly<Record<string, string>>): string {
  const { month = '' } = given
  if (!monthPattern.test(month)) throw absent('There is no such statement.')
  return month
}
