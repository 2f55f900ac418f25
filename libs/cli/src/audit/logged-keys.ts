import type { Environment } from '@outturn/vocabulary'
import { nodeSha256 } from '@outturn/canonical/node'
import type { TrustSet } from '@outturn/receipt-verifier'
import { keyLeafText, type LogFinding } from '@outturn/transparency-log'

/** Collects the keys that the log has seen published. */
export type LoggedKeys = {
  onEntry(entry: Uint8Array): void
  /** A finding for each key of the document that the log never saw so: it was shown to this reader and to no other. */
  missing(trustSet: TrustSet, environment: Environment): LogFinding[]
}

export function collectLoggedKeys(): LoggedKeys {
  const seen = new Set<string>()
  return {
    onEntry(entry) {
      const text = new TextDecoder().decode(entry)
      // Most leaves are of receipts, and a log may hold kinds that this program does not know.
      if (text.includes('"kind":"key"')) seen.add(text)
    },
    missing({ slug, receipts, attestations, status }, environment) {
      const rings = { receipt: receipts, attestation: attestations, status }
      return Object.entries(rings).flatMap(([purpose, ring]) =>
        ring[environment]
          .filter((key) => {
            const logged = { key_id: key.keyId, purpose, status: key.status }
            return !seen.has(keyLeafText(slug, logged, nodeSha256))
          })
          .map(({ keyId, status: shown }) => ({
            problem: 'not_logged' as const,
            leaf: null,
            detail: `The key ${keyId} is published as ${shown}, and the log has no entry of it so.`,
          })),
      )
    },
  }
}
