import type { VersionedFunds } from './funds-row.ts'

/**
 * The funds that this process saved last, so that a reservation needs no read. What another process changed since then
 * shows when the version does not match; nothing is ever refused on the strength of this memory.
 */
export type FundsMemory = {
  recall(accountId: string): VersionedFunds | undefined
  remember(saved: VersionedFunds): void
  forget(accountId: string): void
}

/** Keeps the accounts that were remembered last. */
export function createFundsMemory(limit = 10_000): FundsMemory {
  const accounts = new Map<string, VersionedFunds>()
  return {
    recall: (accountId) => accounts.get(accountId),
    remember(saved) {
      const { accountId } = saved.funds
      accounts.delete(accountId)
      accounts.set(accountId, saved)
      const [oldest] = accounts.keys()
      if (accounts.size > limit && oldest !== undefined) accounts.delete(oldest)
    },
    forget: (accountId) => void accounts.delete(accountId),
  }
}
