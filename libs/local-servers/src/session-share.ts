import { readFileSync, writeFileSync } from 'node:fs'

/** Settings of the session of this process. Where sessions share nothing, there is no such file. */
const file = '/proc/self/autogroup'

/** A tenth of what a session has that says nothing. As for one process, 19 is the least. */
const yieldingNice = 10

/**
 * Lets every other session of this machine go first, where Linux shares the processor among sessions (sched(7), autogroup).
 * Each process of Postgres makes a session of its own, which would otherwise get no more than all processes of ours together, and wait behind
 * threads whose low priority counts in ours only. The returned function puts it back.
 */
export function yieldToOtherSessions(): () => void {
  const before = niceOfSession()
  if (before === null || before >= yieldingNice || !setNice(yieldingNice)) return () => {}
  return () => void setNice(before)
}

/** Null where sessions share nothing. */
export function niceOfSession(): number | null {
  try {
    return Number(/nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    return null
  }
}

/** Whether it was taken: a system may forbid it, and one without rights may change it ten times a second. */
function setNice(nice: number): boolean {
  try {
    writeFileSync(file, String(nice))
    return true
  } catch {
    return false
  }
}
