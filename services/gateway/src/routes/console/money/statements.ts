import { KeyId } from '@outturn/agreement'
import {
  absent,
  defineEndpoint,
  listStatementEntries,
  listStatements,
  personAccess,
  readStatement,
  statementEntryKinds,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { entriesContent, entryKindNames } from '../../../console/pages/money/entries-page.ts'
import { keyNamesOf } from '../../../console/pages/money/keys/key-names.ts'
import { moneyRoles } from '../../../console/pages/money/money-roles.ts'
import { monthPattern, monthText } from '../../../console/pages/money/period/month.ts'
import { statementContent, statementsContent } from '../../../console/pages/money/statement-pages.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { listKeysOf } from '../../../store/key-store.ts'
import { orNull, panelMs } from '../../../console/panel.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(moneyRoles),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
} as const
const params = { month: { pattern: monthPattern.source, description: 'A month in UTC, as `2026-10`.' } }

const showStatements = defineEndpoint({
  ...page,
  operationId: 'show-statements',
  path: '/console/statements',
  summary: 'See the statements of the account',
  ignoresQuery: true,
  deadlineMs: panelMs,
})
const showStatement = defineEndpoint({
  ...page,
  operationId: 'show-statement',
  path: '/console/statements/:month',
  params,
  summary: 'See the statement of a month',
  ignoresQuery: true,
})
const showEntries = defineEndpoint({
  ...page,
  operationId: 'show-statement-entries',
  path: '/console/statements/:month/entries',
  params,
  summary: 'See the ledger entries of a month',
  query: z.strictObject({
    after: z.string().max(200).optional(),
    kind: z.enum(statementEntryKinds).optional(),
    key: z.union([z.literal('none'), KeyId]).optional(),
    use_case: z.string().max(120).optional(),
  }),
})

const current = '/console/statements'
const pageRows = 100

/** Statements of the account, with the ledger entries that their amounts are sums of. */
export function statementRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showStatements, cookies, async (call, person) => {
      const { accountId, instance } = person
      const found = await orNull(() =>
        instance.bus.request(listStatements, { accountId }, asPerson(call, person)),
      )
      return consolePage(
        site,
        person,
        { title: 'Statements', current },
        statementsContent(found?.statements ?? null, call.now),
      )
    }),
    servePerson(showStatement, cookies, async (call, person) => {
      const { accountId, accountName, instance } = person
      const month = monthIn(call.params)
      const [statement, view] = await Promise.all([
        instance.bus.request(readStatement, { accountId, month }, asPerson(call, person)),
        keyView(person),
      ])
      const content = statementContent({ statement, accountName, ...view })
      return consolePage(site, person, { title: `Statement, ${monthText(month)}`, current }, content)
    }),
    servePerson(showEntries, cookies, async (call, person) => {
      const { accountId, instance } = person
      const month = monthIn(call.params)
      const { after = null, kind, key, use_case: useCase } = call.query
      const [found, view] = await Promise.all([
        instance.bus.request(
          listStatementEntries,
          {
            accountId,
            month,
            after,
            limit: pageRows,
            ...(kind !== undefined && { kinds: [kind] }),
            ...(key !== undefined && { keyId: key === 'none' ? null : key }),
            ...(useCase !== undefined && { useCase }),
          },
          asPerson(call, person),
        ),
        keyView(person),
      ])
      const filters = [
        ...(kind === undefined ? [] : [`${entryKindNames[kind]} only`]),
        ...(key === undefined ? [] : [key === 'none' ? 'No key' : `Key ${view.names.get(key) ?? key}`]),
        ...(useCase === undefined ? [] : [`Use case ${useCase}`]),
      ]
      const content = entriesContent({
        month,
        number: found.number,
        entries: found.entries,
        filter: filters.length === 0 ? null : filters.join(', '),
        next: found.next === null ? null : nextAddress(month, { ...call.query, after: found.next }),
        ...view,
      })
      return consolePage(site, person, { title: `Entries, ${monthText(month)}`, current }, content)
    }),
  ]
}

async function keyView({ console, accountId }: SignedIn) {
  return { names: keyNamesOf(await listKeysOf(console.db, accountId)), opensKeys: true }
}

function nextAddress(month: string, query: Readonly<Record<string, string | undefined>>): string {
  const members = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return `/console/statements/${month}/entries?${new URLSearchParams(members).toString()}`
}

function monthIn(given: Readonly<Record<string, string>>): string {
  const { month = '' } = given
  if (!monthPattern.test(month)) throw absent('There is no such statement.')
  return month
}
