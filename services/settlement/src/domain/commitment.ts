import { Refusal, unprocessable } from '@outturn/contracts'
import { isZeroAddress } from '@outturn/evm-token/address'
import type { SettlementToken } from './settlement.ts'

/** What a commitment is judged by. */
export type CommitmentFacts = {
  readonly accountId: string
  /** As the agreement has them, `wallet:eip155:<chain>:0x…`; null where a party named none. */
  readonly payer: string | null
  readonly payee: string | null
  /** The accounts that may settle; null for all of them. */
  readonly pilotAccounts: ReadonlySet<string> | null
  /** The token of this deployment; null while there is none, or its chain cannot be used. */
  readonly token: SettlementToken | null
}

export type Wallets = { readonly payer: string; readonly payee: string; readonly token: SettlementToken }

/** The wallets between which a commitment moves money, or the first reason why there can be none. */
export function assertCommittable({
  accountId,
  payer,
  payee,
  pilotAccounts,
  token,
}: CommitmentFacts): Wallets {
  if (token === null) {
    throw unavailable(
      'managed_settlement_disabled',
      'Managed wallet settlement is not enabled in this deployment.',
    )
  }
  if (pilotAccounts !== null && !pilotAccounts.has(accountId)) {
    throw unavailable('pilot_gated', 'Production settlement access is pilot-gated for the account.')
  }
  const from = addressOn(token.chainId, payer)
  if (from === null) {
    throw unavailable(
      'no_active_principal',
      'There is no active production principal on the configured network.',
    )
  }
  const to = addressOn(token.chainId, payee)
  if (to === null) {
    throw new Refusal(
      'payout_destination_required',
      `The provider named no settlement address on eip155:${token.chainId}.`,
      { reason: 'no_payout_destination', remediation: settleOutside },
    )
  }
  assertUsable([from, to], token)
  return { payer: from, payee: to, token }
}

/** An agreement of before may name addresses that are refused today: nothing can be paid from or to them. */
function assertUsable([payer, payee]: readonly [string, string], token: SettlementToken): void {
  const contract = token.address.toLowerCase()
  const isUnusable = [payer, payee].some((address) => isZeroAddress(address) || address === contract)
  if (!isUnusable && payer !== payee) return
  const what = isUnusable
    ? 'A settlement address of this Spool is the zero address, or the token itself.'
    : 'Both parties of this Spool have the same settlement address.'
  throw unprocessable('parties', what, {
    reason: 'unusable_address',
    remediation: 'Agree on a new Spool with a settlement_address of its own for each party.',
  })
}

const settleOutside = 'Settle by the receipt, outside this service, and record it with the receipt.'

function unavailable(
  reason: 'managed_settlement_disabled' | 'no_active_principal' | 'pilot_gated',
  message: string,
): Refusal {
  return new Refusal('settlement_unavailable', message, { reason, remediation: settleOutside })
}

/** The address of a wallet on this chain; null for one on another. */
export function addressOn(chainId: number, wallet: string | null): string | null {
  const prefix = `wallet:eip155:${chainId}:`
  return wallet?.startsWith(prefix) === true ? wallet.slice(prefix.length).toLowerCase() : null
}
