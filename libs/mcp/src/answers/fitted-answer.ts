import { isJson, type Json } from '../tools/tool.ts'

/** Most bytes of JSON in one answer: hosts cut what is longer, in the middle of a text. */
export const mostAnswerBytes = 24 * 1024

/** The part of an answer that the list of what was left out may take, and how long a name in it may be. */
const shareOfList = 1 / 8
const longestName = 40
/** An object whose members would get fewer bytes each keeps its first members whole instead. */
const leastShare = 64

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
/** A colon and a comma beside a name, in an object. */
const memberBytes = (name: string) => bytesOf(name) + 2

/**
 * The answer as it is, where it fits; else without its longest parts: ends of lists, members of large objects, and whole texts. No text
 * is cut. `left_out` names what is missing. The work grows with the size of the answer, whatever its shape.
 */
export function fittedAnswer(answer: Json, most = mostAnswerBytes): Json {
  if (bytesOf(answer) <= most) return answer
  const { left_out: before = [], ...body } = answer
  const forList = Math.floor(most * shareOfList)
  const leftOut = Array.isArray(before) ? before.filter((each) => typeof each === 'string') : []
  const fitting = { sizes: sizesOf(body), leftOut }
  const fitted = fitObject(body, most - forList - memberBytes('left_out') - 2, '', fitting)
  return { ...fitted, left_out: shortList(leftOut, forList) }
}

type Fitting = { readonly sizes: ReadonlyMap<unknown, number>; readonly leftOut: string[] }

/** The bytes of every list and object inside of a value, each counted once. */
function sizesOf(root: unknown): ReadonlyMap<unknown, number> {
  const sizes = new Map<unknown, number>()
  const measure = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return bytesOf(value)
    const parts = Array.isArray(value)
      ? value.map((item) => measure(item) + 1)
      : Object.entries(value).map(([name, member]) => memberBytes(name) + measure(member))
    const size = parts.reduce((sum, each) => sum + each, 2)
    sizes.set(value, size)
    return size
  }
  measure(root)
  return sizes
}

function sizeIn({ sizes }: Fitting, value: unknown): number {
  return sizes.get(value) ?? bytesOf(value)
}

/** The value within so many bytes; undefined where nothing of it fits, which is then named. */
function fit(value: unknown, room: number, at: string, fitting: Fitting): unknown {
  if (sizeIn(fitting, value) <= room) return value
  const fitted = Array.isArray(value)
    ? fitList(value, room, at, fitting)
    : isJson(value)
      ? fitObject(value, room, at, fitting)
      : undefined
  if (fitted !== undefined && Object.keys(fitted).length > 0) return fitted
  if (fitted === undefined) fitting.leftOut.push(at)
  return undefined
}

/** The first items that fit whole; of a list without any, what fits of the first. */
function fitList(
  list: readonly unknown[],
  room: number,
  at: string,
  fitting: Fitting,
): unknown[] | undefined {
  let left = room - 2
  let kept = 0
  for (const item of list) {
    left -= sizeIn(fitting, item) + 1
    if (left < 0) break
    kept += 1
  }
  if (kept > 0) {
    fitting.leftOut.push(`${at}[${kept}…]`)
    return list.slice(0, kept)
  }
  if (typeof list[0] !== 'object') return undefined
  if (list.length > 1) fitting.leftOut.push(`${at}[1…]`)
  const first = fit(list[0], room - 3, `${at}[0]`, fitting)
  return first === undefined ? [] : [first]
}

/** Small members are kept whole, and the others share what is left. */
function fitObject(object: Json, room: number, at: string, fitting: Fitting): Json {
  const members = Object.entries(object)
  const bySize = members
    .map(([name, value]) => ({ name, value, size: memberBytes(name) + sizeIn(fitting, value) }))
    .toSorted((a, b) => a.size - b.size)
  let left = room - 2
  const kept = new Map<string, unknown>()
  for (const [index, { name, value, size }] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - index))
    if (size > share && share < leastShare) return firstMembers(members, room, at, fitting)
    const inner = size <= share ? value : fit(value, share - memberBytes(name), pathTo(at, name), fitting)
    if (inner === undefined) continue
    kept.set(name, inner)
    left -= size <= share ? size : memberBytes(name) + bytesOf(inner)
  }
  return Object.fromEntries(members.flatMap(([name]) => (kept.has(name) ? [[name, kept.get(name)]] : [])))
}

/** Of an object with very many members, the first that fit whole. */
function firstMembers(
  members: readonly (readonly [string, unknown])[],
  room: number,
  at: string,
  fitting: Fitting,
): Json {
  let left = room - 2
  const kept: (readonly [string, unknown])[] = []
  for (const [name, value] of members) {
    const size = memberBytes(name) + sizeIn(fitting, value)
    if (size > left) continue
    left -= size
    kept.push([name, value])
  }
  fitting.leftOut.push(`${at}{${members.length - kept.length} of ${members.length} members}`)
  return Object.fromEntries(kept)
}

function pathTo(at: string, name: string): string {
  const short = name.length <= longestName ? name : `${name.slice(0, longestName)}…`
  return at === '' ? short : `${at}.${short}`
}

/** As many names as fit, and how many there are besides. */
function shortList(names: readonly string[], room: number): string[] {
  const all = [...new Set(names)]
  const others = (count: number) => `${count} more`
  let left = room - 2 - bytesOf(others(all.length)) - 1
  const kept: string[] = []
  for (const name of all) {
    left -= bytesOf(name) + 1
    if (left < 0) break
    kept.push(name)
  }
  return kept.length === all.length ? kept : [...kept, others(all.length - kept.length)]
}
