import { isJsonObject, type JsonObject, type JsonValue } from '@outturn/canonical'
import type { EvidenceContent } from '@outturn/agreement'
import {
  type FileProblem,
  findRowNameFault,
  isCsv,
  jsonProblem,
  maxFileRows,
  readTableFile,
  sheetOfNoWorkbook,
  shownText,
  type TableReaders,
  textProblem,
  unlistedRows,
  unreadFile,
} from '@outturn/checkers'
import { canHoldRows } from '@outturn/evaluation'
import { evidenceTooLarge, invalid, type Refusal, unprocessable } from '@outturn/contracts'
import type { EvidenceType } from '@outturn/vocabulary'
import type { EvidenceDraft } from './evidence-draft.ts'

type Metadata = EvidenceDraft['metadata']
type Form = 'rows' | 'text' | 'json' | 'bytes' | 'reference'

/** The members of metadata that carry content, by the form they make. */
const membersOf: Record<Form, readonly string[]> = {
  rows: ['rows'],
  text: ['text'],
  json: ['json'],
  bytes: ['content_base64'],
  reference: ['url', 'sha256'],
}

/** The forms in which evidence of each type can be. */
const formsOf: Record<EvidenceType, readonly Form[]> = {
  dataset: ['rows', 'json', 'bytes', 'reference'],
  text: ['text', 'bytes', 'reference'],
  file: ['text', 'json', 'bytes', 'reference'],
  photo: ['bytes', 'reference'],
  url: ['reference', 'rows'],
  confirmation: ['text', 'json', 'bytes', 'reference'],
}

/** The rung of the provenance ladder that each form stands on when its submitter claims none. */
const defaultProvenance = {
  rows: 'uploaded_json',
  json: 'uploaded_json',
  text: 'uploaded_text',
  bytes: 'uploaded_file',
  reference: 'caller_declared',
} as const

export type SubmittedContent = {
  content: EvidenceContent
  provenance: (typeof defaultProvenance)[Form] | 'uploaded_csv'
  /** What the metadata says beside the content, a reference included. */
  extras: Metadata
  /** Where the content was sent. */
  field: string
  /** Rows of a file that was read as a table; left out of any other content. */
  rows?: number
  /** Characters in all cells of such a table. */
  characters?: number
  /** Why a file or a document is no table; null of a table, and of what is no file. */
  unread: FileProblem | null
  /** Why a table of one column may be another one than it seems, with the name of that column; left out where nothing says so. */
  doubt?: { readonly column: string; readonly problem: FileProblem }
}

/** The content that an evidence item holds or refers to; refuses several forms, and one that its type cannot have. */
export function submittedContent({ metadata, type, source }: EvidenceDraft): SubmittedContent {
  const forms = (Object.keys(membersOf) as Form[]).filter((form) =>
    membersOf[form].some((member) => Object.hasOwn(metadata, member)),
  )
  const [sent = 'reference', second] = forms
  if (second !== undefined) {
    throw unprocessable('metadata', `The metadata holds content as ${sent} and as ${second}.`, {
      remediation: 'Send one form of content in each item.',
    })
  }
  // A text of a media type is a file, however it was sent.
  const form = sent === 'text' && Object.hasOwn(metadata, 'media_type') ? 'bytes' : sent
  assertFormOfType(type, form, `metadata.${membersOf[sent][0]}`)
  const content = readers[form](metadata, source)
  assertNotSystemEvidence(content)
  const isFile = content.kind === 'bytes'
  const kept = [...(form === 'reference' ? [] : membersOf[sent]), ...(isFile ? ['media_type'] : [])]
  return {
    content,
    provenance: isFile && isCsv(content.media_type) ? 'uploaded_csv' : defaultProvenance[form],
    extras: Object.fromEntries(Object.entries(metadata).filter(([name]) => !kept.includes(name))),
    field: `metadata.${membersOf[sent][0]}`,
    unread: null,
  }
}

/** Refuses evidence in a form that its type cannot have. */
export function assertFormOfType(type: EvidenceType, form: Form, field: string): void {
  if (formsOf[type].includes(form)) return
  throw unprocessable(field, `Evidence of type ${type} cannot be ${form}.`, {
    remediation: `Send it as ${formsOf[type].flatMap((allowed) => membersOf[allowed][0] ?? []).join(', ')}${form === 'text' && formsOf[type].includes('bytes') ? ', or send media_type with the text, such as "text/csv"' : ''}.`,
  })
}

