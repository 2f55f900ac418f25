import { createRequire } from 'node:module'
import type * as Re2js from 're2js'

const maxPatternChars = 1_000

let engine: typeof Re2js | undefined

/** A caller's pattern, matched in time linear in the text. */
export interface LinearPattern {
  /** Instructions of the compiled pattern: a counted repetition is as long as what it stands for. */
  readonly size: number
  readonly matchesWhole: (text: string) => boolean
  readonly findsIn: (text: string) => boolean
}

/** Compiles an RE2 pattern; null when it is not one (look-around and back-references are not) or is over 1 000 characters. */
export function compilePattern(pattern: string): LinearPattern | null {
  if (pattern.length > maxPatternChars) return null
  // Loaded when first needed, since most programs only speak of checks; synchronously, since checkers are.
  engine ??= createRequire(import.meta.url)('re2js') as typeof Re2js
  try {
    const compiled = engine.RE2JS.compile(pattern)
    return {
      size: compiled.programSize(),
      matchesWhole: (text) => compiled.matches(text),
      findsIn: (text) => compiled.matcher(text).find(),
    }
  } catch {
    return null
  }
}

/** Longest that a pattern becomes by its counted repetitions: the product of nested counts is at most this. */
const mostCopies = 1_000
/** Tables of a Unicode class are some hundred ranges long. */
const stepsPerUnicodeClass = 1_000

/** What compiling a pattern costs at most, in steps of about a microsecond; of a text that holds a pattern, at least as much. */
export function stepsOfCompiling(pattern: string): number {
  const counts = Array.from(pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g), ([, least, most]) =>
    Number(most || least),
  )
  const copies = counts.reduce((product, count) => Math.min(mostCopies, product * Math.max(1, count)), 1)
  const classes = pattern.match(/\\[pP]/g)?.length ?? 0
  return copies * pattern.length + classes * stepsPerUnicodeClass
}

/** Turns an I-Regexp (RFC 9485) into RE2: they differ only in `.`, which there excludes carriage return too. */
export function fromIRegexp(pattern: string): string {
  let translated = ''
  let isInClass = false
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i)
    if (char === '\\') translated += char + pattern.charAt(++i)
    else if (char === '.' && !isInClass) translated += '[^\\n\\r]'
    else {
      if (char === '[') isInClass = true
      else if (char === ']') isInClass = false
      translated += char
    }
  }
  return translated
}
