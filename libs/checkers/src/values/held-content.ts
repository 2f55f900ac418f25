import { canonicalJson, ExactNumber, type JsonValue, parseStrictJson } from '@outturn/canonical'
import { decodeBase64 } from './base64.ts'
import type { JudgedContent, JudgedItem } from '../judged-item.ts'
import { isJsonArray } from './json-value.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { isInvisible } from './visible-text.ts'

const textMedia = /^text\//i
const jsonMedia = /^application\/(?:[\w.-]+\+)?json\b/i

/** Whether bytes of this media type are text, where they are well-formed UTF-8. */
export function isTextMedia(mediaType: string): boolean {
  return textMedia.test(mediaType)
}

/** Whether bytes of this media type are JSON, where they can be read as such. */
export function isJsonMedia(mediaType: string): boolean {
  return jsonMedia.test(mediaType)
}

/** The text of an item: inline, or bytes of a text media type that are well-formed UTF-8. Null for any other content. */
export function heldText(content: JudgedContent): string | null {
  if (content.kind === 'text') return content.text
  return content.kind === 'bytes' && textMedia.test(content.media_type) ? decodeUtf8(content.base64) : null
}

/** The JSON of an item: inline, or bytes of a JSON media type that parse strictly. Undefined for any other content. */
export function heldJson(content: JudgedContent): JsonValue | undefined {
  if (content.kind === 'json') return content.json
  if (content.kind === 'rows') return content.rows
  if (content.kind !== 'bytes' || !jsonMedia.test(content.media_type)) return undefined
  const text = decodeUtf8(content.base64)
  try {
    return text === null ? undefined : parseStrictJson(text)
  } catch {
    return undefined
  }
}

/** Whether a content is a document without a visible character: a text of blanks, a file of no bytes, or JSON without a value. */
export function isWithoutContent(content: JudgedContent, rules: ValueRules): boolean {
  if (content.kind === 'bytes' && content.base64 === '') return true
  const text = heldText(content)
  if (text !== null) return isInvisible(text)
  if (!rules.readsAllTextAlike || content.kind === 'rows') return false
  const json = heldJson(content)
  return json !== undefined && isBlank(json, rules)
}

const charactersKnown = new WeakMap<JudgedContent, number>()

/** How many characters of text a checker may read in a content; counted once for each. */
export function charactersOf(content: JudgedContent): number {
  const known = charactersKnown.get(content) ?? countCharacters(content)
  charactersKnown.set(content, known)
  return known
}

function countCharacters(content: JudgedContent): number {
  switch (content.kind) {
    case 'rows':
      return content.rows.reduce((sum, row) => sum + textWithin(row), 0)
    case 'json':
      return textWithin(content.json)
    case 'text':
      return content.text.length
    case 'bytes':
      return Math.ceil(content.base64.length * 0.75)
    default:
      return 0
  }
}

function textWithin(value: JsonValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  const members = isJsonArray(value) ? value : Object.values(value)
  return members.reduce<number>((sum, member) => sum + textWithin(member), 0)
}

/** The texts of all items that hold one, in their order. */
export function textsOf(items: readonly JudgedItem[]): readonly string[] {
  return items.flatMap(({ content }) => heldText(content) ?? [])
}

/** The JSON of all items that hold any, in their order. */
export function documentsOf(items: readonly JudgedItem[]): readonly JsonValue[] {
  return items.flatMap(({ content }) => {
    const json = heldJson(content)
    return json === undefined ? [] : [json]
  })
}

/** The JSON of the latest item that holds any; undefined when none does. */
export function latestJson(items: readonly JudgedItem[]): JsonValue | undefined {
  return documentsOf(items).at(-1)
}

/** The URLs of all items that refer to one, in their order. */
export function urlsOf(items: readonly JudgedItem[]): readonly string[] {
  return items.flatMap(({ content }) =>
    content.kind === 'reference' && content.url !== undefined ? [content.url] : [],
  )
}

/** All texts within a JSON value, the names of its members among them; numbers as they are written. */
export function textsWithin(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value === 'boolean') return []
  if (isJsonArray(value)) return value.flatMap(textsWithin)
  if (typeof value !== 'object' || value instanceof ExactNumber) return [canonicalJson(value)]
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsWithin(member)])
}

function decodeUtf8(base64: string): string | null {
  const bytes = decodeBase64(base64)
  try {
    return bytes === null ? null : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
