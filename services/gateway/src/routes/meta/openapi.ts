import { hash } from 'node:crypto'
import { defineEndpoint, openAccess } from '@outturn/contracts'
import { openapiDocument } from '@outturn/openapi'
import { type Route, serve } from '../../http/route.ts'
import { tagged } from '../tagged-answer.ts'

/**
 * Serves the document of the given routes, at the address that callers use. It is written once, when it is first asked for, and every reader is sent those
 * same bytes: as a text it would be encoded and held anew for each answer that no one takes.
 */
export function openapiRoute(described: readonly Route[], publicUrl: string): Route {
  let written: Promise<Document> | undefined
  return serve(
    defineEndpoint({
      operationId: 'read-openapi',
      path: '/openapi.json',
      access: openAccess,
      tag: 'Documentation',
      summary: 'Read this document',
      isInternal: true,
      isRevalidated: true,
      isRateLimited: false,
      ignoresQuery: true,
      success: { status: 200, description: 'OpenAPI 3.1.', content: { mediaType: 'application/json' } },
    }),
    async (call) => {
      written ??= writeDocument(described, publicUrl)
      const { bytes, digest } = await written
      return tagged(call, bytes, digest, { 'cache-control': 'public, max-age=300' })
    },
  )
}

type Document = { readonly bytes: Uint8Array; readonly digest: string }

async function writeDocument(described: readonly Route[], serverUrl: string): Promise<Document> {
  const document = await openapiDocument(described, { serverUrl: serverUrl.replace(/\/+$/, '') })
  const bytes = Buffer.from(JSON.stringify(document))
  return { bytes, digest: hash('sha256', bytes) }
}
