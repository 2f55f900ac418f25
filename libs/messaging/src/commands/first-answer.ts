export type Attempts<Answer> = {
  /** Asks once, for the first time or again; rejects when no answer comes in time. */
  readonly ask: (isRepetition: boolean) => Promise<Answer>
  /**
   * How long until the question is asked again, ms, where it was asked so often and the last time so long ago: 0 now, null not at all. Asked
   * anew when that time is over.
   */
  readonly untilRepetitionMs: (asked: number, sinceMs: number) => number | null
  /** Says only that another attempt is being worked on, or that there was no room for this one. */
  readonly isProvisional: (answer: Answer) => boolean
  /** Says of an error that no other attempt will do better; none by default. */
  readonly isFinal?: (error: unknown) => boolean
}

export type FirstAnswer<Answer> = { readonly answer: Answer; readonly isRepetition: boolean }

/**
 * The first answer that counts. While no answer arrives, the question is asked again now and then, because the service that took
 * it may have died with it; earlier attempts stay open. Once there are several, a provisional answer counts only when no
 * attempt is left. An error of the only attempt is the caller's; among several, one is thrown when there is nothing else,
 * or when it is final.
 */
export function firstAnswer<Answer>({
  ask,
  untilRepetitionMs,
  isProvisional,
  isFinal = () => false,
}: Attempts<Answer>): Promise<FirstAnswer<Answer>> {
  return new Promise((resolve, reject) => {
    let asked = 0
    let askedAt = 0
    let open = 0
    let timer: NodeJS.Timeout | null = null
    let provisional: FirstAnswer<Answer> | null = null
    let failure: unknown

    const end = (settle: () => void) => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      settle()
    }

    function wait(): void {
      const pauseMs = untilRepetitionMs(asked, performance.now() - askedAt)
      if (pauseMs === 0) return attempt()
      timer = pauseMs === null ? null : setTimeout(wait, pauseMs)
      endWhenNothingIsLeft()
    }

    function endWhenNothingIsLeft(): void {
      if (open > 0 || timer !== null) return
      if (provisional === null) reject(failure)
      else resolve(provisional)
    }

    function attempt(): void {
      asked += 1
      askedAt = performance.now()
      open += 1
      const isRepetition = asked > 1
      wait()
      ask(isRepetition).then(
        (answer) => {
          open -= 1
          if (asked === 1 || !isProvisional(answer)) return end(() => resolve({ answer, isRepetition }))
          provisional = { answer, isRepetition }
          endWhenNothingIsLeft()
        },
        (error: unknown) => {
          open -= 1
          if (asked === 1 || isFinal(error)) return end(() => reject(error))
          failure = error
          endWhenNothingIsLeft()
        },
      )
    }
    attempt()
  })
}
