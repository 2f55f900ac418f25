import { idPrefixes } from '@outturn/agreement'

/** In the place of what a text quotes of its request. */
const mask = '[redacted]'

/** A shorter text of a request is a common word more often than a secret, and as a word it is masked alone. */
const shortest = 3
/** So much of the beginning of a text is enough to find it, because messages cut long texts. */
const needleLength = 8

/** Longer texts are not searched for each word of a message. */
const longestSearched = 32_768

/** Keys, tokens, signatures and digests of any issuer: long runs of the characters of such things. */
const tokens = /sp[kt]_(?:live|test)_\w+|[\w+/=-]{32,}|0x[0-9a-f]{16,}/gi
const wordCharacter = /[\p{L}\p{N}_]/u

/** A text without the tokens in it; an id of ours is shorter than any of them. */
export function maskTokens(text: string): string {
  return storable(text).replaceAll(tokens, mask)
}

const quotation = /(["“`'«])([^"”`'»]+)(["”`'»])/g
const words = /[\p{L}\p{N}_](?:[\p{L}\p{N}_@./:-]{2,}[\p{L}\p{N}_])/gu
const wordParts = /[\p{L}\p{N}_]{4,}/gu
/** A word that no message has of itself: with a digit or a sign within, or very long. */
const peculiar = /[\d@]|[\p{L}][./:_-][\p{L}]|.{16}/u

/**
 * A message without what it quotes of the request: each of these texts as a whole, the part of one that stands in quotation marks, each
 * peculiar word that one of them has, and every token.
 */
export function maskQuotes(message: string, texts: readonly string[]): string {
  let masked = storable(message)
  for (const text of texts) {
    if (text.length >= shortest) masked = withoutText(masked, text)
  }
  // Each word is looked for in all texts; where those are long, it counts as found.
  const isLong = texts.reduce((sum, { length }) => sum + length, 0) > longestSearched
  const isQuoted = (found: string) =>
    found.length >= shortest && (isLong || texts.some((text) => text.includes(found)))
  masked = masked.replaceAll(quotation, (whole, open: string, inner: string, close: string) =>
    isQuoted(inner.replace(/…$/, '')) ? open + mask + close : whole,
  )
  const isPeculiar = (found: string) => peculiar.test(found) && isQuoted(found)
  const withoutPeculiar = (each: string) =>
    each.replaceAll(wordParts, (found) => (isPeculiar(found) ? mask : found))
  masked = masked.replaceAll(words, (each) => (isPeculiar(each) ? mask : withoutPeculiar(each)))
  return maskTokens(masked)
}

function withoutText(message: string, text: string): string {
  const needle = text.slice(0, needleLength)
  let at = message.indexOf(needle)
  if (at < 0) return message
  let masked = ''
  let from = 0
  while (at >= 0) {
    let length = needle.length
    while (length < text.length && message[at + length] === text[length]) length += 1
    if (text.length < needleLength && isWithinWord(message, at, length)) {
      masked += message.slice(from, at + length)
    } else masked += message.slice(from, at) + mask
    from = at + length
    at = message.indexOf(needle, from)
  }
  return masked + message.slice(from)
}

function isWithinWord(message: string, at: number, length: number): boolean {
  return wordCharacter.test(message[at - 1] ?? ' ') || wordCharacter.test(message[at + length] ?? ' ')
}

/** Text that Postgres takes: no NUL and no half of a surrogate pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

const keptKinds = Object.entries(idPrefixes).flatMap(([kind, prefix]) =>
  kind === 'share' || kind === 'grant' ? [] : [prefix],
)
const keptId = new RegExp(`^(?:${keptKinds.join('|')})_[0-9a-f]{24}$`)

/** The fixed words of these patterns of paths. */
export function wordsOfPaths(patterns: Iterable<string>): ReadonlySet<string> {
  return new Set([...patterns].flatMap((path) => path.split('/').filter((word) => !word.startsWith(':'))))
}

/** A path with the segments that a route or an id of ours has; each other segment is `{n}`, its length. */
export function maskPath(path: string, known: ReadonlySet<string>): { path: string; texts: string[] } {
  const texts: string[] = []
  const shown = path.split('/').map((segment) => {
    if (segment === '' || known.has(segment) || keptId.test(segment)) return segment
    texts.push(segment, decoded(segment))
    return `{${segment.length}}`
  })
  return { path: shown.slice(0, 24).join('/'), texts }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
