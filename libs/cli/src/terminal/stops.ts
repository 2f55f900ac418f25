/** How long a command may take to end by itself once it is told to stop. */
const graceMs = 1_500
const interrupted = 130

/** A signal that is aborted by Ctrl-C or a request to end. A second one, or a command that does not end by itself, ends the process. */
export function stopsOf(program: NodeJS.Process): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    program.on(name, () => {
      if (stop.signal.aborted) program.exit(interrupted)
      stop.abort()
      setTimeout(() => program.exit(interrupted), graceMs).unref()
    })
  }
  return stop.signal
}
