import { isJson, type Json } from '../tools/tool.ts'

/** Most bytes of JSON in one answer: hosts cut what is longer, in the middle of a text. */
export const mostAnswerBytes = 24 * 1024

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

/** The bytes that the list of what was left out may come to; it is part of the answer. */
const roomForList = 32

/**
 * The answer as it is, where it fits; else without its largest parts: ends of lists, and whole members where those are
 * texts. No text is cut. `left_out` names what is missing.
 */
export function fittedAnswer(answer: Json, most = mostAnswerBytes): Json {
  if (bytesOf(answer) <= most) return answer
  const { left_out: before = [], ...body } = structuredClone(answer) as Record<string, unknown>
  const leftOut = Array.isArray(before) ? before.filter((each) => typeof each === 'string') : []
  for (;;) {
    const excess = bytesOf(body) + roomForList + bytesOf(leftOut) - most
    if (excess <= 0 || Object.keys(body).length === 0) return { ...body, left_out: leftOut }
    leftOut.push(shorten(body, '', excess))
  }
}

/** Takes the largest part out of a value, at least so many bytes of it where it is a list; returns its name. */
function shorten(value: Record<string, unknown>, at: string, excess: number): string {
  const [name, heaviest] = largest(Object.entries(value))
  const path = at === '' ? name : `${at}.${name}`
  if (Array.isArray(heaviest) && heaviest.length > 1) return shortenList(heaviest, path, excess)
  const [only] = Array.isArray(heaviest) ? (heaviest as unknown[]) : []
  if (isJson(only) && Object.keys(only).length > 1) return shorten(only, `${path}[0]`, excess)
  if (isJson(heaviest) && Object.keys(heaviest).length > 1) return shorten(heaviest, path, excess)
  delete value[name]
  return path
}

function shortenList(list: unknown[], path: string, excess: number): string {
  let taken = 0
  while (taken < excess && list.length > 1) taken += bytesOf(list.pop()) + 1
  return `${path}[${list.length}…]`
}

function largest(entries: readonly (readonly [string, unknown])[]): readonly [string, unknown] {
  const [first, ...others] = entries
  if (first === undefined) throw new Error('an answer without members is too large')
  return others.reduce((most, each) => (bytesOf(each[1]) > bytesOf(most[1]) ? each : most), first)
}
