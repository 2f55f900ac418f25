import { absentSpool, readableSpoolParams, readSandboxSpool, readSpool } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { type Call, type Route, serve } from '../../http/route.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCaller, asPublic } from '../bus-call.ts'
import { findAnywhere } from '../find-anywhere.ts'
import { spoolRead } from '../spool-answer.ts'

export const readSpoolRoutes: readonly Route[] = [readSpool.http, readSandboxSpool].map((endpoint) =>
  serve(endpoint, async (call) => {
    const id = pathParameter('id', readableSpoolParams.id, call.params)
    if (call.identity === null) return spoolRead(call, await readShared(call, id))
    return spoolRead(call, await call.instance.bus.requestBytes(readSpool, { id }, asCaller(call)))
  }),
)

/** Reads without an account, in whichever environment the share id belongs to. */
export async function readShared(call: Call, id: string): Promise<Reply> {
  const found = await findAnywhere(
    call,
    ({ bus }) => bus.requestBytes(readSpool, { id }, asPublic(call)),
    'spool_not_found',
  )
  if (found === null) throw absentSpool()
  return found
}
