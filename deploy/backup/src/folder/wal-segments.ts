/** The name of a WAL segment: 8 hex digits each of its timeline, its log and its place in that. */
const segmentName = /^[0-9A-F]{24}$/

export const isSegment = (name: string): boolean => segmentName.test(name)
export const timelineOf = (segment: string): string => segment.slice(0, 8)

/** The segment that follows, on the same timeline. */
export function nextSegment(segment: string, segmentBytes: number): string {
  const perLog = Math.floor(2 ** 32 / segmentBytes)
  const place =
    Number.parseInt(segment.slice(8, 16), 16) * perLog + Number.parseInt(segment.slice(16), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return timelineOf(segment) + hex(Math.floor(place / perLog)) + hex(place % perLog)
}

/** Every segment from the first to the last, both of one timeline. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const names: string[] = []
  for (let name = first; name <= last; name = nextSegment(name, segmentBytes)) names.push(name)
  return names
}

/**
 * Segments that are missing among those of an archive: from the first one that a backup needs, up to the last one of its timeline. What a
 * restore needs from a later timeline begins where that does.
 */
export function missingSegments(
  archived: ReadonlySet<string>,
  first: string,
  segmentBytes: number,
): string[] {
  const ofTimeline = [...archived].filter((name) => isSegment(name) && timelineOf(name) === timelineOf(first))
  const last = ofTimeline.toSorted().at(-1)
  if (last === undefined || last < first) return []
  return segmentsBetween(first, last, segmentBytes).filter((name) => !archived.has(name))
}
