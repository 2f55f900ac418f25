import { defineEndpoint, errorCodeNames, personAccess, requestParams } from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../console/pages/console-page.ts'
import {
  type LogFilter,
  requestLogContent,
  type RequestPeriod,
} from '../../console/pages/requests/request-log-page.ts'
import { requestContent } from '../../console/pages/requests/request-page.ts'
import { servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { listKeysOf } from '../../store/key-store.ts'
import { pathParameter } from '../../wire/path-parameter.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner', 'developer']),
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
} as const
const pageRows = 25
const current = '/console/requests'
const hourMs = 60 * 60 * 1_000
const periodMs: Readonly<Record<RequestPeriod, number>> = {
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
}

const showRequests = defineEndpoint({
  ...page,
  operationId: 'show-requests',
  path: current,
  summary: 'See the refused requests of the account',
  query: z.strictObject({
    // A form sends every field; one that is not filled in is empty.
    code: z.enum(['', ...errorCodeNames]).default(''),
    key: z.string().max(40).default(''),
    path: z.string().max(200).default(''),
    since: z.enum(['24h', '7d', '30d']).default('24h'),
    outcome: z.enum(['refused', 'all']).default('refused'),
    after: z.string().max(40).optional(),
  }),
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
      const names = keys.map(({ id, label, revoked_at: at }) => ({ id, name: label, isRevoked: at !== null }))
      return consolePage(
        site,
        person,
        { title: 'Request log', current },
        requestLogContent({ page: found, filter, keys: names, served }),
      )
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

function queryOf({ code, key, path, outcome }: LogFilter) {
  const known = errorCodeNames.find((each) => each === code)
  return {
    includesServed: outcome === 'all',
    code: known ?? null,
    keyId: key === '' ? null : key,
    path: path === '' ? null : path,
  }
}
