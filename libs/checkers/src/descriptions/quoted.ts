import { ExactNumber, type JsonValue } from '@outturn/canonical'

/** A text in the quotes that it does not hold itself; with escapes where it holds both. */
export function quoted(text: string): string {
  if (!/["\\]/.test(text) && !/[\p{Cc}]/u.test(text)) return `"${text}"`
  return text.includes('`') || /[\p{Cc}]/u.test(text) ? JSON.stringify(text) : `\`${text}\``
}

/** `"a", "b" and "c"`, with every name. */
export function quotedList(texts: readonly string[], conjunction: 'and' | 'or'): string {
  const all = texts.map(quoted)
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} ${conjunction} ${last}`
}

/** A value as people read it: a number that no float holds with its point, unless it has too many places for that. */
export function shownJson(value: JsonValue): string {
  if (!(value instanceof ExactNumber)) return JSON.stringify(value)
  const text = String(value)
  const [digits = '', power] = text.replace(/^-/, '').split('e')
  const places = Math.abs(Number(power))
  if (places > 100) return text
  const padded = digits.padStart(places + 1, '0')
  return `${text.startsWith('-') ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`
}
