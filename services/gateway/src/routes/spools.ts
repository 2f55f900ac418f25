import { createHash } from 'node:crypto'
import {
  idPattern,
  listSpoolEvents,
  Refusal,
  readSpool,
  ShareId,
  SpoolEventView,
  SpoolId,
  SpoolView,
} from '@outturn/contracts'
import { z } from 'zod'
import { type Answer, type Call, defineRoute, json, type Route } from '../http/route.ts'
import { asCaller, relayed } from './bus-call.ts'

const ReadableId = z.union([SpoolId, ShareId])
const params = {
  id: { pattern: idPattern('spool').source, description: 'Id of the Spool; a share id resolves too.' },
}

const spool = {
  summary: 'Read a Spool',
  isRateLimited: true,
  params,
  success: { status: 200, description: 'The Spool as the caller sees it.', content: SpoolView },
  refuses: readSpool.refuses,
  answer: readOne,
} as const

const events = {
  summary: 'List the history of a Spool',
  isRateLimited: true,
  params,
  success: { status: 200, description: 'Its events in recorded order.', content: z.array(SpoolEventView) },
  refuses: listSpoolEvents.refuses,
  answer: (call: Call) => relayed(call, listSpoolEvents, { spoolId: idOf(call, SpoolId) }),
} as const

export const spoolRoutes: readonly Route[] = [
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

async function readOne(call: Call): Promise<Answer> {
  const { bytes } = await call.instance.bus.requestBytes(
    readSpool,
    { id: idOf(call, ReadableId) },
    asCaller(call),
  )
  // The view differs by caller and changes with the version and with time; its own bytes say all of that.
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' }
  return matches(call.headers['if-none-match'], tag) ? json(304, '', headers) : json(200, bytes, headers)
}

function matches(header: string | string[] | undefined, tag: string): boolean {
  if (typeof header !== 'string') return false
  return header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
}

/** The id in the path; one that cannot be a Spool's is answered like a Spool that is not there. */
function idOf<Id extends z.ZodType<string>>(call: Call, schema: Id): string {
  const id = schema.safeParse(call.params['id'])
  if (!id.success) throw new Refusal('spool_not_found', 'There is no such Spool.')
  return id.data
}
