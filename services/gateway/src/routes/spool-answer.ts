import { spoolParams } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { type Answer, type Call, json } from '../http/route.ts'
import { pathParameter } from '../wire/path-parameter.ts'
import { expectedVersions, isKnownTag, spoolTag } from '../wire/spool-tag.ts'
import { replayHeader } from './bus-call.ts'

/** The versions of the Spool that the caller takes, by its If-Match header; undefined when it takes any. */
export function expectedVersionsOf(call: Call): number[] | undefined {
  return expectedVersions(headerOf(call, 'if-match'))
}

/** The Spool that an action is for, and the versions that its caller takes. */
export function targetOf(call: Call): { spoolId: string; expectedVersions?: number[] } {
  const versions = expectedVersionsOf(call)
  const spoolId = pathParameter('id', spoolParams.id, call.params)
  return { spoolId, ...(versions !== undefined && { expectedVersions: versions }) }
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

/** Bytes at the beginning of a Spool within which its version stands, after its ids. */
const headBytes = 200

/** The version of a Spool that may be followed by megabytes, as after a verification; what goes out is the bytes as they came. */
function versionIn(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString()
  const [, version] = /^\{(?:"(?:id|share_id)":"[\w-]*",)*"version":(\d+)[,}]/.exec(head) ?? []
  if (version !== undefined) return Number(version)
  return (JSON.parse(Buffer.from(bytes).toString()) as { version: number }).version
}

/** A header that was sent once, or undefined. */
export function headerOf({ headers }: Call, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
