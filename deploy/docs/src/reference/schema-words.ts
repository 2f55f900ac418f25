import { type InterfaceDocument, nameOf, type Schema } from './interface-document.ts'
import { table } from './markdown.ts'

/** Address of the page of a named schema. */
export function objectAddress(name: string): string {
  return `/reference/objects/${name}`
}

/** Whether a named schema has members or variants, and so a page of its own; a named text is described where it is used. */
export function hasPage(schema: Schema | undefined): boolean {
  return ['properties', 'allOf', 'oneOf', 'anyOf'].some((member) => schema?.[member] !== undefined)
}

/** The members of an object, those that it extends among them. */
export function membersOf(schema: Schema, document: InterfaceDocument): string | null {
  const rows = rowsOf(schema, document, '')
  return rows.length === 0 ? null : table(['Member', 'Type', 'Description'], rows)
}

/** What else may stand in place of the schema. */
export function variantsOf(schema: Schema, document: InterfaceDocument): string | null {
  const variants = schema.oneOf ?? schema.anyOf
  return variants === undefined
    ? null
    : variants.map((variant) => `- ${typeWords(variant, document)}`).join('\n')
}

function rowsOf(
  schema: Schema,
  document: InterfaceDocument,
  path: string,
): readonly (readonly [string, string, string])[] {
  const bases = schema.allOf ?? []
  const inherited = bases.flatMap((base) => rowsOf(resolved(base, document), document, path))
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const target = resolved(member, document)
    const need = schema.required?.includes(name) === true ? '' : 'Optional. '
    const gone = member.deprecated === true || target.deprecated === true ? 'Deprecated. ' : ''
    const words = member.description ?? target.description ?? ''
    const row = [
      `\`${path}${name}\``,
      typeWords(member, document),
      `${need}${gone}${words}${boundWords(target)}`,
    ] as const
    // An object without a name of its own has its members here.
    const inner =
      member.$ref === undefined ? (member.items?.$ref === undefined ? (member.items ?? member) : null) : null
    const nested =
      inner?.properties === undefined
        ? []
        : rowsOf(inner, document, `${path}${name}${member.items ? '[]' : ''}.`)
    return [row, ...nested]
  })
  return [...inherited, ...own]
}

export function resolved(schema: Schema, document: InterfaceDocument): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? {})
}

/** The type of a value in a few words, with links to the objects that it names. */
export function typeWords(schema: Schema, document: InterfaceDocument): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const target = document.components.schemas[name]
    return hasPage(target) ? `[${name}](${objectAddress(name)})` : typeWords(target ?? {}, document)
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants !== undefined) {
    return [...new Set(variants.map((variant) => typeWords(variant, document)))].join(' or ')
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.items !== undefined) return `array of ${typeWords(schema.items, document)}`
  if (schema.allOf !== undefined) return schema.allOf.map((each) => typeWords(each, document)).join(' with ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return typeof schema.type === 'string' ? schema.type : 'any value'
}

const itemsWords = (value: unknown) =>
  value === 1 ? '1 item' : `${Number(value).toLocaleString('en')} items`

const bounds: readonly (readonly [string, (value: unknown) => string])[] = [
  ['minimum', (value) => `at least ${Number(value).toLocaleString('en')}`],
  ['maximum', (value) => `at most ${Number(value).toLocaleString('en')}`],
  ['minItems', (value) => `at least ${itemsWords(value)}`],
  ['maxItems', (value) => `at most ${itemsWords(value)}`],
  ['maxLength', (value) => `at most ${Number(value).toLocaleString('en')} characters`],
]

function boundWords(schema: Schema): string {
  const words = bounds.flatMap(([name, say]) => {
    const value = schema[name]
    const isWide = typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER
    return value === undefined || isWide ? [] : [say(value)]
  })
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
