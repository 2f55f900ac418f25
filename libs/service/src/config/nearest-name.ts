import { distance } from 'fastest-levenshtein'

/** The name that takes the fewest edits to reach, if that is at most a third of its letters. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = distance(name, candidate)
    if (edits < fewest && edits <= Math.ceil(candidate.length / 3)) {
      nearest = candidate
      fewest = edits
    }
  }
  return nearest
}
