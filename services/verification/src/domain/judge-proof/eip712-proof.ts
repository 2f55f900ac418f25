import { readJson, toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { Hex, TypedDataDefinition } from 'viem'
import { defineJudgeProof, notProven, provenByJudge } from './proof-finding.ts'

const types = {
  ExternalResult: [
    { name: 'spool_id', type: 'string' },
    { name: 'evaluator', type: 'string' },
    { name: 'verdict', type: 'string' },
    { name: 'observed_at', type: 'string' },
    { name: 'text_sha256', type: 'bytes32' },
  ],
} as const

/**
 * The typed data that a wallet signs for a result: what a person can read of it, and the SHA-256 of the whole text. The
 * domain has the name of the text's schema and no chain: the signature is never sent to one.
 */
export function externalResultTypedData(text: string): TypedDataDefinition<typeof types, 'ExternalResult'> {
  const { schema, spool_id, evaluator, verdict, observed_at } = readJson(text) as Record<string, unknown>
  return {
    domain: { name: String(schema), version: '1' },
    types,
    primaryType: 'ExternalResult',
    message: {
      spool_id: String(spool_id),
      evaluator: String(evaluator),
      verdict: String(verdict),
      observed_at: String(observed_at),
      text_sha256: `0x${toHex(nodeSha256(text))}`,
    },
  }
}

/** An EIP-712 signature of the account with this address over the typed data of the text. */
export const eip712Proof = defineJudgeProof('eip712', async (text, { address }, { signature }) => {
  // Loaded when first needed: it is large, and few judges sign with wallets.
  const { recoverTypedDataAddress } = await import('viem/utils')
  const typedData = externalResultTypedData(text)
  try {
    const signer = await recoverTypedDataAddress({ ...typedData, signature: signature as Hex })
    return signer.toLowerCase() === address.toLowerCase() ? provenByJudge : notProven('invalid_signature')
  } catch {
    return notProven('malformed_signature')
  }
})
