import { bodySchema, type Endpoint } from '@outturn/contracts'
import { z } from 'zod'
import * as arg from './argument-schemas.ts'
import { portableSchema } from './portable-schema.ts'
import type { Json, Tool, Toolset } from './tool.ts'

/** The operations that each further set of tools has, one tool for each operation. */
const setOperations: Readonly<Record<Exclude<Toolset, 'core'>, readonly string[]>> = {
  settlement: [
    'commit-spool',
    'onboard-provider',
    'read-settlement-grant',
    'read-settlement-grant-template',
    'submit-settlement-grant',
    'submit-settlement-signatures',
    'read-balance',
    'buy-pack-by-mpp',
    'buy-pack-by-x402',
  ],
  disputes: [
    'open-dispute',
    'read-dispute',
    'add-dispute-statement',
    'respond-to-dispute',
    'record-dispute-result',
    'withdraw-dispute',
    'request-review',
    'read-review',
    'consent-to-review',
    'withdraw-review',
    'list-discrepancies',
    'open-discrepancy',
    'read-discrepancy',
    'resolve-discrepancy',
    'dismiss-discrepancy',
    'supersede-receipt',
    'record-external-result',
    'complete-spool',
  ],
  audit: [
    'read-receipt-status-v1',
    'read-receipt-bundle',
    'read-receipt-envelope',
    'read-receipt-credential',
    'verify-attestation',
    'read-keys',
    'audit-invoice',
    'replay-promise',
  ],
  sources: [
    'list-sources',
    'create-source',
    'read-source',
    'test-source',
    'sync-source',
    'rotate-source',
    'pause-source',
    'resume-source',
    'revoke-source',
    'list-facts',
    'record-claims',
    'list-claims',
    'match-claims',
    'list-matches',
    'read-evidence',
    'download-evidence',
    'withdraw-evidence',
    'list-recipes',
    'read-recipe',
    'confirm-policy',
    'read-quote',
    'read-capabilities',
    'read-outcome-index',
  ],
}

type Hints = Omit<Tool['annotations'], 'title'>

const reads: Partial<Hints> = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
/** Adds something, and again with each call that has no idempotency key. */
const adds: Partial<Hints> = { destructiveHint: false }
/** Adds something once, or is refused: a second call changes nothing. */
const addsOnce: Partial<Hints> = { destructiveHint: false, idempotentHint: true }
/** Ends or decides something once: a second call changes nothing. */
const ends: Partial<Hints> = { idempotentHint: true }

/** What a host may ask a person about. A writing operation that is not listed counts as one that cannot be taken back. */
const operationHints: Readonly<Record<string, Partial<Hints>>> = {
  'test-source': reads,
  'confirm-policy': reads,
  'verify-attestation': reads,
  'complete-spool': reads,
  'audit-invoice': adds,
  'replay-promise': adds,
  'onboard-provider': adds,
  'add-dispute-statement': adds,
  'open-discrepancy': adds,
  'record-claims': adds,
  'request-review': { ...adds, openWorldHint: true },
  'create-source': addsOnce,
  'open-dispute': addsOnce,
  'match-claims': addsOnce,
  'resume-source': addsOnce,
  'sync-source': { ...addsOnce, openWorldHint: true },
  'pause-source': ends,
  'revoke-source': ends,
  'respond-to-dispute': ends,
  'withdraw-dispute': ends,
  'withdraw-review': ends,
  'consent-to-review': ends,
  'resolve-discrepancy': ends,
  'dismiss-discrepancy': ends,
  'withdraw-evidence': ends,
}

/** A tool is named as a verb and its object in one word, like those of the core. */
export const toolName = (operationId: string): string => operationId.replaceAll('-', '_')

/** The tools of these sets, made from the operations that they call. */
export function operationTools(
  sets: ReadonlySet<Toolset>,
  operations: ReadonlyMap<string, Endpoint>,
): readonly Tool[] {
  return Object.entries(setOperations).flatMap(([set, operationIds]) =>
    sets.has(set as Toolset)
      ? operationIds.flatMap((operationId) => {
          const endpoint = operations.get(operationId)
          return endpoint === undefined ? [] : [toolOf(set as Toolset, endpoint)]
        })
      : [],
  )
}

function toolOf(set: Toolset, endpoint: Endpoint): Tool {
  const { operationId, method, summary, description = summary, params = {} } = endpoint
  const isRead = method === 'GET'
  const isKeyed = endpoint.access.kind !== 'open'
  const queryNames = namesOf(endpoint.query)
  return {
    set,
    name: toolName(operationId),
    title: summary,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          Object.entries(params).map(([name, parameter]) => [name, arg.text(parameter.description)]),
        ),
        ...queryProperties(endpoint.query),
        ...(endpoint.body !== undefined && { body: portableSchema(bodySchema(endpoint.body)) }),
        ...(!isRead && { idempotency_key: arg.idempotency_key }),
        ...(isKeyed && { act_as: arg.act_as }),
      },
      required: [
        ...Object.keys(params),
        ...(endpoint.body !== undefined && endpoint.isBodyOptional !== true ? ['body'] : []),
      ],
      additionalProperties: false,
    },
    annotations: {
      title: summary,
      readOnlyHint: isRead,
      destructiveHint: !isRead,
      idempotentHint: isRead,
      openWorldHint: false,
      ...operationHints[operationId],
    },
    work: { kind: 'operation', operationId, call: (args) => partsOf(endpoint, queryNames, args) },
  }
}

function partsOf({ operationId, params = {} }: Endpoint, queryNames: readonly string[], args: Json) {
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, args[name]]))
  return {
    operationId,
    params: pick(Object.keys(params)),
    query: pick(queryNames),
    ...(args['body'] !== undefined && { body: args['body'] as Json }),
  }
}

/** Query parameters are texts; each keeps the description and the words that its schema has. */
function queryProperties(query: z.ZodType | undefined): Readonly<Record<string, object>> {
  if (!(query instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
      const { enum: words } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return [name, arg.text(schema.description ?? '', words === undefined ? {} : { enum: words })]
    }),
  )
}

function namesOf(query: z.ZodType | undefined): readonly string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : []
}
