import { parseSentJson, type SentJson, SentNumber } from '@outturn/canonical'

/** The JSON of a member of a body that is known to be an object, with each number as it was sent; null where there is no such member. */
export function memberText(body: Uint8Array, name: string): string {
  const document = parseSentJson(withoutMark(body)) as Readonly<Record<string, SentJson>>
  return textOf(document[name] ?? null)
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef ? bytes.subarray(3) : bytes
}

function textOf(value: SentJson): string {
  if (value instanceof SentNumber) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly SentJson[]).map(textOf).join(',')}]`
  const members = Object.entries(value as Readonly<Record<string, SentJson>>)
  return `{${members.map(([member, each]) => `${JSON.stringify(member)}:${textOf(each)}`).join(',')}}`
}
