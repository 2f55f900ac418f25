import { busHeaders, JsonText, PassedText } from '@outturn/contracts'
import { z } from 'zod'
import type { HeaderRecord } from './message-headers.ts'
import { readMessageJson } from './message-json.ts'

/** A message as it is written, with the headers that say how it is read. */
export type MessageText = { readonly text: string | Uint8Array; readonly headers: HeaderRecord }

const noHeaders: HeaderRecord = {}

/** The JSON text of an object; its members may be texts themselves. */
export function jsonTextOf(input: unknown): string | Uint8Array {
  if (input instanceof JsonText) return input.bytes
  if (typeof input !== 'object' || input === null) return JSON.stringify(input)
  const members = Object.entries(input)
  if (!members.some(([, value]) => value instanceof JsonText)) return JSON.stringify(input)
  const parts: Uint8Array[] = []
  for (const [name, value] of members) {
    if (value === undefined) continue
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    parts.push(value instanceof JsonText ? value.bytes : Buffer.from(JSON.stringify(value)))
  }
  return Buffer.concat([...parts, Buffer.from('}')])
}

/** Writes a message: on its first line what its receiver reads, and on further ones the members that are only passed on. */
export function messageTextOf(input: unknown): MessageText {
  const passed = Object.entries(input ?? {}).filter(
    (member): member is [string, PassedText] => member[1] instanceof PassedText,
  )
  if (passed.length === 0) return { text: jsonTextOf(input), headers: noHeaders }
  const names = passed.map(([name]) => name)
  const others = Object.entries(input as object).filter(([name]) => !names.includes(name))
  const first = jsonTextOf(Object.fromEntries(others))
  const lines = passed.flatMap(([, { bytes }]) => [lineEnd, bytes])
  const text = Buffer.concat([typeof first === 'string' ? Buffer.from(first) : first, ...lines])
  return { text, headers: passedHeaders(names) }
}

const lineEnd = Buffer.from('\n')

/** The headers of a message that is followed by these members. */
export function passedHeaders(names: readonly string[]): HeaderRecord {
  return { [busHeaders.passed]: names.join(',') }
}

/** The value of a message; the members that follow it are the texts that were sent. */
export function readMessageText(bytes: Uint8Array, headers: HeaderRecord): unknown {
  const names = headers[busHeaders.passed]?.split(',') ?? []
  if (names.length === 0) return readMessageJson(bytes)
  const [first, ...lines] = linesOf(bytes)
  const value = readMessageJson(first)
  if (lines.length !== names.length || typeof value !== 'object' || value === null) {
    throw new Error(`a message is followed by ${lines.length} members and names ${names.length}`)
  }
  const passed = names.map((name, index) => [name, new PassedText(lines[index] as Uint8Array)])
  return { ...value, ...Object.fromEntries(passed) }
}

function linesOf(bytes: Uint8Array): [Uint8Array, ...Uint8Array[]] {
  const end = bytes.indexOf(lineEnd[0] as number)
  return end < 0 ? [bytes] : [bytes.subarray(0, end), ...linesOf(bytes.subarray(end + 1))]
}

/** A message with the schema that types it, and the name that an error calls it by. */
type Expected<S extends z.ZodType> = { readonly schema: S; readonly name: string }

/** The message as its schema types it; the error names it and each member that does not fit. */
export function readMessage<S extends z.ZodType>(
  bytes: Uint8Array,
  headers: HeaderRecord,
  { schema, name }: Expected<S>,
): z.output<S> {
  const read = schema.safeParse(readMessageText(bytes, headers))
  if (read.success) return read.data
  throw new Error(`${name} does not match its schema:\n${z.prettifyError(read.error)}`)
}
