import { defineEndpoint, openAccess } from '@outturn/contracts'
import { serve, json, type Route } from '../http/route.ts'
import { openapiDocument } from './openapi-document.ts'

/** Serves the document of the given routes; it is made once, when it is first asked for. */
export function openapiRoute(described: readonly Route[]): Route {
  let text: string | undefined
  return serve(
    defineEndpoint({
      operationId: 'read-openapi',
      path: '/openapi.json',
      access: openAccess,
      summary: 'Read this document',
      isInternal: true,
      isRateLimited: false,
      ignoresQuery: true,
      success: { status: 200, description: 'OpenAPI 3.1.', content: { mediaType: 'application/json' } },
    }),
    () => {
      text ??= JSON.stringify(openapiDocument(described))
      return json(200, text, { 'cache-control': 'public, max-age=300' })
    },
  )
}