/**
 * The same with what a file holds: its rows, and how they are read. Refuses a file that says by its media type that it is a
 * table, JSON or text, and is not. It pauses while the file is read.
 */
export async function readSubmitted(draft: EvidenceDraft, readers: TableReaders): Promise<SubmittedContent> {
  const submitted = submittedContent(draft)
  const { content, field } = submitted
  const sheet = wantedSheet(draft)
  if (sheet !== null && (content.kind === 'rows' || content.kind === 'json')) {
    throw unreadable(field, sheetOfNoWorkbook.problem)
  }
  if (content.kind === 'json') return { ...submitted, unread: unlistedRows(content.json) }
  if (content.kind === 'rows') assertNamesApart(content.rows, field)
  if (content.kind !== 'bytes') return submitted
  const bytes = Buffer.from(content.base64, 'base64')
  const mistake = jsonProblem(content.media_type, bytes)
  if (mistake !== null) throw unreadable(field, mistake)
  if (!canHoldRows(draft.type, content.media_type)) {
    const noText = textProblem(content.media_type, bytes)
    if (noText !== null) throw unreadable(field, noText)
    return { ...submitted, unread: unreadFile(content.media_type, bytes) }
  }
  const reading = await readTableFile(content.media_type, bytes, readers, sheet)
  switch (reading.kind) {
    case 'problem':
      throw unreadable(field, reading.problem)
    case 'other':
      return { ...submitted, unread: reading.problem }
    case 'rows':
      return { ...submitted, rows: reading.rows }
    case 'table':
      return {
        ...submitted,
        provenance: reading.dialect.format === 'csv' ? 'uploaded_csv' : 'uploaded_file',
        content: { ...content, dialect: reading.dialect },
        rows: reading.rows,
        characters: reading.characters,
        ...(reading.doubt !== undefined && { doubt: reading.doubt }),
      }
    default:
      return reading satisfies never
  }
}

/** The sheet of a workbook that its submitter names; null for the first one. */
function wantedSheet({ metadata: { sheet } }: EvidenceDraft): string | null {
  if (sheet === undefined) return null
  if (typeof sheet !== 'string') throw invalid('metadata.sheet', 'sheet must be the name of a sheet.')
  return sheet
}

/** The refusal of a file that cannot be read, with the place and what to send instead; `field` is where the file was sent. */
export function unreadable(field: string, problem: FileProblem): Refusal {
  const { line, column, message, remedy, member } = problem
  const place = column === null ? `Line ${line}` : `Line ${line}, column ${column}`
  const sentence =
    line === null ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : `${place}: ${message}`
  const wrong = member === undefined ? field : member === 'type' ? member : `metadata.${member}`
  return unprocessable(wrong, `${sentence}.`, {
    remediation: remedy ?? 'Correct that place of the file and send it again; nothing of it was kept.',
  })
}

/** The media types of what people call by the end of a file's name. */
const mediaTypesByName: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  text: 'text/plain',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

function meantMediaTypes(sent: unknown): string {
  const name = typeof sent === 'string' ? sent.trim().toLowerCase().replace(/^\./, '') : ''
  const meant = Object.hasOwn(mediaTypesByName, name) ? mediaTypesByName[name] : undefined
  return meant === undefined ? '"text/csv" or "application/pdf"' : `"${meant}"`
}

