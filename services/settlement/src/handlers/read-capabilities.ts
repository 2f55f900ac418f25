import type { readSettlementCapabilities } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import type { GrantPlace } from '../domain/grants/spend-permission.ts'
import type { SettlementToken } from '../domain/settlement.ts'

/** Without an adapter the parties settle by the receipt; `wallet` and `card` are there where this environment has them for the account. */
export function handleReadCapabilities({
  cardAccounts,
  cards,
  chain,
  grants,
}: Pick<SettlementDeps, 'cardAccounts' | 'cards' | 'chain' | 'grants'>): Handler<
  typeof readSettlementCapabilities
> {
  return async ({ accountId }) => {
    const isByCard = accountId === undefined || cardAccounts === null || cardAccounts.has(accountId)
    return {
      adapters: [
        'external',
        ...(chain === null ? [] : ['wallet']),
        ...(cards === null || !isByCard ? [] : ['card']),
      ],
      reservedAddresses: contractsOf(chain?.token() ?? null, grants?.place() ?? null),
    }
  }
}

function contractsOf(token: SettlementToken | null, place: GrantPlace | null): string[] {
  return [
    ...(token === null ? [] : [token.address]),
    ...(place === null ? [] : [place.manager, place.settler]),
  ]
}
