import { Refusal } from '@outturn/contracts'
import type { StatusProof } from '@outturn/receipt-verifier'
import { schemaId, signedStatusText } from '@outturn/receipt-verifier/issuing'
import type { Log } from '@outturn/service'
import { LRUCache } from 'lru-cache'
import type { ReceiptStatusName } from '@outturn/vocabulary'
import type { Signer } from '../domain/keys/signer.ts'

/** How long a signed status may be relied on without asking again. */
const proofTtlMs = 24 * 60 * 60 * 1_000
/** A statement is given again for so long: reading a status often does not make the key sign often. */
const reuseMs = 60_000
const maxKept = 1_000

/** Signs what the status of a receipt is, so that it can be stapled to the receipt; null while that cannot be signed. */
export type ProveStatus = (
  receiptId: string,
  status: ReceiptStatusName,
  now: Date,
) => Promise<StatusProof | null>

/** `signer` is asked for every statement anew, so that a key that was revoked signs no further one. */
export function createStatusProver({
  slug,
  signer,
  log,
}: {
  slug: string
  signer: () => Signer | null
  log: Log
}): ProveStatus {
  const kept = new LRUCache<string, StatusProof>({ max: maxKept })

  return async (receiptId, status, now) => {
    const current = signer()
    if (current === null) return null
    const name = `${receiptId}:${status}:${current.keyId}`
    const known = kept.get(name)
    if (known !== undefined && isRecent(known, now)) return known
    try {
      const proof = await signStatement(current, { slug, receiptId, status, now })
      kept.set(name, proof)
      return proof
    } catch (error) {
      // The status is true without a signature; only it cannot be stapled.
      if (!(error instanceof Refusal)) throw error
      log.warn({ err: error, receiptId }, 'a status goes without its proof')
      return null
    }
  }
}

function isRecent(proof: StatusProof, now: Date): boolean {
  const age = now.getTime() - Date.parse(proof.issued_at)
  return age >= 0 && age < reuseMs
}

async function signStatement(
  signer: Signer,
  { slug, receiptId, status, now }: { slug: string; receiptId: string; status: ReceiptStatusName; now: Date },
): Promise<StatusProof> {
  const statement = {
    schema: schemaId(slug, 'status'),
    receipt_id: receiptId,
    status,
    issued_at: now.toISOString(),
    expires_at: new Date(now.getTime() + proofTtlMs).toISOString(),
    signing_key_id: signer.keyId,
  }
  return { ...statement, signature: await signer.sign(signedStatusText(statement)) }
}
