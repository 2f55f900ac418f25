export type Attempts<Answer> = {
  /** Asks once, for the first time or again; rejects when no answer comes in time. */
  readonly ask: (isRepetition: boolean) => Promise<Answer>
  /** Pauses before each repetition, ms. */
  readonly pausesMs: readonly number[]
  /** Says only that another attempt is being worked on, or that there was no room for this one. */
  readonly isProvisional: (answer: Answer) => boolean
}

/**
 * The first answer that counts. While no answer arrives, the question is asked again after each pause, because the service that took
 * it may have died with it; earlier attempts stay open. Once there are several, a provisional answer counts only when no
 * attempt is left. An error of the only attempt is the caller's; among several, one is thrown when there is nothing else.
 */
export function firstAnswer<Answer>({
  ask,
  pausesMs,
  isProvisional,
}: Attempts<Answer>): Promise<{ answer: Answer; isRepetition: boolean }> {
  return new Promise((resolve, reject) => {
    let asked = 0
    let open = 0
    let timer: NodeJS.Timeout | null = null
    let provisional: { answer: Answer; isRepetition: boolean } | null = null

    const wait = () => {
      const pauseMs = pausesMs[asked - 1]
      timer = pauseMs === undefined ? null : setTimeout(attempt, pauseMs)
    }
    const end = (settle: () => void) => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      settle()
    }
    const isLast = () => open === 0 && timer === null

    function attempt(): void {
      asked += 1
      open += 1
      const isRepetition = asked > 1
      wait()
      ask(isRepetition).then(
        (answer) => {
          open -= 1
          if (asked === 1 || !isProvisional(answer)) return end(() => resolve({ answer, isRepetition }))
          provisional = { answer, isRepetition }
          if (isLast()) resolve(provisional)
        },
        (error: unknown) => {
          open -= 1
          if (asked === 1) return end(() => reject(error))
          if (!isLast()) return
          if (provisional === null) reject(error)
          else resolve(provisional)
        },
      )
    }
    attempt()
  })
}
