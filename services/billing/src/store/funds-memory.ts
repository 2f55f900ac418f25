import { LRUCache } from 'lru-cache'
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

/** Keeps the accounts that were used last. */
export function createFundsMemory(limit = 10_000): FundsMemory {
  const accounts = new LRUCache<string, VersionedFunds>({ max: limit })
  return {
    recall: (accountId) => accounts.get(accountId),
    remember: (saved) => void accounts.set(saved.funds.accountId, saved),
    forget: (accountId) => void accounts.delete(accountId),
  }
}
