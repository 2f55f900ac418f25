import type { IncomingMessage } from 'node:http'
import type { Refusal } from '@outturn/contracts'
import { ownTurn } from '@outturn/messaging'
import { isLarge } from './body-limit.ts'
import { releasePart } from './release-part.ts'
import { wrongLength } from '../transport-refusal.ts'

export type GatherOptions = {
  /** Most bytes that are taken. */
  readonly limit: number
  /** Refuses a body that goes on above the limit. */
  readonly refuse: () => Refusal
}

/** What is made room for at first where a body does not say how long it is, in bytes. */
const firstRoomBytes = 1_048_576

/**
 * Gathers the bytes of a body and gives them to `done`, or why there are none. A large one is copied part by part as it arrives, each in a turn
 * of its own: read as fast as it comes, or copied as a whole, its megabytes would keep the event loop from everyone else at a moment that its
 * sender chooses.
 */
export function gatherBody(
  payload: IncomingMessage,
  { limit, refuse }: GatherOptions,
  done: (error: Error | null, body?: Uint8Array) => void,
): void {
  const declared = payload.headers['content-length']
  const declaredBytes = Number(declared ?? 0)
  let length = 0
  let parts: Buffer[] = []
  let large: Uint8Array<ArrayBuffer> | undefined
  if (isLarge(declaredBytes)) large = new Uint8Array(Math.min(declaredBytes, limit))

  function end(error: Error | null): void {
    payload.off('data', take).off('end', finish).off('error', end)
    if (error !== null) done(error)
    else done(null, large === undefined ? Buffer.concat(parts, length) : large.subarray(0, length))
  }
  function finish(): void {
    end(declared === undefined || length === declaredBytes ? null : wrongLength())
  }
  function take(part: Buffer): void {
    const after = length + part.length
    if (after > limit) {
      end(refuse())
      return
    }
    if (large === undefined && !isLarge(after)) parts.push(part)
    else {
      keep(part, after)
      releasePart(part)
      payload.pause()
      void ownTurn().then(() => payload.resume())
    }
    length = after
  }
  /** Copies a part of a large body to its place, and what came before it where the room for it all is too short. */
  function keep(part: Buffer, after: number): void {
    if (large === undefined || large.length < after) {
      const room = new Uint8Array(Math.min(limit, Math.max(firstRoomBytes, 2 * after)))
      room.set(large?.subarray(0, length) ?? Buffer.concat(parts))
      large = room
      parts = []
    }
    large.set(part, length)
  }

  payload.on('data', take).on('end', finish).on('error', end)
}
