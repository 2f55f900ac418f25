/** Refusals of one account that are kept with their bodies in one UTC day, by this process. */
const dailyRefusals = 200_000
const dailyBytes = 256 * 1_024 * 1_024

type Spent = { refusals: number; bytes: number }

/** What each account has used of the log today; beyond its budget a refusal is kept without its body. */
export function dailyBudget({ refusals = dailyRefusals, bytes = dailyBytes } = {}) {
  let day = ''
  let spent = new Map<string, Spent>()

  function of(accountId: string, at: Date): Spent {
    const today = at.toISOString().slice(0, 10)
    // A late request of yesterday counts for today.
    if (today > day) {
      day = today
      spent = new Map()
    }
    const known = spent.get(accountId) ?? { refusals: 0, bytes: 0 }
    spent.set(accountId, known)
    return known
  }

  return {
    hasRoom(accountId: string, at: Date): boolean {
      const used = of(accountId, at)
      return used.refusals < refusals && used.bytes < bytes
    },
    spend(accountId: string, at: Date, bodyBytes: number): void {
      const used = of(accountId, at)
      used.refusals += 1
      used.bytes += bodyBytes
    },
  }
}
