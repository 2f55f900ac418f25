import { setImmediate as nextTurn } from 'node:timers/promises'
import { apiVersion, type Endpoint, SpoolCore, tags } from '@outturn/contracts'
import { type OperationParts, operationOf } from './operation.ts'
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
      title: 'Outcome verification',
      version: apiVersion,
      description:
        'Verifies delivered work against agreed conditions and issues a signed receipt. Every answer that is not a success is an `Error` object; its codes are explained at `/docs/errors`.',
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
