import {
  cancelAuthorization,
  dollarAbi,
  dollarAddress,
  type LocalChain,
  localAccounts,
  multicallAbi,
  multicallAddress,
  type Payer,
  paymentHeader,
} from '@outturn/local-servers/payments'
import { encodeFunctionData, type Hex } from 'viem'

/** The fields of a payment that its wallet signed. */
export function authorizationOf(payment: string) {
  const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
    payload: { signature: Hex; authorization: Record<string, string> }
  }
  return payload
}

/** Takes an authorization back before it is used, as its wallet may. */
export async function cancel(chain: LocalChain, payer: Payer, payment: string): Promise<void> {
  const { nonce } = authorizationOf(payment).authorization
  await cancelAuthorization(chain, payer, { nonce: nonce as Hex })
}

/** What anyone can do who has seen payments: use them, all in one transaction. */
export async function broadcast(chain: LocalChain, ...payments: string[]): Promise<void> {
  const calls = payments.map((payment) => ({
    target: dollarAddress,
    allowFailure: false,
    callData: transferCall(authorizationOf(payment)),
  }))
  const client = chain.client(localAccounts.payer)
  const hash = await client.writeContract({
    address: multicallAddress,
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [calls],
  })
  await client.waitForTransactionReceipt({ hash })
}

function transferCall({ signature, authorization }: ReturnType<typeof authorizationOf>): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization as Record<string, string> & {
    from: Hex
    to: Hex
    nonce: Hex
  }
  const times = [BigInt(validAfter ?? 0), BigInt(validBefore ?? 0)] as const
  return encodeFunctionData({
    abi: dollarAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, BigInt(value ?? 0), ...times, nonce, signature],
  })
}

/** A payment as JSON, before it is encoded. */
export type Signed = {
  accepted: { payTo: string; asset: string }
  payload: { signature: string; authorization: { from: string; to: string; nonce: string } }
}

/** The same transfer with a nonce of one's choice. */
export async function signedWith(payer: Payer, challenge: string, nonce: Hex): Promise<string> {
  return paymentHeader(await signedTransfer(payer, challenge, { nonce }))
}

/** A payment of a challenge with another nonce, or from another wallet that its signer owns. */
export async function signedTransfer(
  { account, sign }: Payer,
  challenge: string,
  change: { nonce?: Hex; from?: Hex },
): Promise<Awaited<ReturnType<Payer['sign']>>> {
  const payload = await sign(challenge)
  const inner = payload.payload as { authorization: Record<string, string>; signature: Hex }
  Object.assign(inner.authorization, change)
  const { from, to, value, validAfter, validBefore, nonce } = inner.authorization
  inner.signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: dollarAddress },
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
      from: from as Hex,
      to: to as Hex,
      value: BigInt(value ?? 0),
      validAfter: BigInt(validAfter ?? 0),
      validBefore: BigInt(validBefore ?? 0),
      nonce: nonce as Hex,
    },
  })
  return payload
}
