/** How two names that a reader may take for one differ, besides what is compared letter by letter. */
const likenesses: readonly (readonly [difference: string, isLike: (a: string, b: string) => boolean])[] = [
  ['accents', (a, b) => withoutAccents(a) === withoutAccents(b)],
  ['words in brackets', (a, b) => withoutBrackets(a) === withoutBrackets(b)],
  ['spelling', (a, b) => isMisspelt(lettersOf(a), lettersOf(b))],
  ['further words', (a, b) => hasWordsOf(a, b) || hasWordsOf(b, a)],
  [
    'a shortened word',
    (a, b) => isShortFor(lettersOf(a), lettersOf(b)) || isShortFor(lettersOf(b), lettersOf(a)),
  ],
]

/** In what two names differ that may mean one thing; null where nothing says so. A lower rank is nearer. */
export function likenessOf(
  a: string,
  b: string,
): { readonly rank: number; readonly difference: string } | null {
  const [left, right] = [a.slice(0, longestCompared), b.slice(0, longestCompared)]
  if (lettersOf(left) === '' || lettersOf(right) === '') return null
  const rank = likenesses.findIndex(([, isLike]) => isLike(left, right))
  const found = likenesses[rank]
  return found === undefined ? null : { rank, difference: found[0] }
}

const longestCompared = 80

function lettersOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** `Größe`, `Groesse` and `Grosse` are one. */
function withoutAccents(name: string): string {
  const written = lettersOf(name).replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')
  return written.replace(/([aou])e/g, '$1')
}

function withoutBrackets(name: string): string {
  return lettersOf(name.replace(/[([{<][^)\]}>]*[)\]}>]/gu, ' '))
}

const leastStem = 3

/** `artikelnr` for `artikelnummer`, `desc` for `description`, `qty` for `quantity`: from some letter on, letters are left out. */
function isShortFor(short: string, long: string): boolean {
  if (short.length < 2 || short.length >= long.length) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  if (same === short.length) return short.length >= leastStem
  if (same === 0) return false
  let at = same
  for (const letter of long.slice(same)) if (letter === short[at]) at += 1
  const isWithin = at === short.length
  return (
    isWithin &&
    (same >= leastStem || short.length >= leastStem || long.length <= 6) &&
    long.at(-1) === short.at(-1)
  )
}

/** One letter is another, too many, too few or exchanged with the next; two in long names. */
function isMisspelt(a: string, b: string): boolean {
  const most = Math.min(a.length, b.length) >= 8 ? 2 : 1
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > most) return false
  return editsBetween(a, b) <= most
}

function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const exchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        exchanged ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}

/** Whether all words of one name are among those of a longer one. */
function hasWordsOf(long: string, short: string): boolean {
  const [all, some] = [wordsOf(long), wordsOf(short)]
  return (
    some.length < all.length && some.join('').length >= leastStem && some.every((word) => all.includes(word))
  )
}
