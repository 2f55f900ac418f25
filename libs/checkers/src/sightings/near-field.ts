import { ExactNumber, type JsonObject, type JsonValue } from '@outturn/canonical'
import { isJsonArray } from '../values/json-value.ts'
import { comparedText } from '../values/text-rule.ts'
import { leaveOutIgnorable, trimWhiteSpace } from '../values/visible-text.ts'
import { likenessOf } from './like-name.ts'

/** A member of a row whose name comes near to one that was looked for. */
export interface NearField {
  /** From the row inwards. */
  readonly path: readonly string[]
  /** In what it differs, as words: `case`, `a byte order mark`. */
  readonly differences: readonly string[]
  /** Whether a reader takes both names for one; else they may mean the same. */
  readonly isSame: boolean
}

const rowsRead = 20
const namesRead = 500
const deepest = 4

/**
 * The member of these rows that comes nearest to a name: the same letters in another case, with other spaces, composition or invisible
 * characters, or in another place; else one that may be meant. Null where none does.
 */
export function nearField(wanted: readonly string[], rows: readonly JsonObject[]): NearField | null {
  let nearest: { path: readonly string[]; distance: number } | null = null
  for (const path of pathsOf(rows)) {
    const distance = distanceOf(wanted, path)
    if (distance !== null && (nearest === null || distance < nearest.distance)) nearest = { path, distance }
  }
  if (nearest === null) return likeField(wanted, rows)
  return { path: nearest.path, differences: differencesOf(wanted, nearest.path), isSame: true }
}

/** The member at the same place whose name may mean the one that was looked for. */
function likeField(wanted: readonly string[], rows: readonly JsonObject[]): NearField | null {
  const [name = '', ...outer] = wanted.toReversed()
  const likes = [...pathsOf(rows)].flatMap((path) => {
    const [last = '', ...around] = path.toReversed()
    const isThere = around.map(loosely).join('\n') === outer.map(loosely).join('\n')
    const found = isThere ? likenessOf(name, last) : null
    return found === null ? [] : [{ path, ...found }]
  })
  const [best] = likes.toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? null : { path: best.path, differences: [best.difference], isSame: false }
}

/** The names of the members of these rows, in the order of the rows. */
export function namesOf(rows: readonly JsonObject[]): string[] {
  const names = new Set(rows.slice(0, rowsRead).flatMap((row) => Object.keys(row)))
  return [...names].slice(0, namesRead)
}

function pathsOf(rows: readonly JsonObject[]): Iterable<readonly string[]> {
  const paths = new Map<string, readonly string[]>()
  const visit = (value: JsonValue | undefined, path: readonly string[]) => {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return
    if (path.length === deepest || isJsonArray(value)) return
    for (const name of Object.keys(value).toSorted()) {
      if (paths.size >= namesRead) return
      const inner = [...path, name]
      paths.set(JSON.stringify(inner), inner)
      visit(value[name], inner)
    }
  }
  for (const row of rows.slice(0, rowsRead)) visit(row, [])
  return paths.values()
}

/** How far a path is from the one that was looked for: by its letters, by its place, or null where it is another. */
function distanceOf(wanted: readonly string[], path: readonly string[]): number | null {
  const loose = path.map(loosely)
  const wantedLoose = wanted.map(loosely)
  if (loose.join('') === '' || wantedLoose.join('') === '') return null
  if (loose.length === wantedLoose.length && loose.every((name, index) => name === wantedLoose[index]))
    return 0
  if (loose.join('') === wantedLoose.join('')) return 1
  return loose.at(-1) === wantedLoose.at(-1) ? 1 + path.length : null
}

/** A name without what people write now this way and now that. */
function loosely(name: string): string {
  return comparedText(name, { form: 'NFKC', trims: true, folds: true }).replace(/[\s_\-./]+/gu, '')
}

function differencesOf(wanted: readonly string[], path: readonly string[]): string[] {
  const [name = '', like = ''] = [path.at(-1), wanted.at(-1)]
  const found = path.length === wanted.length ? [] : ['nesting']
  return [...found, ...differencesBetween(like, name)]
}

const noBreakSpaces = /[\u00a0\u2007\u202f]/g
const folding = { form: 'NFKC', trims: true, folds: true } as const

/** What may make two texts differ that a reader takes for one, and the text without it; each works on what the last one left. */
const differences: readonly (readonly [name: string, without: (text: string) => string])[] = [
  ['a byte order mark', (text) => text.replaceAll('\ufeff', '')],
  ['an invisible character', leaveOutIgnorable],
  ['a no-break space', (text) => text.replace(noBreakSpaces, ' ')],
  ['a space at the start or the end', trimWhiteSpace],
  ['how accented letters are composed', (text) => text.normalize('NFC')],
  ['compatibility characters', (text) => text.normalize('NFKC')],
  ['case', (text) => comparedText(text, folding)],
  ['spaces, hyphens or underscores', loosely],
]

/** In what two texts that a reader takes for one differ, as words; empty where they are different or the same. */
export function differencesBetween(wanted: string, text: string): string[] {
  const found: string[] = []
  let [left, right] = [wanted, text]
  for (const [name, without] of differences) {
    if (left === right) return found
    const [nextLeft, nextRight] = [without(left), without(right)]
    const changesOne = (nextLeft !== left) !== (nextRight !== right)
    if (changesOne || nextLeft === nextRight) found.push(name)
    left = nextLeft
    right = nextRight
  }
  return left === right ? found : []
}
