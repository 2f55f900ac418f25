import { isJsonObject, type JsonValue, parseStrictJson, StrictJsonError } from '@outturn/canonical'
import { csvRecords } from '../tables/csv-records.ts'
import { type Delimiter, delimiters } from '../tables/delimiters.ts'
import { type ProblemFound, problemOf } from '../tables/table-problem.ts'
import { isCsv, isJson, isJsonLines, isTabs } from './media-types.ts'

/** A form of text that people send under the name of another one. */
interface TextForm {
  readonly what: string
  /** The media type that names it; null of a form that is not read at all. */
  readonly mediaType: string | null
  readonly isNamed: (mediaType: string) => boolean
  readonly isForm: (text: string) => boolean
}

const never = () => false

const forms: readonly TextForm[] = [
  {
    what: 'lines of JSON, one object a line',
    mediaType: 'application/x-ndjson',
    isNamed: isJsonLines,
    isForm: looksLikeJsonLines,
  },
  { what: 'one JSON document', mediaType: 'application/json', isNamed: isJson, isForm: looksLikeJson },
  {
    what: 'a web page (HTML)',
    mediaType: null,
    isNamed: never,
    isForm: (text) =>
      /^\s*<(?:!doctype\s+html|html|head|body|table|thead|tbody|tr|div|meta|style)\b/i.test(text),
  },
  { what: 'a Markdown table', mediaType: null, isNamed: never, isForm: isMarkdownTable },
  {
    what: 'a code block of Markdown, between lines of ```',
    mediaType: null,
    isNamed: never,
    isForm: (text) => /^\s*(?:```|~~~)/.test(text),
  },
  { what: 'an XML file', mediaType: null, isNamed: never, isForm: (text) => /^\s*<\?xml\s/i.test(text) },
  {
    what: 'a table of tabs',
    mediaType: 'text/tab-separated-values',
    isNamed: (mediaType) => isTabs(mediaType) || isCsv(mediaType),
    isForm: (text) => looksSeparated(text, ['\t']),
  },
  {
    what: 'a table of separated values',
    mediaType: 'text/csv',
    isNamed: (mediaType) => isCsv(mediaType) && !isTabs(mediaType),
    isForm: (text) => looksSeparated(text),
  },
]

const saveAsCsv =
  'Send the table alone as CSV with media_type "text/csv" (in a spreadsheet: Save as, "CSV UTF-8"), or as metadata.rows, a list of objects.'

/** The form that a text has by its look, where its media type names another; null where it has none of those that are known. */
export function misnamedForm(mediaType: string, text: string): ProblemFound | null {
  const form = forms.find(({ isForm }) => isForm(text))
  if (form === undefined || form.isNamed(mediaType)) return null
  const essence = mediaType.replace(/\s*;.*$/s, '').toLowerCase()
  const message = `it was sent as ${essence}, and it is ${form.what}`
  return form.mediaType === null
    ? problemOf(message, saveAsCsv)
    : problemOf(message, `Send the same file with media_type "${form.mediaType}".`, 'media_type')
}

function looksLikeJsonLines(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false
  const lines = text.split(/\r\n|\n|\r/, 50).filter((line) => line.trim() !== '')
  const [first, second] = lines.slice(0, 2).map(parsed)
  return isJsonObject(first) && isJsonObject(second)
}

const dashes = /^\|?(?: *:?-+:? *\|)* *:?-+:? *\|?$/

/** Whether below a first line with pipes stands one of dashes for each column. */
export function isMarkdownTable(text: string): boolean {
  const [names = '', rule = ''] = text
    .slice(0, 10_000)
    .trimStart()
    .split(/\r\n|\n|\r/, 2)
  return names.includes('|') && rule.includes('-') && dashes.test(rule.replaceAll('\t', ' ').trim())
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && parsed(text) !== undefined
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof StrictJsonError) return undefined
    throw error
  }
}

/** Whether its first two records have the same number of fields, and more than one, by one of these separators. */
export function looksSeparated(text: string, separators: readonly Delimiter[] = delimiters): boolean {
  return separators.some((delimiter) => {
    const records = csvRecords(text, 0, 1, [delimiter])
    const [first, second] = [records.next().value, records.next().value]
    if (first === undefined || second === undefined || 'message' in first || 'message' in second) return false
    return first.fields > 1 && first.fields === second.fields
  })
}
