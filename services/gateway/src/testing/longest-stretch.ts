/** The longest that this thread worked between two ticks of a timer, in milliseconds: its own work, not the machine's. */
export function longestStretch(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(last)
    longest = Math.max(longest, (used.user + used.system) / 1_000)
    last = process.threadCpuUsage()
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}
