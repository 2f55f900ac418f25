import type { Confirmation, DisputeFinding, ExternalResult, ReviewFinding } from '@outturn/agreement'
import type { ContentHashes } from './evidence-content.ts'
import type { Evidence } from '../model/spool.ts'

export type MeasuredContent = { digest: string; bytes: number; text: string }

/** An evidence item that the service makes itself, with its content. */
export type SystemEvidence = { item: Evidence; content: MeasuredContent }

/** Content that only the service records: its stored text is the canonical JSON that its digest is of. */
export function systemContent(
  content: Confirmation | DisputeFinding | ExternalResult | ReviewFinding,
  hashes: ContentHashes,
): MeasuredContent {
  const text = hashes.canonical(content)
  return { digest: hashes.sha256Hex(text), bytes: Buffer.byteLength(text), text }
}
