/** The name that takes the fewest edits to reach, if that is at most a third of its letters. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = editDistance(name, candidate)
    if (edits < fewest && edits <= Math.ceil(candidate.length / 3)) {
      nearest = candidate
      fewest = edits
    }
  }
  return nearest
}

/** Levenshtein distance, one row kept. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
