import type { ServerResponse } from 'node:http'
import { createAnswerMemory } from '@outturn/messaging'
import { type Metrics, observeLimiter } from '@outturn/service'
import type { Answer, Call } from '../route.ts'
import type { Bound } from './refused-work.ts'

/** The room that one request takes for its large answer, from when a service has said how long it is until its reader has it. */
export type AnswerRoom = {
  /** Waits for room until a time, epoch ms; `more` is for what is still to come, which then waits for nothing. */
  take(bytes: number, options: { until: number; more?: number }): Promise<void>
  /** Counts what is held already. */
  add(bytes: number): void
  /** Nothing more is made for the answer: its room is free as soon as it is sent, or its reader is gone. */
  isMade(): void
}

/** Makes the answer to a call, and tells its room when that is done. */
export async function largeAnswerOf(
  { roomFor }: Pick<Call, 'roomFor'>,
  room: AnswerRoom | undefined,
  make: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await make()
    // The place of a large body let it come without room.
    if (roomFor === undefined) room?.add(answer.body.length)
    return answer
  } finally {
    room?.isMade()
  }
}

export type LargeAnswerLimits = {
  /** Most bytes at once. */
  readonly most: number
  /** Most of one caller. */
  readonly mostOfCaller: number
  /** What a reader takes of its answer in a second, at least, while others wait for the room of it. */
  readonly leastBytesPerSecond: number
}

/** One for all: making an error takes longer than the rest of what follows the end of an answer. */
const readerGone = new Error('the reader is gone')
/** A reader may take its time for so long, whatever the length of its answer. */
const graceMs = 10_000
/** How often it is looked at whether others wait for the room of a slow reader. */
const lookEveryMs = 1_000

/**
 * Keeps the bytes of large answers within a number, of each caller and of all. While others wait for room, an answer that its reader takes
 * too slowly is cut off. One that takes next to nothing is cut off anyway (unread-answer.ts), but how little that is depends on how large the
 * kernel's buffer of its connection is. Returns the room of the answer to one request.
 */
export function largeAnswers(
  { leastBytesPerSecond, ...limits }: LargeAnswerLimits,
  { metrics, onRefused }: { metrics: Metrics; onRefused: (bound: Bound) => void },
): (caller: string, response: ServerResponse) => AnswerRoom {
  const memory = createAnswerMemory({
    limit: limits.most,
    limitPerCaller: limits.mostOfCaller,
    onRefused: (bound) => onRefused(bound === 'total' ? 'large_answers' : 'large_answers_of_caller'),
  })
  observeLimiter(metrics, 'large_answer_bytes', memory)

  /** Cuts off a reader that is slower than it may be, once others wait. */
  function cutOffSlow(response: ServerResponse, bytes: number): void {
    const look = () => {
      if (!memory.isContended()) {
        timer = setTimeout(look, lookEveryMs).unref()
        return
      }
      onRefused('slow_answer')
      response.destroy()
    }
    let timer = setTimeout(look, graceMs + (bytes * 1_000) / leastBytesPerSecond).unref()
    response.once('close', () => clearTimeout(timer))
  }

  return (caller, response) => {
    let gone: AbortController | undefined
    const leaves: (() => void)[] = []
    let takenAhead = 0
    let held = 0
    let isMade = false
    // Who leaves before its answer is made has it made all the same.
    const leaveIfOver = () => {
      if (isMade && response.closed) for (const leave of leaves.splice(0)) leave()
    }
    response.once('close', () => {
      gone?.abort(readerGone)
      leaveIfOver()
    })
    return {
      async take(bytes, { until, more = 0 }) {
        const ahead = Math.min(takenAhead, bytes)
        takenAhead -= ahead
        if (bytes === ahead) return
        gone ??= new AbortController()
        if (response.closed) gone.abort(readerGone)
        leaves.push(
          await memory.reserve(caller, bytes - ahead + more, { deadline: until, signal: gone.signal }),
        )
        held += bytes - ahead + more
        takenAhead += more
      },
      add(bytes) {
        held += bytes
        leaves.push(memory.hold(caller, bytes))
      },
      isMade() {
        isMade = true
        if (held > 0 && !response.closed) cutOffSlow(response, held)
        leaveIfOver()
      },
    }
  }
}
