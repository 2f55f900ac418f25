import type { Source, SourceRejection } from './source.ts'

const maxRejections = 20
/** Failures in a row after which a source is `failing`. */
export const maxFailures = { webhook: 20, pull_http: 5 } as const

/** A source after a payload that became facts, or had none: it works. */
export function withTaken(source: Source, at: string, created: number): Source {
  return {
    ...source,
    status: source.status === 'failing' ? 'active' : source.status,
    lastReceivedAt: at,
    factCount: source.factCount + created,
    failure: null,
  }
}

/** A source after a payload that became nothing, or a sync that failed. */
export function withFailure(source: Source, code: string, at: string): Source {
  const count = (source.failure?.count ?? 0) + 1
  const isFailing = source.status === 'active' && count >= maxFailures[source.kind]
  return {
    ...source,
    status: isFailing ? 'failing' : source.status,
    failure: { code, count, since: source.failure?.since ?? at },
  }
}

/** A source with what was rejected of a payload before its earlier rejections. */
export function withRejections(
  source: Source,
  rejected: readonly Pick<SourceRejection, 'code' | 'pointer'>[],
  { at, id }: { at: string; id: string },
): Source {
  if (rejected.length === 0) return source
  const latest = rejected
    .slice(0, maxRejections)
    .map(({ code, pointer }): SourceRejection => ({ at, webhook_id: id, code, pointer }))
  return { ...source, rejections: [...latest, ...source.rejections].slice(0, maxRejections) }
}
