import type { JsonValue } from '@outturn/canonical'
import { formatPhrase } from '../descriptions/comparison-words.ts'
import type { FormatTest } from '../formats/named-formats.ts'
import { leaveOutIgnorable } from '../values/visible-text.ts'
import { momentFault, type ValueFault } from './value-faults.ts'

/** Changes that make a value of a format of one that comes near, in the order in which they are tried. */
const repairs: readonly ((text: string) => string)[] = [
  leaveOutIgnorable,
  (text) => text.replace(/\s/gu, ''),
  (text) => text.toUpperCase(),
  (text) => text.replace(/[\s().-]/gu, ''),
  (text) => text.replace(/^mailto:/i, ''),
  (text) => text.replace(/^[v=]+/i, ''),
  (text) => text.replace(/^[{(]|[)}]$/g, ''),
  (text) => `#${text.replace(/^0x/i, '')}`,
  (text) => text.replaceAll('_', '-'),
  (text) => text.replace(' ', 'T'),
  (text) => momentFault(text).instead ?? '',
]
const longestRepaired = 100

/** What keeps a value from being of a format, and the value near it that would do. */
export function formatFault(value: JsonValue, name: string, isOfFormat: FormatTest): ValueFault {
  const wrong = formatPhrase(name).replace(/^is an? valid/, 'is no valid')
  if (typeof value !== 'string' || value.length > longestRepaired) return { wrong, instead: null }
  const text = value.trim()
  return { wrong, instead: repairs.map((repair) => repair(text)).find(isOfFormat) ?? null }
}
