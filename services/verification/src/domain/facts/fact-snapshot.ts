import type { FactRow } from '@outturn/contracts'
import type { Fact } from './fact.ts'

/** A source as far as its snapshot says something of it. */
type ReportingSource = {
  readonly id: string
  readonly status: string
  readonly kind: 'pull_http' | 'webhook'
}

/** The current facts of one source as rows of evidence: by subject, predicate and time. */
export function snapshotOf(source: ReportingSource, facts: readonly Fact[]) {
  const own = facts.filter(({ sourceId }) => sourceId === source.id)
  const [first] = own
  return {
    sourceId: source.id,
    isAvailable: source.status === 'active',
    provenance: source.kind === 'webhook' ? ('source_webhook_signed' as const) : ('service_fetched' as const),
    registeredBy: first?.registeredBy ?? null,
    isSelfAsserted: own.some(({ isSelfAsserted }) => isSelfAsserted),
    observedAt:
      own
        .map(({ observedAt }) => observedAt)
        .toSorted()
        .at(-1) ?? null,
    rows: own.map(({ values }) => values).toSorted(compareRows),
  }
}

function compareRows(a: FactRow, b: FactRow): number {
  return (
    compareTexts(a.subject, b.subject) ||
    compareTexts(a.predicate, b.predicate) ||
    compareTexts(a.occurred_at, b.occurred_at)
  )
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
