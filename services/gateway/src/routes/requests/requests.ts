import { invalid, listRequests, readRequest, requestParams } from '@outturn/contracts'
import type { Identity } from '../../auth/identify.ts'
import { json, type Route, serve } from '../../http/route.ts'
import { toRequestList, toRequestRecord } from '../../request-log/request-views.ts'
import { pathParameter } from '../../wire/path-parameter.ts'

const headers = { 'cache-control': 'private, no-cache', vary: 'authorization' }

/** The request log of the account that asks; a request of another account is one that does not exist. */
export function requestRoutes(publicUrl: string): readonly Route[] {
  return [
    serve(listRequests, async ({ identity, instance, query }) => {
      const { limit, outcome = 'refused', code = null, key_id: keyId = null, path = null, since } = query
      const { after = null } = query
      const page = await instance.requests.list(
        {
          accountId: accountOf(identity),
          includesServed: outcome === 'all',
          code,
          keyId,
          path,
          since: since === undefined ? null : new Date(since),
          after,
        },
        limit,
      )
      if (page === null) {
        throw invalid('after', 'There is no such request in the log of this account.', {
          remediation: 'Send next_cursor of the page before, or leave after out.',
        })
      }
      return json(200, toRequestList(page), headers)
    }),
    serve(readRequest, async ({ identity, instance, params }) => {
      const { request_id: parameter } = requestParams
      const id = pathParameter('request_id', parameter, params)
      const found = await instance.requests.find(accountOf(identity), id)
      if (found === null) throw parameter.absent()
      return json(200, toRequestRecord(found, publicUrl), headers)
    }),
  ]
}

function accountOf(identity: Identity | null): string {
  if (identity === null) throw new Error('a request log was read without a caller')
  return identity.principal.accountId
}
