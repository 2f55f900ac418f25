import type { Observation, ObservationSet } from '@outturn/agreement'
import type { PlannedObservation } from '@outturn/evaluation'

/** One URL that one condition of a run asks for. */
export type UrlToObserve = Omit<PlannedObservation, 'urls'> & {
  readonly url: string
  /** Position among the URLs of its condition, from 0. */
  readonly ordinal: number
}

/** What was seen of it, as it is recorded: the two failures are told apart here and nowhere else. */
export type RecordedObservation = Pick<UrlToObserve, 'conditionId' | 'ordinal'> & {
  readonly observation: Observation
}

/** The URLs of a plan one by one, taking turns between conditions so that a long list does not starve the next. */
export function urlsToObserve(planned: readonly PlannedObservation[]): UrlToObserve[] {
  const longest = Math.max(0, ...planned.map(({ urls }) => urls.length))
  return Array.from({ length: longest }, (_, ordinal) =>
    planned.flatMap(({ urls, ...how }): UrlToObserve[] => {
      const url = urls[ordinal]
      return url === undefined ? [] : [{ ...how, url, ordinal }]
    }),
  ).flat()
}

/** Those of the URLs that nothing is recorded of yet. */
export function unobserved(
  urls: readonly UrlToObserve[],
  recorded: readonly RecordedObservation[],
): UrlToObserve[] {
  const seen = new Set(recorded.map(({ conditionId, ordinal }) => `${conditionId}:${ordinal}`))
  return urls.filter(({ conditionId, ordinal }) => !seen.has(`${conditionId}:${ordinal}`))
}

/** An observation that time did not allow. */
export function notReached(url: string, at: string): Observation {
  return { url, final_url: null, status: null, failure: 'unreachable', at }
}

/**
 * Recorded observations as the evidence that a run judges, one set for each condition. A refused address reads like one
 * that does not answer: a caller must not learn from a verdict what lies behind our network's edge.
 */
export function toObservationSets(
  recorded: readonly RecordedObservation[],
  evidenceIdOf: (conditionId: string) => string,
): ObservationSet[] {
  const byCondition = Map.groupBy(recorded, ({ conditionId }) => conditionId)
  return [...byCondition].map(([conditionId, ofCondition]): ObservationSet => {
    const observations = ofCondition
      .toSorted((one, other) => one.ordinal - other.ordinal)
      .map(({ observation }) => withoutCause(observation))
    const lastSeenAt = observations.map(({ at }) => at).reduce((last, at) => (at > last ? at : last), '')
    return {
      evidenceId: evidenceIdOf(conditionId),
      conditionId,
      observedAt: lastSeenAt,
      receivedAt: lastSeenAt,
      observations,
    }
  })
}

function withoutCause(observation: Observation): Observation {
  return observation.failure === null ? observation : { ...observation, failure: 'unreachable' }
}
