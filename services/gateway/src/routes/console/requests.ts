import { defineEndpoint, errorCodeNames, personAccess, requestParams } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { requestCsv } from '../../console/pages/requests/request-csv.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import {
  type KeyName,
  type LogFilter,
  requestLogContent,
  requestLogPath,
  type RequestPeriod,
} from '../../console/pages/requests/request-log-page.ts'
import { requestContent } from '../../console/pages/requests/request-page.ts'
import { servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { type ApiKey, listKeysOf } from '../../store/key-store.ts'
import { pathParameter } from '../../wire/path-parameter.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner', 'developer']),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
} as const
const pageRows = 25
/** Most requests of one file. */
const csvRows = 10_000
const current = requestLogPath
const hourMs = 60 * 60 * 1_000
const periodMs: Readonly<Record<RequestPeriod, number>> = {
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
}

// A form sends every field; one that is not filled in is empty.
const filters = {
  code: z.enum(['', ...errorCodeNames]).default(''),
  key: z.string().max(40).default(''),
  path: z.string().max(200).default(''),
  since: z.enum(['24h', '7d', '30d']).default('24h'),
  outcome: z.enum(['refused', 'all']).default('refused'),
}

const showRequests = defineEndpoint({
  ...page,
  operationId: 'show-requests',
  path: current,
  summary: 'See the refused requests of the account',
  query: z.strictObject({ ...filters, after: z.string().max(40).optional() }),
})
const downloadRequests = defineEndpoint({
  ...page,
  operationId: 'download-requests',
  path: `${current}.csv`,
  summary: 'Download the requests of the account, without their bodies',
  query: z.strictObject(filters),
  deadlineMs: 30_000,
  success: { status: 200, description: 'The newest requests.', content: { mediaType: 'text/csv' } },
})
const showRequest = defineEndpoint({
  ...page,
  operationId: 'show-request',
  path: `${current}/:request_id`,
  summary: 'See a request of the account',
  ignoresQuery: true,
  params: requestParams,
})

/** The request log of an account, for those who work with its keys. */
export function requestLogRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showRequests, cookies, async (call, person) => {
      const { accountId } = person
      const { requests } = person.instance
      const { after = null, ...filter } = call.query
      const since = new Date(call.now.getTime() - periodMs[filter.since])
      const [found, keys] = await Promise.all([
        requests.list({ ...queryOf(filter), accountId, since, after }, pageRows),
        listKeysOf(person.console.db, accountId),
      ])
      if (found === null) throw requestParams.request_id.absent()
      const served = found.requests.length === 0 ? await requests.countServed(accountId, since) : null
      const names = keys.map(toKeyName)
      return consolePage(
        site,
        person,
        { title: 'Request log', current },
        requestLogContent({ page: found, filter, keys: names, served }),
      )
    }),
    servePerson(downloadRequests, cookies, async (call, person) => {
      const { accountId, console } = person
      const since = new Date(call.now.getTime() - periodMs[call.query.since])
      const filter = { ...queryOf(call.query), accountId, since, after: null }
      const [found, keys] = await Promise.all([
        person.instance.requests.list(filter, csvRows),
        listKeysOf(console.db, accountId),
      ])
      const requests = found?.requests ?? []
      const note = { ...noteOf(person, call.now), action: 'export.csv', target: 'request log' } as const
      await inTransaction(console.db, (tx) => noteAction(tx, { ...note, details: { rows: requests.length } }))
      return {
        status: 200,
        body: requestCsv(requests, keys.map(toKeyName)),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="outturn-requests.csv"' },
      }
    }),
    servePerson(showRequest, cookies, async (call, person) => {
      const { accountId } = person
      const id = pathParameter('request_id', requestParams.request_id, call.params)
      const found = await person.instance.requests.find(accountId, id)
      if (found === null) throw requestParams.request_id.absent()
      const keys = await listKeysOf(person.console.db, accountId)
      const keyName = keys.find((key) => key.id === found.request.key_id)?.label ?? null
      return consolePage(
        site,
        person,
        { title: `Request ${id}`, current },
        requestContent({ ...found, keyName, publicUrl: site.publicUrl }),
      )
    }),
  ]
}

function toKeyName({ id, label, revoked_at: at }: ApiKey): KeyName {
  return { id, name: label, isRevoked: at !== null }
}

function queryOf({ code, key, path, outcome }: LogFilter) {
  const known = errorCodeNames.find((each) => each === code)
  return {
    includesServed: outcome === 'all',
    code: known ?? null,
    keyId: key === '' ? null : key,
    path: path === '' ? null : path,
  }
}
