import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiVersion, type Endpoint, SpoolCore, tags } from '@outturn/contracts'
import { operationOf } from './operation.ts'
import type { OperationParts } from './operation-parts.ts'
import { headerComponents } from './response-headers.ts'
import { SchemaComponents } from './schema-components.ts'
import { SharedParts } from './shared-parts.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the routes, made from the schemas that validate and the table that admits; `serverUrl` is the address
 * that callers use. Describing them all is long, so other work has its turn after each route.
 */
export async function openapiDocument(
  routes: readonly Endpoint[],
  { serverUrl = '/' }: { serverUrl?: string } = {},
): Promise<Json> {
  const parts: OperationParts = {
    schemas: new SchemaComponents(),
    parameters: new SharedParts('parameters'),
    responses: new SharedParts('responses'),
    examples: new SharedParts('examples'),
  }
  // Others extend it, and no operation answers with it alone.
  parts.schemas.schemaFor(SpoolCore, 'output')
  const paths: Record<string, Json> = {}
  for (const route of routes.filter(({ isInternal }) => isInternal !== true)) {
    await nextTurn()
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, parts) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outturn',
      version: apiVersion,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: parts.schemas.all(),
      parameters: parts.parameters.all(),
      responses: parts.responses.all(),
      examples: parts.examples.all(),
      headers: headerComponents(),
      securitySchemes,
    },
  }
}

/** What every caller has to know before the first request. */
const introduction = `Outturn verifies delivered work against agreed conditions and issues a signed receipt.

**Two ways.** \`verify-delivery\` judges a delivery in one call. With two parties: \`create-spool\`, \`accept-spool\`, \`submit-evidence\`, \`verify-spool\`; \`next_step\` of every Spool names who acts next.

**Authentication.** Send an API key as \`Authorization: Bearer spk_live_…\`, or the token of a sandbox session as \`Authorization: Bearer sbx_…\`. A key has the scope \`full\`, \`verify\` or \`counterparty\`; each operation names the scopes that may use it.

**Repeating a request.** Send an \`Idempotency-Key\` of your own with every \`POST\`. The same request with the same key is done once and gets the same answer, so it may be sent again after a timeout or a 5xx. Another request with the same key is refused with \`conflict\`.

**Amounts.** Members that end in \`_cents\` are whole US cents, and those in \`_micros\` are millionths of a US dollar. Times are in UTC.

**Errors.** Every answer that is not a success is an \`Error\` object: \`code\` for programs, \`error\` and \`remediation\` for people, \`retryable\` for whether to send the same again. The codes are explained at \`/docs/errors\`. After 429 and 503 wait for the seconds in \`Retry-After\`.

**Lists.** A list that has \`has_more\` goes on: send its \`next_cursor\` as \`after\`. A bare list goes on at the address in its \`Link\` header with \`rel="next"\`.`

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `spk_live_…`.' },
  apiKeyBesidePayment: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'An API key, for requests with a payment in `Authorization`.',
  },
  sandboxSession: { type: 'http', scheme: 'bearer', description: 'A sandbox session token: `sbx_…`.' },
}
