import type { SettlementSignaturesRequest } from '@outturn/contracts'
import { plainSignature } from '@outturn/evm-token/signature'
import type { Address } from 'viem'
import { hashTypedData } from 'viem/utils'
import { requiredLeg } from '../domain/leg.ts'
import type { SettlementWithLegs } from '../store/settlement-store.ts'

/**
 * The request with each signature of a plain key as tokens take it, so that one that ends in 0 or 1 is the same signature as the one
 * that ends in 27 or 28. What a wallet signs that is a contract stays as it is.
 */
export async function withPlainSignatures(
  { settlement, legs }: SettlementWithLegs,
  { legs: sent }: SettlementSignaturesRequest,
): Promise<SettlementSignaturesRequest> {
  const plain = sent.map(async (each) => {
    const leg = legs.find(({ kind, nonce }) => kind === each.leg && nonce === each.nonce.toLowerCase())
    if (leg === undefined) return each
    const { domain, types, primaryType, message } = requiredLeg(settlement, leg).typed_data
    const digest = hashTypedData({
      domain: { ...domain, verifyingContract: domain.verifyingContract as Address },
      types,
      primaryType,
      message,
    })
    const signature = await plainSignature(digest, each.signature, settlement.payer as Address)
    return signature === null ? each : { ...each, signature }
  })
  return { legs: await Promise.all(plain) }
}
