import { namesOfPath, stepsOfPath } from '../paths/path-steps.ts'
import { quoted, quotedList } from './quoted.ts'

/** A field of a row as a sentence names it: its name, or a JSON Pointer for one that lies deeper. */
export function fieldOfPath(path: string): string | null {
  const names = namesOfPath(path)
  if (names === null) return null
  const [name = '', ...inner] = names
  if (inner.length === 0 && name !== '' && !name.startsWith('/')) return name
  return names.map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** `"price"`, or the path itself where it is more than a field. */
export function fieldOrPath(path: string): string {
  const field = fieldOfPath(path)
  return field === null ? path : quoted(field)
}

/** `"net" and "tax"`: several fields of one row; null for any other path. */
export function fieldsOfPath(path: string): readonly string[] | null {
  const [step, ...others] = stepsOfPath(path) ?? []
  return step?.kind === 'names' && others.length === 0 ? step.names : null
}

/** The field that a path reads of every row of a table: `$[*]['price']`. */
export function columnOfPath(path: string): string | null {
  const [step, ...inner] = stepsOfPath(path) ?? []
  if (step?.kind !== 'all' || inner.length !== 1) return null
  const [name] = inner
  return name?.kind === 'names' && name.names.length === 1 ? (name.names[0] ?? null) : null
}

export function listedFields(names: readonly string[]): string {
  return quotedList(names, 'and')
}
