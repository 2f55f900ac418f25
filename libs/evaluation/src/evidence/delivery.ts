import type { JsonObject } from '@outturn/canonical'
import { decodeBase64, isRowsOfJson, rowsOfFile, rowsOfTable } from '@outturn/checkers'
import type { EvidenceContent, EvidenceItem, EvidenceRequirement, PlanCondition } from '@outturn/agreement'
import type { EvidenceType, Side } from '@outturn/vocabulary'

/** What a condition is judged on as work delivered: the evidence of one side, never merged with that of the other. */
export interface Delivery {
  /** In receipt order. */
  readonly items: readonly EvidenceItem[]
  /** The rows of all dataset items, in receipt order; null when no item is a dataset. */
  readonly rows: readonly JsonObject[] | null
}

/** The side that supplies what a requirement asks for: the provider, who delivers, unless it names the other. */
export function supplierOf({ supplier }: EvidenceRequirement): string {
  return supplier ?? 'provider'
}

/** The side whose evidence is the delivery: the buyer only where the agreement has it supply all evidence of the condition. */
export function deliveringSide({
  evidence_requirements: agreed,
}: Pick<PlanCondition, 'evidence_requirements'>): Side {
  return agreed.length > 0 && agreed.every((each) => supplierOf(each) === 'buyer') ? 'buyer' : 'provider'
}

/**
 * The delivery among the evidence that a condition may be judged on. Its rows are those of `contents`, which leaves out items
 * that only their time counts of.
 */
export function deliveryOf(
  condition: PlanCondition,
  usable: readonly EvidenceItem[],
  contents: ReadonlySet<EvidenceItem>,
): Delivery {
  const side = deliveringSide(condition)
  const items = usable.filter(({ onBehalfOf }) => onBehalfOf === side)
  const datasets = items.flatMap((item) => {
    const rows = contents.has(item) ? rowsOf(item) : null
    return rows === null ? [] : [rows]
  })
  const [only = null] = datasets
  return { items, rows: datasets.length > 1 ? datasets.flat() : only }
}

const rowsOfBytes = new WeakMap<EvidenceContent, readonly JsonObject[] | null>()

/** The rows of an item: inline, or those of a file. A table is a dataset only where it is submitted as one. */
export function rowsOf({ type, content }: EvidenceItem): readonly JsonObject[] | null {
  if (content.kind === 'rows') return content.rows
  if (content.kind !== 'bytes' || !canHoldRows(type, content.media_type)) return null
  const known = rowsOfBytes.get(content)
  if (known !== undefined) return known
  const bytes = decodeBase64(content.base64)
  const rows = bytes === null ? null : rowsWithin(content, bytes)
  rowsOfBytes.set(content, rows)
  return rows
}

function rowsWithin(
  { media_type: mediaType, dialect }: Extract<EvidenceContent, { kind: 'bytes' }>,
  bytes: Uint8Array,
): readonly JsonObject[] | null {
  if (dialect !== undefined) return rowsOfTable(mediaType, bytes, dialect)
  const found = rowsOfFile(mediaType, bytes)
  return found?.kind === 'rows' ? found.rows : null
}

/** Whether bytes of this media type are rows, submitted as evidence of this type, provided that they can be read as such. */
export function canHoldRows(type: EvidenceType, mediaType: string): boolean {
  return type === 'dataset' || (type === 'file' && isRowsOfJson(mediaType))
}
