/** Asks for a task soon, and not more often than its interval however often it is asked. */
export type Nudge = {
  (): void
  /** Nothing starts after this; resolves when what is under way has ended. */
  stop(): Promise<void>
}

/** Runs `task` once an interval after the first of the requests that it has not seen; its errors are for its sweeper. */
export function createNudge(task: () => Promise<unknown>, intervalMs: number): Nudge {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function run(): void {
    timer = undefined
    underWay = underWay.then(task).catch(() => {})
  }
  return Object.assign(
    () => {
      if (!isStopped) timer ??= setTimeout(run, intervalMs)
    },
    {
      async stop() {
        isStopped = true
        clearTimeout(timer)
        await underWay
      },
    },
  )
}
