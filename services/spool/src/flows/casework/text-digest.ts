import type { TextDigest } from '../../domain/model/casework/discrepancy.ts'
import type { SpoolHashes } from '../hashes.ts'

/** `sha256:` and the digest of the canonical JSON of a text, as the history has it. */
export function textDigestBy({
  canonical,
  sha256Hex,
}: Pick<SpoolHashes, 'canonical' | 'sha256Hex'>): TextDigest {
  return (text) => `sha256:${sha256Hex(canonical(text))}`
}
