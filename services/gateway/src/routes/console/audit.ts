import { defineEndpoint, personAccess } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { auditCsv } from '../../console/audit/audit-csv.ts'
import { listActions, noteAction } from '../../store/console/audit-store.ts'
import { auditContent } from '../../console/pages/audit-page.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner']),
} as const
const pageRows = 25
/** Most entries of one file. */
const csvRows = 10_000

const showAudit = defineEndpoint({
  ...page,
  operationId: 'show-audit',
  path: '/console/audit',
  summary: 'See who did what in the account',
  query: z.strictObject({ after: z.uuid().optional() }),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})
const downloadAudit = defineEndpoint({
  ...page,
  operationId: 'download-audit',
  path: '/console/audit.csv',
  summary: 'Download who did what in the account',
  ignoresQuery: true,
  success: { status: 200, description: 'The newest entries.', content: { mediaType: 'text/csv' } },
})

/** What people did in an account, for its owners. */
export function auditRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showAudit, cookies, async (call, person) => {
      const after = call.query.after ?? null
      const found = await listActions(person.console.db, person.accountId, { after, limit: pageRows + 1 })
      const entries = found.slice(0, pageRows)
      const next = found.length > pageRows ? (entries.at(-1)?.id ?? null) : null
      return consolePage(
        site,
        person,
        { title: 'Audit log', current: '/console/audit' },
        auditContent(entries, next),
      )
    }),
    servePerson(downloadAudit, cookies, async (call, person) => {
      const { console, accountId } = person
      const entries = await listActions(console.db, accountId, { after: null, limit: csvRows })
      const details = { rows: entries.length }
      await inTransaction(console.db, (tx) =>
        noteAction(tx, { ...noteOf(person, call.now), action: 'export.csv', target: 'audit log', details }),
      )
      return {
        status: 200,
        body: auditCsv(entries),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="outturn-audit.csv"' },
      }
    }),
  ]
}
