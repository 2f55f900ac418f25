/** Transactions for one leg that blocks have for good and that did not pay it. */
export type SpentTransactions = { readonly count: number; readonly lastAt: Date | null }

/** After so many of them an operator is told. */
export const mostInVain = 2
const firstPauseMs = 60_000
const longestPauseMs = 86_400_000

/**
 * When a leg may be sent again that transactions did not pay; null for at once. A contract can take a call when it is asked, and refuse it
 * in every block at the cost of the signer: each further transaction waits four times as long.
 */
export function sendAgainAt({ count, lastAt }: SpentTransactions): Date | null {
  if (lastAt === null || count < mostInVain) return null
  const pauseMs = Math.min(firstPauseMs * 4 ** Math.min(count - mostInVain, 10), longestPauseMs)
  return new Date(lastAt.getTime() + pauseMs)
}
