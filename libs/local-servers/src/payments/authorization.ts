import type { PaymentPayload } from '@x402/core/types'
import { type Hex, parseSignature } from 'viem'
import { baseChainId, type ChainAccess, dollarAbi, dollarAddress, localAccounts } from './chain.ts'
import type { Payer } from './payer.ts'

const domain = {
  name: 'USD Coin',
  version: '2',
  chainId: baseChainId,
  verifyingContract: dollarAddress,
} as const

/** The members of an authorization that a payment carries. */
export type Authorization = {
  readonly from: Hex
  readonly to: Hex
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: Hex
}

export function authorizationIn({ payload }: PaymentPayload): Authorization {
  return payload['authorization'] as Authorization
}

/** The same payment with an authorization that ends at an instant, which no official client lets its caller choose. */
export async function endingAt(
  { account }: Payer,
  payment: PaymentPayload,
  validBefore: Date,
): Promise<PaymentPayload> {
  const seconds = Math.floor(validBefore.getTime() / 1_000)
  const authorization = { ...authorizationIn(payment), validBefore: String(seconds) }
  const { from, to, value, validAfter, nonce } = authorization
  const signature = await account.signTypedData({
    domain,
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(seconds),
      nonce,
    },
  })
  return { ...payment, payload: { ...payment.payload, authorization, signature } }
}

/** Takes an authorization back on the chain, as its payer may before it is used. Transactions of several callers must follow each other. */
export async function cancelAuthorization(
  chain: ChainAccess,
  { account }: Payer,
  { nonce }: Pick<Authorization, 'nonce'>,
): Promise<void> {
  const signature = await account.signTypedData({
    domain,
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce },
  })
  const { r, s, yParity } = parseSignature(signature)
  const client = chain.client(localAccounts.payer)
  const hash = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'cancelAuthorization',
    args: [account.address, nonce, yParity + 27, r, s],
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Uses an authorization that a payment carries, as anyone can who has seen it; its transaction. */
export async function useAuthorization(chain: ChainAccess, payment: PaymentPayload): Promise<Hex> {
  const { from, to, value, validAfter, validBefore, nonce } = authorizationIn(payment)
  const client = chain.client(localAccounts.payer)
  const hash = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'transferWithAuthorization',
    args: [
      ...([from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce] as const),
      payment.payload['signature'] as Hex,
    ],
  })
  await client.waitForTransactionReceipt({ hash })
  return hash
}
