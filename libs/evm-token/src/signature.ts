import type { Hex } from 'viem'
import { isAddressEqual, recoverAddress } from 'viem/utils'

const plainBytes = 65

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
function isHexBytes(text: string): text is Hex {
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(text)
}
