import { isJsonObject } from '@outturn/canonical'

/** Says what is wrong with a value, naming the member by its path; undefined when nothing is. */
export type Shape = (value: unknown, path: string) => string | undefined

/** An object with these members and no others; `optional` ones may be left out. */
export function exactObject(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  const known = new Map(Object.entries({ ...required, ...optional }))
  return (value, path) =>
    objectProblem(value, path, required, optional) ?? unknownMember(Object.keys(value as object), known, path)
}

/** An object with at least these members; others are left to later versions. */
export function openObject(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return (value, path) => objectProblem(value, path, required, optional)
}

export function listOf(item: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path} must be a list`
    for (let index = 0; index < value.length; index++) {
      const problem = item(value[index], `${path}[${index}]`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** An object used as a map: every name and every value of their shape. */
export function mapOf(name: Shape, item: Shape): Shape {
  return (value, path) => {
    if (!isJsonObject(value)) return `${path} must be an object`
    for (const [key, member] of Object.entries(value)) {
      const problem = name(key, `the name ${key} in ${path}`) ?? item(member, memberPath(path, key))
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** An object whose text member `tag` says which other members it has. */
export function variantOf(tag: string, variants: Readonly<Record<string, Members>>): Shape {
  const choice = oneOf(...Object.keys(variants))
  const shapes = new Map(
    Object.entries(variants).map(([name, { required = {}, optional = {} }]) => [
      name,
      exactObject({ [tag]: choice, ...required }, optional),
    ]),
  )
  return (value, path) => {
    if (!isJsonObject(value)) return `${path} must be an object`
    return choice(value[tag], memberPath(path, tag)) ?? shapes.get(value[tag] as string)?.(value, path)
  }
}

interface Members {
  readonly required?: Record<string, Shape>
  readonly optional?: Record<string, Shape>
}

/** Any value; for members that a later reader judges. */
export function anything(): Shape {
  return () => undefined
}

export function orNull(shape: Shape): Shape {
  return (value, path) => (value === null ? undefined : shape(value, path))
}

/** A well-formed string, by default not empty. */
export function text(pattern = /./su, description = 'a text'): Shape {
  return (value, path) =>
    typeof value === 'string' && value.isWellFormed() && pattern.test(value)
      ? undefined
      : `${path} must be ${description}`
}

/** A well-formed string that may be empty. */
export function anyText(): Shape {
  return text(/^/u)
}

export function oneOf(...choices: readonly string[]): Shape {
  return (value, path) =>
    typeof value === 'string' && choices.includes(value)
      ? undefined
      : `${path} must be one of ${choices.join(', ')}`
}

/** An integer from `minimum` to `maximum`, by default 2^53−1. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Shape {
  const limits =
    maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? undefined
      : `${path} must be an integer ${limits}`
}

export function boolean(): Shape {
  return (value, path) => (typeof value === 'boolean' ? undefined : `${path} must be true or false`)
}

/** An id: its prefix and 24 lower-case hexadecimal digits. */
export function id(prefix: string): Shape {
  return text(new RegExp(`^${prefix}[0-9a-f]{24}$`, 'u'), `${prefix} and 24 hexadecimal digits`)
}

/** 64 lower-case hexadecimal digits. */
export function hex64(): Shape {
  return text(/^[0-9a-f]{64}$/u, '64 hexadecimal digits')
}

/** `sha256:` and 64 lower-case hexadecimal digits. */
export function prefixedDigest(): Shape {
  return text(/^sha256:[0-9a-f]{64}$/u, 'sha256: and 64 hexadecimal digits')
}

/** A time that exists, in UTC with exactly three fractional digits. */
export function time(): Shape {
  return (value, path) =>
    isTime(value) ? undefined : `${path} must be a time such as 2026-01-01T00:00:00.000Z`
}

/** A decimal number of at least zero as text, with at most 30 digits before the point and 18 behind it. */
export function decimal(): Shape {
  return text(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,18})?$/u, 'a decimal number such as 1.50')
}

function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(value)) return false
  const instant = new Date(value)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value
}

function objectProblem(
  value: unknown,
  path: string,
  required: Record<string, Shape>,
  optional: Record<string, Shape>,
): string | undefined {
  if (!isJsonObject(value)) return `${path || 'The document'} must be an object`
  for (const [name, shape] of Object.entries(required)) {
    const at = memberPath(path, name)
    if (!Object.hasOwn(value, name)) return `${at} is missing`
    const problem = shape(value[name], at)
    if (problem !== undefined) return problem
  }
  for (const [name, shape] of Object.entries(optional)) {
    if (!Object.hasOwn(value, name)) continue
    const problem = shape(value[name], memberPath(path, name))
    if (problem !== undefined) return problem
  }
  return undefined
}

function unknownMember(
  names: readonly string[],
  known: ReadonlyMap<string, Shape>,
  path: string,
): string | undefined {
  const stranger = names.find((name) => !known.has(name))
  return stranger === undefined ? undefined : `${memberPath(path, stranger)} is not a member of this record`
}

function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
