import type { Side } from '@outturn/vocabulary'
import { createKey } from '@outturn/contracts'
import { counterpartyKey } from '../e2e/agreement.ts'
import type { Send } from '../e2e/api.ts'
import type { Account, Operator } from '../system/operator.ts'

/** A person or program with a key, on one side of the Spool or on none. */
export interface Player {
  readonly name:
    | 'buyer'
    | 'buyer to verify'
    | 'seller'
    | 'seller to verify'
    | 'invited seller'
    | 'stranger'
    | 'visitor'
  readonly key: string | undefined
  readonly side: Side | null
  readonly scope: 'full' | 'verify' | 'counterparty' | null
}

/** The accounts that all games of one run are played with. */
export interface Accounts {
  readonly buyer: Account
  readonly buyerVerifyKey: string
  readonly seller: Account
  readonly sellerVerifyKey: string
  readonly stranger: Account
}

export async function openAccounts(operator: Operator): Promise<Accounts> {
  const [buyer, seller, stranger] = await Promise.all([
    operator.openAccount({ included: 1_000_000 }),
    operator.openAccount({ included: 1_000_000 }),
    operator.openAccount({ included: 1_000_000 }),
  ])
  const verifyKeyOf = async ({ accountId }: Account) =>
    (await operator.send(createKey, { accountId, scope: 'verify', label: 'gaming' })).apiKey
  const [buyerVerifyKey, sellerVerifyKey] = await Promise.all([verifyKeyOf(buyer), verifyKeyOf(seller)])
  return { buyer, buyerVerifyKey, seller, sellerVerifyKey, stranger }
}

/** Everyone who plays on a Spool: both parties by each of their keys, another customer and a visitor without a key. */
export async function playersOf(
  send: Send,
  accounts: Accounts,
  spoolId: string,
  { isInvited }: { isInvited: boolean },
): Promise<readonly Player[]> {
  const { buyer, seller, stranger } = accounts
  const sellers: Player[] = isInvited
    ? [
        {
          name: 'invited seller',
          key: (await counterpartyKey(send, buyer.apiKey, spoolId)).api_key,
          side: 'provider',
          scope: 'counterparty',
        },
      ]
    : [
        { name: 'seller', key: seller.apiKey, side: 'provider', scope: 'full' },
        { name: 'seller to verify', key: accounts.sellerVerifyKey, side: 'provider', scope: 'verify' },
      ]
  return [
    { name: 'buyer', key: buyer.apiKey, side: 'buyer', scope: 'full' },
    { name: 'buyer to verify', key: accounts.buyerVerifyKey, side: 'buyer', scope: 'verify' },
    ...sellers,
    { name: 'stranger', key: stranger.apiKey, side: null, scope: 'full' },
    { name: 'visitor', key: undefined, side: null, scope: null },
  ]
}
