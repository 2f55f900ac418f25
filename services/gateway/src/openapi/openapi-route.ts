import { defineRoute, json, type Route } from '../http/route.ts'
import { openapiDocument } from './openapi-document.ts'

/** Serves the document of the given routes; it is made once, when it is first asked for. */
export function openapiRoute(described: readonly Route[]): Route {
  let text: string | undefined
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    operation: 'read-openapi',
    summary: 'Read this document',
    isInternal: true,
    isRateLimited: false,
    query: 'ignored',
    success: { status: 200, description: 'OpenAPI 3.1.', content: { mediaType: 'application/json' } },
    answer() {
      text ??= JSON.stringify(openapiDocument(described))
      return json(200, text, { 'cache-control': 'public, max-age=300' })
    },
  })
}
