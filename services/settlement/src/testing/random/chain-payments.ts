import { dollarAbi, dollarAddress, type LocalChain } from '@outturn/local-servers/payments'
import type { Address } from 'viem'
import type { Paid } from './random-settlement.ts'
import { sumOf } from './reckoning.ts'

type Transfer = {
  readonly transaction: string
  readonly from: string
  readonly to: string
  readonly micros: bigint
}

/** Every transfer of the token, by the chain alone. A unit of the token is a micro of a dollar. */
export async function readTransfers(local: LocalChain): Promise<Transfer[]> {
  const events = await local.client().getContractEvents({
    address: dollarAddress,
    abi: dollarAbi,
    eventName: 'Transfer',
    fromBlock: 0n,
    strict: true,
  })
  return events.map(({ transactionHash, args }) => ({
    transaction: transactionHash,
    from: args.from.toLowerCase(),
    to: args.to.toLowerCase(),
    micros: args.value,
  }))
}

/** What arrived at a seller and for the fee by the transactions in which a payer paid, its own and those of others. */
export function paidBy(
  transfers: readonly Transfer[],
  { payer, seller, feeRecipient }: { payer: Address; seller: Address; feeRecipient: Address },
): Paid {
  const own = new Set(transfers.filter(({ from }) => isOf(payer, from)).map(({ transaction }) => transaction))
  const arrivedAt = (address: Address, among: readonly Transfer[]) =>
    among.filter(({ to }) => isOf(address, to)).map(({ micros }) => micros)
  const inOwn = transfers.filter(({ transaction }) => own.has(transaction))
  return { seller: arrivedAt(seller, transfers), fee: arrivedAt(feeRecipient, inOwn), odd: [] }
}

/** Fees that arrived beside those of settlements. */
export function strayFees(
  transfers: readonly Transfer[],
  feeRecipient: Address,
  each: readonly Paid[],
): string[] {
  const arrived = sumOf(transfers.filter(({ to }) => isOf(feeRecipient, to)).map(({ micros }) => micros))
  const stray = arrived - sumOf(each.flatMap(({ fee }) => fee))
  return stray === 0n ? [] : [`${stray} micros of fees arrived that no settlement explains`]
}

const isOf = (address: Address, holder: string) => address.toLowerCase() === holder
