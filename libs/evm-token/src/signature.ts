import type { Hex } from 'viem'
import { hashTypedData, isAddressEqual, recoverAddress } from 'viem/utils'

/** A transfer by authorization as its payer signs it; numbers as decimal text. */
export type SignedTransfer = {
  readonly from: Hex
  readonly to: Hex
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: Hex
}

const plainBytes = 65
const uint256End = 2n ** 256n
const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

/** The digest that the payer of a transfer signs; null for numbers that no token knows. */
export function transferDigest(
  { from, to, nonce, ...texts }: SignedTransfer,
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex },
): Hex | null {
  const value = BigInt(texts.value)
  const validAfter = BigInt(texts.validAfter)
  const validBefore = BigInt(texts.validBefore)
  if ([value, validAfter, validBefore].some((number) => number >= uint256End)) return null
  return hashTypedData({
    domain,
    types: { TransferWithAuthorization: transferFields },
    primaryType: 'TransferWithAuthorization',
    message: { from, to, value, validAfter, validBefore, nonce },
  })
}

/**
 * The signature of a plain key in the form that every token takes, whose last byte is 27 or 28; some signers write 0 or 1 there. Null
 * for one that is not the signer's own by recovery: what a contract signs with is its own affair and stays as it is.
 */
export async function plainSignature(digest: Hex, signature: string, signer: Hex): Promise<Hex | null> {
  if (!isHexBytes(signature) || signature.length !== 2 + 2 * plainBytes) return null
  const lastByte = Number.parseInt(signature.slice(-2), 16)
  const recovery = lastByte < 2 ? lastByte + 27 : lastByte
  if (recovery !== 27 && recovery !== 28) return null
  const plain: Hex = `0x${signature.slice(2, -2).toLowerCase()}${recovery.toString(16)}`
  try {
    return isAddressEqual(await recoverAddress({ hash: digest, signature: plain }), signer) ? plain : null
  } catch {
    // Its numbers are no point of the curve.
    return null
  }
}

/** Whether a text is whole bytes in hex, at least one. */
export function isHexBytes(text: string): text is Hex {
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(text)
}
