import type { Exclusion } from '../exclusions/exclusions.ts'
import type { Circumstances, KnownField, ReadCheck } from '../outcome.ts'

const holdings: Readonly<Record<NonNullable<KnownField['type']>, string>> = {
  text: 'texts',
  number: 'numbers',
  boolean: 'true or false',
  list: 'lists',
  object: 'objects',
  time: 'times',
}

const untypedLists = new WeakMap<readonly KnownField[], readonly KnownField[]>()

/** The same circumstances with nothing known of the types of fields; null where nothing is known of them. */
export function withoutTypes(circumstances: Circumstances): Circumstances | null {
  const { fields } = circumstances
  if (fields.every(({ type }) => type === undefined)) return null
  const known = untypedLists.get(fields)
  const untyped = known ?? fields.map(({ type: _, ...field }) => field)
  untypedLists.set(fields, untyped)
  return { ...circumstances, fields: untyped }
}

/** Why a text that would be read without types is not: no value of the type that a field has can meet it. */
export function typeMismatch(
  checks: readonly ReadCheck[],
  circumstances: Circumstances,
  tokens: number,
): Exclusion {
  const said = JSON.stringify(checks.map(({ check }) => check))
  const names = circumstances.fields.filter(
    ({ name, type }) => type !== undefined && said.includes(JSON.stringify(name).slice(1, -1)),
  )
  const [field] = names.toSorted((a, b) => b.name.length - a.name.length)
  const holds =
    field?.type === undefined
      ? 'No value of the types that the fields have can meet this.'
      : `${JSON.stringify(field.name)} holds ${holdings[field.type]}, and none of them can meet this.`
  return {
    from: 0,
    to: tokens,
    reason: 'inexact_value',
    question: `${holds} What is required of it?`,
    options: [],
  }
}
