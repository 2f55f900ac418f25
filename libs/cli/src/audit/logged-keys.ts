import type { Environment } from '@outturn/vocabulary'
import { readJson } from '@outturn/canonical'
import type { TrustSet } from '@outturn/receipt-verifier'
import type { LogFinding } from '@outturn/transparency-log'

/** Collects the keys that the log has seen published. */
export type LoggedKeys = {
  onEntry(entry: Uint8Array): void
  /** A finding for each key of the document that the log never saw: it was shown to this reader and to no one else. */
  missing(trustSet: TrustSet, environment: Environment): LogFinding[]
}

type KeyDocumentLeaf = { readonly kind?: string; readonly keys?: readonly { readonly key_id: string }[] }

export function collectLoggedKeys(): LoggedKeys {
  const seen = new Set<string>()
  return {
    onEntry(entry) {
      const text = new TextDecoder().decode(entry)
      // Most leaves are of receipts, and a log may hold kinds that this program does not know.
      if (!text.includes('"kind":"key_document"')) return
      const { keys = [] } = readJson(text) as KeyDocumentLeaf
      for (const { key_id } of keys) seen.add(key_id)
    },
    missing(trustSet, environment) {
      const rings = [trustSet.receipts, trustSet.attestations, trustSet.status]
      const published = rings.flatMap((ring) => ring[environment].map(({ keyId }) => keyId))
      return published
        .filter((keyId) => !seen.has(keyId))
        .map((keyId) => ({
          problem: 'not_logged',
          leaf: null,
          detail: `The key ${keyId} is published and no key document in the log has it.`,
        }))
    },
  }
}
