const startedAt = performance.now()

/** Says what is going on, with the time since the start. */
export function tell(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds} s  ${message}\n`)
}
