/** Up to this many characters a search by the engine of JavaScript takes no longer than a linear one. */
const shortPhrase = 16

/** Searching so many characters for one phrase, in steps. */
export function stepsOfSearch(characters: number, phrases: number): number {
  return 1 + Math.ceil((characters * phrases) / 16)
}

/** Whether a text contains the phrase, in time linear in the text whatever both are: the engine takes the product for some. */
export function containment(phrase: string): (text: string) => boolean {
  if (phrase.length <= shortPhrase) return (text) => text.includes(phrase)
  const begin = phrase.slice(0, shortPhrase)
  let borders: Int32Array | null = null
  return (text) => {
    // Most texts do not even have its beginning.
    if (!text.includes(begin)) return false
    borders ??= bordersOf(phrase)
    return findsIn(text, phrase, borders)
  }
}

/** For each beginning of the phrase, how much of it its own end repeats (Knuth, Morris and Pratt). */
function bordersOf(phrase: string): Int32Array {
  const borders = new Int32Array(phrase.length)
  let length = 0
  for (let at = 1; at < phrase.length; at += 1) {
    const code = phrase.charCodeAt(at)
    while (length > 0 && phrase.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
    if (phrase.charCodeAt(length) === code) length += 1
    borders[at] = length
  }
  return borders
}

function findsIn(text: string, phrase: string, borders: Int32Array): boolean {
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (matched > 0 && phrase.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (phrase.charCodeAt(matched) === code) matched += 1
    if (matched === phrase.length) return true
  }
  return false
}
