import { createSemaphore, type Release, type SemaphoreBound, type SemaphoreState } from '@outturn/concurrency'
import { overloaded } from '@outturn/contracts'

export type AnswerMemoryLimits = {
  /** Maximum number of bytes at once. */
  readonly limit: number
  /** Maximum number of bytes of one caller. */
  readonly limitPerCaller: number
  /** Called for each answer that is refused for want of memory. */
  readonly onRefused?: (bound: SemaphoreBound) => void
}

export type ReserveOptions = {
  /** Time at which the caller stops waiting, epoch ms. */
  readonly deadline: number
  /** Ends the wait of a caller that is gone. */
  readonly signal?: AbortSignal
}

/** The bytes of large answers in memory, limited for each caller and for all of them. Callers take turns. */
export type AnswerMemory = {
  state(): SemaphoreState
  held(): number
  /** Whether a caller waits that is within its own limit. */
  isContended(): boolean
  /**
   * Waits until so many bytes are free, and throws `configuration_unavailable` when they are not in time. An answer that is longer than a
   * limit is admitted once nothing else is held under that limit: it would never be admitted otherwise.
   */
  reserve(caller: string, bytes: number, options: ReserveOptions): Promise<Release>
  /** Counts bytes that are in memory already. */
  hold(caller: string, bytes: number): Release
}

export function createAnswerMemory({
  limit,
  limitPerCaller,
  onRefused = () => {},
}: AnswerMemoryLimits): AnswerMemory {
  const bytesHeld = createSemaphore({ limit, limitPerKey: limitPerCaller, admitsOversized: true })

  function refusalOf(caller: string, bytes: number): Error {
    const held = bytesHeld.heldBy(caller)
    const isOwn = held > 0 && held + bytes > limitPerCaller
    onRefused(isOwn ? 'key' : 'total')
    return overloaded(
      isOwn
        ? `${held} bytes of large answers to this caller are under way, and one may have ${limitPerCaller}.`
        : `${bytesHeld.held()} bytes of large answers are under way, the most that this process takes is ${limit}.`,
    )
  }

  return {
    state: () => bytesHeld.state(),
    held: () => bytesHeld.held(),
    isContended: () => bytesHeld.isContended(),
    hold: (caller, bytes) => bytesHeld.hold({ key: caller, weight: bytes }),
    async reserve(caller, bytes, { deadline, signal }) {
      try {
        return await bytesHeld.acquire({ key: caller, weight: bytes, deadline, signal })
      } catch {
        throw refusalOf(caller, bytes)
      }
    },
  }
}
