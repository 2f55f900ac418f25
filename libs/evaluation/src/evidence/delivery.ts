import type { JsonObject } from '@outturn/canonical'
import type { EvidenceItem, EvidenceRequirement, PlanCondition } from '@outturn/agreement'
import type { Side } from '@outturn/vocabulary'

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
export function deliveringSide({ evidence_requirements: agreed }: PlanCondition): Side {
  return agreed.length > 0 && agreed.every((each) => supplierOf(each) === 'buyer') ? 'buyer' : 'provider'
}

/** The delivery among the evidence that a condition may be judged on. */
export function deliveryOf(condition: PlanCondition, usable: readonly EvidenceItem[]): Delivery {
  const side = deliveringSide(condition)
  const items = usable.filter(({ onBehalfOf }) => onBehalfOf === side)
  const datasets = items.flatMap(({ content }) => (content.kind === 'rows' ? [content.rows] : []))
  const [only = null] = datasets
  return { items, rows: datasets.length > 1 ? datasets.flat() : only }
}
