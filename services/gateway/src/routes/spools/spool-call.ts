import { absentSpool, idPattern, ShareId, SpoolId } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { z } from 'zod'
import { expectedVersion, isKnownTag, spoolTag } from '../../wire/spool-tag.ts'
import { type Answer, type Call, json } from '../../http/route.ts'
import { replayHeader } from '../bus-call.ts'

export const spoolParams = { id: { pattern: idPattern('spool').source, description: 'Id of the Spool.' } }
export const readableParams = {
  id: {
    pattern: `${idPattern('spool').source}|${idPattern('share').source}`,
    description: 'Id of the Spool, or its share id.',
  },
}

/** The id in the path; one that cannot be a Spool's is answered like a Spool that is not there. */
export function spoolIdOf(call: Pick<Call, 'params'>): string {
  return idOf(call, SpoolId)
}

/** The same, where a share id will do. */
export function readableIdOf(call: Pick<Call, 'params'>): string {
  return idOf(call, z.union([SpoolId, ShareId]))
}

function idOf({ params }: Pick<Call, 'params'>, schema: z.ZodType<string>): string {
  const id = schema.safeParse(params['id'])
  if (!id.success) throw absentSpool()
  return id.data
}

/** Which Spool an action is about, and the version that its caller has seen. */
export function targetOf(call: Call): { spoolId: string; expectedVersion?: number } {
  const version = expectedVersion(headerOf(call, 'if-match'))
  return { spoolId: spoolIdOf(call), ...(version !== undefined && { expectedVersion: version }) }
}

/** A Spool as its owner sent it, with its tag; 304 to a read that knows it already. */
export function spoolRead(call: Call, { bytes }: Pick<Reply, 'bytes'>): Answer {
  const tag = spoolTag(versionIn(bytes), bytes)
  const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' }
  const isKnown = isKnownTag(headerOf(call, 'if-none-match'), tag)
  return isKnown ? json(304, '', headers) : json(200, bytes, headers)
}

/** A Spool as a command left it, with its tag. */
export function spoolAnswer(status: number, reply: Reply): Answer {
  const { bytes } = reply
  return json(status, bytes, { etag: spoolTag(versionIn(bytes), bytes), ...replayHeader(reply) })
}

/** Read from a copy: what goes out is the bytes as they came. */
function versionIn(bytes: Uint8Array): number {
  return (JSON.parse(Buffer.from(bytes).toString()) as { version: number }).version
}

/** A header that was sent once, or undefined. */
export function headerOf({ headers }: Call, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
