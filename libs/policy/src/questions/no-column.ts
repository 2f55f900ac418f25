import { maxCandidates } from '../fields/field-candidates.ts'
import type { KnownField } from '../outcome.ts'

/** What is said of a noun that comes near to no column of a table whose columns are known. */
export function noColumnWords(noun: string, fields: readonly KnownField[]): string {
  const names = fields.slice(0, maxCandidates).map(({ name }) => name)
  const others = fields.length - names.length
  const more = others === 0 ? '' : ` and ${others} more`
  return `The table has no column ${JSON.stringify(noun)}. Its ${fields.length === 1 ? 'only column' : 'columns'}: ${names.join(', ')}${more}.`
}
