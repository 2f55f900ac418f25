import { type JsonObject, readJson } from '@outturn/canonical'
import { itemEnds, type PassedText } from '@outturn/contracts'
import type { DeliveredRows } from '../domain/evidence/evidence-draft.ts'

/** Rows as they come beside a delivery. */
export type SentRows = DeliveredRows & {
  /** Reads them, which nothing but their fields asks for. */
  values(): readonly JsonObject[]
}

/** Counts the rows of a text that is the canonical JSON of their list, as the reader of the body wrote it. */
export function sentRows({ bytes }: PassedText): SentRows {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  let count = 0
  for (const _ of itemEnds(bytes)) count += 1
  return {
    text,
    bytes: bytes.byteLength,
    count,
    values: () => readJson(text) as unknown as readonly JsonObject[],
  }
}
