import {
  absentSpool,
  CreatedSpool,
  createSpool,
  CreateSpoolRequest,
  listSpoolEvents,
  listSpools,
  readSpool,
  Refusal,
  SharedSpool,
  SpoolEventView,
  SpoolId,
  SpoolList,
  SpoolView,
} from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { z } from 'zod'
import { type Answer, type Call, defineRoute, type Route } from '../../http/route.ts'
import { hostedInstances } from '../../instance.ts'
import { createExample } from '../../openapi/examples.ts'
import { asCaller, asCommand, relayed } from '../bus-call.ts'
import { pageQuery, pageSize } from '../page-query.ts'
import { assertSandboxCanAgree } from '../sandbox/sandbox-capabilities.ts'
import { readableIdOf, readableParams, spoolAnswer, spoolIdOf, spoolParams, spoolRead } from './spool-call.ts'

const spool = {
  summary: 'Read a Spool',
  isRateLimited: true,
  isTagged: true,
  params: readableParams,
  success: {
    status: 200,
    description: 'The Spool as the caller sees it; by its share id without a key, what the link shows.',
    content: z.union([SpoolView, SharedSpool]),
  },
  refuses: readSpool.refuses,
  answer: read,
} as const

const events = {
  summary: 'List the history of a Spool',
  isRateLimited: true,
  params: spoolParams,
  success: { status: 200, description: 'Its events in recorded order.', content: z.array(SpoolEventView) },
  refuses: listSpoolEvents.refuses,
  answer: (call: Call) => relayed(call, listSpoolEvents, { spoolId: spoolIdOf(call) }),
} as const

export const spoolRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/v1/spools',
    operation: 'create-spool',
    summary: 'Create a Spool',
    isRateLimited: true,
    isTagged: true,
    body: CreateSpoolRequest,
    example: createExample,
    success: {
      status: 201,
      description: 'The Spool, the provider path it takes, and how the counterparty receives it.',
      content: CreatedSpool,
    },
    refuses: [...createSpool.refuses, 'limit_reached', 'unsupported_environment_capability'],
    answer: create,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/spools',
    operation: 'list-spools',
    summary: 'List the Spools that the account is a party of',
    isRateLimited: true,
    query: pageQuery(SpoolId),
    success: { status: 200, description: 'One page, newest first.', content: SpoolList },
    refuses: listSpools.refuses,
    answer: (call) => relayed(call, listSpools, pageSize(call.query)),
  }),
  defineRoute({ method: 'GET', path: '/api/v1/spools/:id', operation: 'read-spool', ...spool }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/spools/:id/events',
    operation: 'list-spool-events',
    ...events,
  }),
  defineRoute({ method: 'GET', path: '/api/sandbox/spools/:id', operation: 'read-sandbox-spool', ...spool }),
  defineRoute({
    method: 'GET',
    path: '/api/sandbox/spools/:id/events',
    operation: 'list-sandbox-spool-events',
    ...events,
  }),
]

async function create(call: Call<CreateSpoolRequest>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const send = () => instance.bus.requestBytes(createSpool, { request }, asCommand(call))
  const { sessionId } = identity ?? {}
  if (sessionId === undefined) return spoolAnswer(201, await send())
  assertSandboxCanAgree(request.conditions, 'conditions')
  return spoolAnswer(201, await instance.sessions.count('spools', sessionId, send))
}

async function read(call: Call): Promise<Answer> {
  const id = readableIdOf(call)
  if (call.identity === null) return spoolRead(call, await readShared(call, id))
  return spoolRead(
    call,
    await call.instance.bus.requestBytes(readSpool, { id }, { ...asCaller(call), isRepeatable: true }),
  )
}

/** Asks each environment in turn as nobody: a share id belongs to one, and does not say which. */
export async function readShared(call: Call, id: string): Promise<Reply> {
  const options = { ...asCaller(call), principal: { kind: 'public' } as const }
  for (const { bus } of hostedInstances(call.instances)) {
    try {
      return await bus.requestBytes(readSpool, { id }, options)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'spool_not_found') throw error
    }
  }
  throw absentSpool()
}