const readers: Record<Form, (metadata: Metadata, source: string) => EvidenceContent> = {
  rows: ({ rows }) => ({ kind: 'rows', rows: checkedRows(rows, 'metadata.rows') }),
  text({ text }) {
    if (typeof text !== 'string') throw invalid('metadata.text', 'text must be a string.')
    return { kind: 'text', text }
  },
  // A list of objects is rows however it is called, so that what has one digest has one form.
  json: ({ json }) =>
    isRows(json)
      ? { kind: 'rows', rows: checkedRows(json, 'metadata.json') }
      : { kind: 'json', json: json as JsonValue },
  bytes({ text, content_base64: sent, media_type: mediaType }) {
    if (text !== undefined && typeof text !== 'string')
      throw invalid('metadata.text', 'text must be a string.')
    const base64 = text === undefined ? sent : Buffer.from(text).toString('base64')
    if (typeof base64 !== 'string' || !isBase64(base64)) {
      throw invalid('metadata.content_base64', 'content_base64 must be padded standard base64.', {
        remediation: base64Remedy(base64),
      })
    }
    if (typeof mediaType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(?:\s*;.{0,200})?$/.test(mediaType)) {
      throw invalid(
        'metadata.media_type',
        `media_type must name the media type of the content${typeof mediaType === 'string' ? `; ${shownText(mediaType)} is none` : ''}.`,
        { remediation: `Send media_type, such as ${meantMediaTypes(mediaType)}.` },
      )
    }
    return { kind: 'bytes', base64, media_type: mediaType }
  },
  reference({ url, sha256 }, source) {
    const referred = url ?? (isHttpUrl(source) ? source : undefined)
    if (referred !== undefined && (typeof referred !== 'string' || referred.length > 2_048)) {
      throw invalid('metadata.url', 'url must be a string of at most 2048 characters.')
    }
    if (sha256 !== undefined && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))) {
      throw invalid('metadata.sha256', 'sha256 must be 64 lower-case hexadecimal digits.')
    }
    return {
      kind: 'reference',
      ...(referred !== undefined && { url: referred }),
      ...(sha256 !== undefined && { sha256 }),
    }
  },
}

/** Kinds of content that only the service records. */
const recordKinds: ReadonlySet<unknown> = new Set(['confirmation', 'external_result', 'review', 'dispute'])

/**
 * Refuses content that is, byte for byte or nearly, what the service records of a confirmation or a judge's result: kept
 * under the same digest, it would later stand in the place of that record.
 */
function assertNotSystemEvidence(content: EvidenceContent): void {
  const json = content.kind === 'json' ? content.json : parsed(textOf(content))
  if (typeof json !== 'object' || json === null || !('kind' in json) || !recordKinds.has(json.kind)) return
  throw unprocessable(
    'metadata',
    `Content of the kind ${String(json.kind)} is recorded by the service alone.`,
    {
      remediation: 'Confirm with the verify action, or send the result with the external-result action.',
    },
  )
}

function textOf(content: EvidenceContent): string {
  if (content.kind === 'text') return content.text
  return content.kind === 'bytes' ? Buffer.from(content.base64, 'base64').toString('utf8') : ''
}

function parsed(text: string): unknown {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRows(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
}

function checkedRows(rows: unknown, field: string): JsonObject[] {
  if (!Array.isArray(rows)) {
    throw invalid(field, 'rows must be an array of objects.', { remediation: rowsRemedy(rows) })
  }
  if (rows.length > maxFileRows) {
    throw evidenceTooLarge(
      field,
      `The evidence item has ${rows.length} rows; at most ${maxFileRows} are taken.`,
    )
  }
  const bad = rows.findIndex((row) => !isJsonObject(row))
  if (bad >= 0) {
    throw invalid(`${field}[${bad}]`, 'Each row must be a JSON object.', {
      remediation:
        'Send each row as an object with the names of its columns, such as {"email": "a@example.com"}.',
    })
  }
  return rows as JsonObject[]
}

function assertNamesApart(rows: readonly JsonObject[], field: string): void {
  const fault = findRowNameFault(rows)
  if (fault === null) return
  const message = `${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}.`
  throw unprocessable(`${field}[${fault.index}]`, message, {
    remediation: 'Keep one of the two members in each row, and send it again; nothing of it was kept.',
  })
}

function rowsRemedy(rows: unknown): string {
  return typeof rows === 'string'
    ? 'Send the list itself and not a text of it. The text of a file goes in metadata.text, with its metadata.media_type.'
    : 'Send a list, also of one row: [{"email": "a@example.com"}].'
}

/** What keeps text from being standard base64, as far as its look tells. */
function base64Remedy(sent: unknown): string {
  if (typeof sent !== 'string') return 'Send the bytes of the file as one text in base64.'
  if (/^data:/i.test(sent)) {
    return 'Send what follows the comma of the data URL alone, and its media type as metadata.media_type.'
  }
  if (/\s/.test(sent)) return 'Send it without line breaks and spaces.'
  if (/[-_]/.test(sent)) {
    return 'Send it with + and / in place of - and _, and with = at its end up to a multiple of 4 characters.'
  }
  return /^[A-Za-z0-9+/]*={0,2}$/.test(sent)
    ? 'Send all of it, with = at its end up to a multiple of 4 characters.'
    : 'Encode the bytes of the file in base64. Send text that is not encoded as metadata.text.'
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
