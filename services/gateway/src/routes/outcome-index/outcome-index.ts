import { readJson } from '@outturn/canonical'
import { OutcomeIndex, readOutcomeIndex, Refusal, showOutcomeIndex } from '@outturn/contracts'
import { htmlPage, type Site } from '@outturn/pages'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { errorPage } from '../../pages/error-page.ts'
import { outcomeIndexCsv } from '../../pages/outcome-index/index-csv.ts'
import { outcomeIndexPage } from '../../pages/outcome-index/index-page.ts'
import { acceptedTypes } from '../../wire/media-types.ts'
import { asCaller, asPublic } from '../bus-call.ts'

type Query = { readonly period?: string | undefined; readonly format?: 'csv' | 'json' | undefined }
type IndexCall = Call<unknown, Query>

const typeOfFormat = { csv: 'text/csv', json: 'application/json' } as const

/** The published document: JSON or CSV for who has a key. */
export const readOutcomeIndexRoute: Route = serve(readOutcomeIndex.http, async (call) => {
  const type = typeFor(call, ['application/json', 'text/csv'])
  const { bytes } = await call.instance.bus.requestBytes(readOutcomeIndex, inputOf(call), asCaller(call))
  return type === 'text/csv' ? csv(call, bytes) : json(200, bytes, { vary: 'accept' })
})

/** The same for anyone, as a page. */
export function outcomeIndexPageRoute(site: Site): Route {
  return serve(showOutcomeIndex, async (call) => {
    const type = typeFor(call, ['text/html', 'application/json', 'text/csv'])
    try {
      const { bytes } = await call.instance.bus.requestBytes(readOutcomeIndex, inputOf(call), asPublic(call))
      if (type === 'application/json') return json(200, bytes, headers)
      if (type === 'text/csv') return csv(call, bytes)
      return htmlPage(site, 200, outcomeIndexPage(site, documentOf(bytes), call.query.period), headers)
    } catch (error) {
      if (type !== 'text/html' || !(error instanceof Refusal)) throw error
      return errorPage(site, { refusal: error, thing: 'period', requestId: call.requestId, now: call.now })
    }
  })
}

const headers = { vary: 'accept', 'cache-control': 'public, max-age=300' }

function inputOf({ query: { period } }: IndexCall): { period?: string } {
  return period === undefined ? {} : { period }
}

/** What the query asks for, else what the Accept header takes. */
function typeFor<Type extends string>(
  { query: { format }, headers: { accept } }: IndexCall,
  offered: readonly (Type | 'application/json' | 'text/csv')[],
): Type | 'application/json' | 'text/csv' {
  if (format !== undefined) return typeOfFormat[format]
  const [type] = acceptedTypes(accept as string | undefined, offered)
  if (type !== undefined) return type
  throw new Refusal(
    'not_acceptable',
    `The answer is ${offered.join(' or ')}, which the Accept header leaves out.`,
    {
      remediation: `Send Accept: ${offered.join(' or ')}, or format in the query.`,
    },
  )
}

function csv({ query: { period } }: IndexCall, bytes: Uint8Array): Answer {
  const name = period === undefined ? 'outcome-index' : `outcome-index-${period}`
  return {
    status: 200,
    body: outcomeIndexCsv(documentOf(bytes)),
    contentType: 'text/csv; charset=utf-8',
    headers: { ...headers, 'content-disposition': `attachment; filename="${name}.csv"` },
  }
}

function documentOf(bytes: Uint8Array): OutcomeIndex {
  return OutcomeIndex.parse(readJson(Buffer.from(bytes).toString()))
}
