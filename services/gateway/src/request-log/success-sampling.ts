/** Successes of one account that are recorded in a second. */
const wholeEachSecond = 50
/** Beyond them one in so many. */
const stride = 10
/** More accounts than this in one second are not told apart. */
const maxAccounts = 10_000

/**
 * How many successes a recorded one stands for, or null for one that is not recorded: all of the first 50 of an account in a second, then
 * each tenth.
 */
export function successSampling(): (accountId: string, at: Date) => number | null {
  let second = 0
  let counts = new Map<string, number>()
  return (accountId, at) => {
    const now = Math.floor(at.getTime() / 1_000)
    if (now !== second || counts.size > maxAccounts) {
      second = now
      counts = new Map()
    }
    const count = (counts.get(accountId) ?? 0) + 1
    counts.set(accountId, count)
    if (count <= wholeEachSecond) return 1
    return count % stride === 0 ? stride : null
  }
}
