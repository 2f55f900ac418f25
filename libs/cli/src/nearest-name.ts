/** The name that has most in common with the one that was given: words, then first letters. Undefined where nothing is. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, words: commonWords(given, name), letters: commonStart(given, name) }))
    .toSorted((one, other) => other.words - one.words || other.letters - one.letters)
  const [best] = ranked
  return best === undefined || (best.words === 0 && best.letters < 3) ? undefined : best.name
}

function commonWords(one: string, other: string): number {
  const words = wordsOf(one)
  return wordsOf(other).filter((word) => words.includes(word)).length
}

function wordsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
