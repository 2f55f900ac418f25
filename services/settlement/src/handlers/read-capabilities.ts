import type { readSettlementCapabilities } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'

/** Without an adapter the parties settle by the receipt; `wallet` and `card` are there where this environment has them for the account. */
export function handleReadCapabilities({
  cardAccounts,
  cards,
  chain,
}: Pick<SettlementDeps, 'cardAccounts' | 'cards' | 'chain'>): Handler<typeof readSettlementCapabilities> {
  return async ({ accountId }) => {
    const isByCard = accountId === undefined || cardAccounts === null || cardAccounts.has(accountId)
    return {
      adapters: [
        'external',
        ...(chain === null ? [] : ['wallet']),
        ...(cards === null || !isByCard ? [] : ['card']),
      ],
    }
  }
}
