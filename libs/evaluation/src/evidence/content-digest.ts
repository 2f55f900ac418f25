import { type Sha256, canonicalJson, portableSha256, toHex } from '@outturn/canonical'
import { decodeBase64 } from '@outturn/checkers'
import type { EvidenceContent } from '@outturn/agreement'

/**
 * SHA-256 of evidence content as 64 hexadecimal digits: of the canonical JSON of rows or JSON, the UTF-8 bytes of a
 * text, raw bytes, or the canonical JSON of what the service recorded itself. A reference has the digest it declares; null when there is none or the base64 is malformed.
 */
export function contentDigest(content: EvidenceContent, sha256: Sha256 = portableSha256): string | null {
  switch (content.kind) {
    case 'rows':
      return toHex(sha256(canonicalJson(content.rows)))
    case 'json':
      return toHex(sha256(canonicalJson(content.json)))
    case 'text':
      return toHex(sha256(content.text))
    case 'bytes': {
      const bytes = decodeBase64(content.base64)
      return bytes === null ? null : toHex(sha256(bytes))
    }
    case 'reference':
      return content.sha256 ?? null
    case 'unavailable':
      return null
    case 'confirmation':
    case 'external_result':
    case 'review':
    case 'dispute':
      return toHex(sha256(canonicalJson(content)))
    default:
      return content satisfies never
  }
}
