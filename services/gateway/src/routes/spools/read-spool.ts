import { absentSpool, Refusal, readableSpoolParams, readSandboxSpool, readSpool } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { type Call, type Route, serve } from '../../http/route.ts'
import { hostedInstances } from '../../deps.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCaller, asPublic } from '../bus-call.ts'
import { spoolRead } from '../spool-answer.ts'

export const readSpoolRoutes: readonly Route[] = [readSpool.http, readSandboxSpool].map((endpoint) =>
  serve(endpoint, async (call) => {
    const id = pathParameter('id', readableSpoolParams.id, call.params)
    if (call.identity === null) return spoolRead(call, await readShared(call, id))
    return spoolRead(call, await call.instance.bus.requestBytes(readSpool, { id }, asCaller(call)))
  }),
)

/** Asks each environment in turn without an account: a share id belongs to one environment, and does not say which. */
export async function readShared(call: Call, id: string): Promise<Reply> {
  for (const { bus } of hostedInstances(call.instances)) {
    try {
      return await bus.requestBytes(readSpool, { id }, asPublic(call))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'spool_not_found') throw error
    }
  }
  throw absentSpool()
}
