import type { JsonObject } from '@outturn/canonical'
import { comparedText, type TextForm } from '../values/text-rule.ts'
import { isInvisible } from '../values/visible-text.ts'

/** Names of columns are told apart as keys are: without what leaves no mark, without white space at their ends, and composed. */
const nameForm: TextForm = { form: 'NFC', trims: true, folds: false }

/** Why names are no columns of a table; `index` counts from 0. */
export interface NameFault {
  readonly index: number
  /** Null where the name has no visible character; else what another column is called already. */
  readonly repeats: string | null
}

/** The first name that a reader cannot see, or cannot tell from another one. */
export function findNameFault(names: readonly string[]): NameFault | null {
  const known = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    if (isInvisible(name)) return { index, repeats: null }
    const compared = comparedText(name, nameForm)
    const earlier = known.get(compared)
    if (earlier !== undefined) return { index, repeats: earlier }
    known.set(compared, name)
  }
  return null
}

const plainName = /^[!-~](?:[ -~]*[!-~])?$/

/** The first row of JSON with two names that a reader cannot tell apart; its index counts from 0. */
export function findRowNameFault(
  rows: readonly JsonObject[],
): { readonly index: number; readonly message: string } | null {
  const plain = new Set<string>()
  const unlike = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const names = Object.keys(row)
    if (names.every((name) => isKnownPlain(name, plain))) continue
    const signature = names.join('\n')
    if (unlike.has(signature)) continue
    const visible = names.filter((name) => !isInvisible(name))
    const fault = findNameFault(visible)
    if (fault !== null) return { index, message: nameFaultText(visible, fault) }
    unlike.add(signature)
  }
  return null
}

/** Names of printable ASCII without spaces at their ends are compared as they stand. */
function isKnownPlain(name: string, known: Set<string>): boolean {
  if (known.has(name)) return true
  const isPlain = plainName.test(name)
  if (isPlain) known.add(name)
  return isPlain
}

/** The same of a table that was recorded before names were compared so: only equal names are one. */
export function findRecordedNameFault(names: readonly string[]): NameFault | null {
  const known = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (name.trim() === '') return { index, repeats: null }
    if (known.has(name)) return { index, repeats: name }
    known.add(name)
  }
  return null
}

/** The fault as a sentence without its end, of a column that the place before it names. */
export function nameFaultText(names: readonly string[], { index, repeats }: NameFault): string {
  if (repeats === null) return 'a column has no name'
  const name = names[index] ?? ''
  if (name === repeats) return `the column "${name}" is named twice`
  return `the column "${name}" is named twice: another differs from it only by spaces at its ends, by characters that leave no mark or by how its letters are composed`
}
