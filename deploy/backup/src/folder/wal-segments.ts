/** The name of a WAL segment: 8 hex digits each of its timeline, its log and its place in that. */
const segmentName = /^[0-9A-F]{24}$/

export const isSegment = (name: string): boolean => segmentName.test(name)
export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16)

/** A timeline and those that it came from, oldest first; null for the one that goes on. */
export type Line = readonly { readonly timeline: number; readonly leftAt: bigint | null }[]

/** Which segment it is, counted from the first that there ever was, whatever its timeline. */
export function placeOf(segment: string, segmentBytes: number): bigint {
  const perLog = 2n ** 32n / BigInt(segmentBytes)
  return BigInt(`0x${segment.slice(8, 16)}`) * perLog + BigInt(`0x${segment.slice(16)}`)
}

function segmentAt(timeline: number, place: bigint, segmentBytes: number): string {
  const perLog = 2n ** 32n / BigInt(segmentBytes)
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(timeline) + hex(place / perLog) + hex(place % perLog)
}

/** The segment that follows, on the same timeline. */
export function nextSegment(segment: string, segmentBytes: number): string {
  return segmentAt(timelineOf(segment), placeOf(segment, segmentBytes) + 1n, segmentBytes)
}

/** Every segment from the first to the last, both of one timeline. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const names: string[] = []
  for (let name = first; name <= last; name = nextSegment(name, segmentBytes)) names.push(name)
  return names
}

/**
 * Segments that are missing among those of an archive: from the first one that a backup needs, along the line of timelines that a restore
 * follows, up to the last one that is there. The segment in which a timeline was left is needed of the next one alone.
 */
export function missingSegments(
  archived: ReadonlySet<string>,
  first: string,
  segmentBytes: number,
  line: Line,
): string[] {
  const needed: string[] = []
  let place = placeOf(first, segmentBytes)
  const begin = line.findIndex(({ timeline }) => timeline === timelineOf(first))
  for (const { timeline, leftAt } of line.slice(begin)) {
    const end =
      leftAt === null ? lastOf(archived, timeline, segmentBytes) : leftAt / BigInt(segmentBytes) - 1n
    for (; place <= end; place += 1n) needed.push(segmentAt(timeline, place, segmentBytes))
  }
  return needed.filter((name) => !archived.has(name))
}

/** The place of the last segment of a timeline in the archive; -1 where it has none. */
function lastOf(archived: ReadonlySet<string>, timeline: number, segmentBytes: number): bigint {
  let last = -1n
  for (const name of archived) {
    if (!isSegment(name) || timelineOf(name) !== timeline) continue
    const place = placeOf(name, segmentBytes)
    if (place > last) last = place
  }
  return last
}
