import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { dollarsOf } from './spend-limit.ts'

/** Longest validity of a payment, s: one that was refused can be taken until its end. The service asks for minutes. */
const mostSeconds = 3_600

/** Fetches, and pays from a wallet what asks for a payment and costs no more than the limit, with the official client. */
export function walletPayer(
  walletKey: `0x${string}`,
  limitMicros: bigint,
  sendBy: typeof fetch,
): { payingFetch: typeof fetch; name: string } {
  const account = privateKeyToAccount(walletKey)
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  client.registerPolicy((_, offers) =>
    offers.filter(({ maxTimeoutSeconds }) => maxTimeoutSeconds > 0 && maxTimeoutSeconds <= mostSeconds),
  )
  client.setSpendControls({ maxAmountPerPayment: `$${dollarsOf(limitMicros)}` })
  return { payingFetch: wrapFetchWithPayment(sendBy, client), name: account.address }
}
