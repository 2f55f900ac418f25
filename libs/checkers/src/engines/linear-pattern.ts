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
