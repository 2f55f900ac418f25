import { isJsonObject } from '@outturn/canonical'

/** Says what is wrong with a value, naming the member by its path; undefined when nothing is. */
export interface Shape<Value = unknown> {
  (value: unknown, path: string): string | undefined
  /** Never set: it carries the type of a value with nothing wrong. */
  readonly accepted?: Value
}

type Members = Readonly<Record<string, Shape>>

/** The type of a value of this shape. */
export type Shaped<OfShape extends Shape> = OfShape extends Shape<infer Value> ? Value : never

type ObjectOf<Required extends Members, Optional extends Members> = Flat<
  { readonly [Name in keyof Required]: Shaped<Required[Name]> } & {
    readonly [Name in keyof Optional]?: Shaped<Optional[Name]>
  }
>
type Flat<Value> = { [Name in keyof Value]: Value[Name] }

/** An object with these members and no others; `optional` ones may be left out. */
export function exactObject<Required extends Members, Optional extends Members = {}>(
  required: Required,
  optional?: Optional,
): Shape<ObjectOf<Required, Optional>> {
  const known = new Map(Object.entries({ ...required, ...optional }))
  return (value, path) =>
    objectProblem(value, path, required, optional) ?? unknownMember(Object.keys(value as object), known, path)
}

/** An object with at least these members; others are left to later versions. */
export function openObject<Required extends Members, Optional extends Members = {}>(
  required: Required,
  optional?: Optional,
): Shape<ObjectOf<Required, Optional>> {
  return (value, path) => objectProblem(value, path, required, optional)
}

export function listOf<Item>(item: Shape<Item>): Shape<readonly Item[]> {
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
export function mapOf<Item>(name: Shape<string>, item: Shape<Item>): Shape<Readonly<Record<string, Item>>> {
  return (value, path) => {
    if (!isJsonObject(value)) return `${path} must be an object`
    for (const [key, member] of Object.entries(value)) {
      const problem = name(key, `the name ${key} in ${path}`) ?? item(member, memberPath(path, key))
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** An object whose text member `kind` says which other members it has. */
export function variantOf<Variants extends Readonly<Record<string, Variant>>>(
  variants: Variants,
): Shape<{ [Kind in keyof Variants]: VariantObject<Kind, Variants[Kind]> }[keyof Variants]> {
  const choice = oneOf(...Object.keys(variants))
  const shapes = new Map(
    Object.entries(variants).map(([kind, { required = {}, optional = {} }]) => [
      kind,
      exactObject({ kind: choice, ...required }, optional),
    ]),
  )
  return (value, path) => {
    if (!isJsonObject(value)) return `${path} must be an object`
    return (
      choice(value['kind'], memberPath(path, 'kind')) ?? shapes.get(value['kind'] as string)?.(value, path)
    )
  }
}

interface Variant {
  readonly required?: Members
  readonly optional?: Members
}

type VariantObject<Kind, Rules extends Variant> = Flat<
  { readonly kind: Kind } & ObjectOf<
    Rules extends { readonly required: infer Required extends Members } ? Required : {},
    Rules extends { readonly optional: infer Optional extends Members } ? Optional : {}
  >
>

/** Any value; for members that a later reader judges. */
export function anything<Value>(): Shape<Value> {
  return () => undefined
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, path) => (value === null ? undefined : shape(value, path))
}

/** A well-formed string, by default not empty. */
export function text(pattern = /./su, description = 'a text'): Shape<string> {
  return (value, path) =>
    typeof value === 'string' && value.isWellFormed() && pattern.test(value)
      ? undefined
      : `${path} must be ${description}`
}

/** A well-formed string that may be empty. */
export function anyText(): Shape<string> {
  return text(/^/u)
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Shape<Choice> {
  return (value, path) =>
    (choices as readonly unknown[]).includes(value)
      ? undefined
      : `${path} must be one of ${choices.join(', ')}`
}

/** An integer from `minimum` to `maximum`, by default 2^53−1. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Shape<number> {
  const limits =
    maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? undefined
      : `${path} must be an integer ${limits}`
}

export function boolean(): Shape<boolean> {
  return (value, path) => (typeof value === 'boolean' ? undefined : `${path} must be true or false`)
}

/** An id: its prefix and 24 lower-case hexadecimal digits. */
export function id(prefix: string): Shape<string> {
  return text(new RegExp(`^${prefix}[0-9a-f]{24}$`, 'u'), `${prefix} and 24 hexadecimal digits`)
}

/** 64 lower-case hexadecimal digits. */
export function hex64(): Shape<string> {
  return text(/^[0-9a-f]{64}$/u, '64 hexadecimal digits')
}

/** `sha256:` and 64 lower-case hexadecimal digits. */
export function prefixedDigest(): Shape<string> {
  return text(/^sha256:[0-9a-f]{64}$/u, 'sha256: and 64 hexadecimal digits')
}

/**
 * A time that exists, in UTC with exactly three fractional digits; an exact one with up to nine, and no zero at their end beyond
 * the third.
 */
export function time(isExact = false): Shape<string> {
  return (value, path) =>
    isTime(value, isExact) ? undefined : `${path} must be a time such as 2026-01-01T00:00:00.000Z`
}

/** A decimal number of at least zero as text, with at most 30 digits before the point and 18 behind it. */
export function decimal(): Shape<string> {
  return text(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,18})?$/u, 'a decimal number such as 1.50')
}

function isTime(value: unknown, isExact: boolean): boolean {
  if (typeof value !== 'string') return false
  const plain = isExact ? value.replace(/(\.\d{3})\d{0,5}[1-9]Z$/u, '$1Z') : value
  // toJSON writes every time in this one form, years of more than four digits longer, and null for what is none.
  return plain.length === 24 && new Date(plain).toJSON() === plain
}

function objectProblem(
  value: unknown,
  path: string,
  required: Members,
  optional: Members = {},
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
