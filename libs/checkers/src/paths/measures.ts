import type { JsonValue } from '@outturn/canonical'
import { isJsonArray } from '../values/json-value.ts'
import type { ValueRules } from '../value-rules.ts'
import { classOf } from '../values/unicode-set.ts'

export const measureNames = ['characters', 'words', 'items'] as const
export type Measure = (typeof measureNames)[number]

const word = new RegExp(`[^${classOf('whiteSpace')}]+`, 'gu')

/**
 * How long a value is; null where it has no such length. Texts are counted as they are compared: in NFC, without characters that leave
 * no mark and without white space at the ends.
 */
export function measureOf(value: JsonValue, measure: Measure, rules: ValueRules): number | null {
  if (measure === 'items')
    return typeof value === 'object' && value !== null && isJsonArray(value) ? value.length : null
  if (typeof value !== 'string') return null
  const text = rules.identityText(value)
  return measure === 'characters' ? codePointsIn(text) : wordsIn(text)
}

function codePointsIn(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isPair) {
      count -= 1
      at += 1
    }
  }
  return count
}

function wordsIn(text: string): number {
  let count = 0
  for (const _ of text.matchAll(word)) count += 1
  return count
}
