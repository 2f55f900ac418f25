import type { Schema } from './api-document.ts'
import { docComment } from './doc-comment.ts'
import { nameRepeatedSchemas, type RepeatedSchemas } from './repeated-schemas.ts'

/** A union that is longer has a line for each alternative. */
const maxUnionLength = 90

/** Names that would hide a global of TypeScript. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorBody' }

/**
 * TypeScript of all schemas of a document: an exported type for each, and for each inline schema that is repeated. `sent` names the
 * bodies of requests: what callers make may have read-only lists and members that are undefined.
 */
export function renderTypes(schemas: Readonly<Record<string, Schema>>, sent: readonly string[]): string {
  const plain = new TypeRenderer(schemas).renderAll()
  const declarations = new TypeRenderer(schemas, reachable(plain, sent.map(typeName))).renderAll()
  return [...declarations.values()].join('\n\n').replaceAll(/ +$/gm, '')
}

/** Names of these types and of all that they are made of. */
function reachable(declarations: ReadonlyMap<string, string>, from: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = declarations.get(name)
    if (text === undefined || found.has(name)) continue
    found.add(name)
    open.push(...(text.replaceAll(/\/\*\*[^]*?\*\//g, '').match(/\b[A-Z]\w*\b/g) ?? []))
  }
  return found
}

/** The name of the type of a component. */
export function typeName(component: string): string {
  return renamed[component] ?? component
}

/** The type of a schema outside of the components, where nothing is inline that has a name. */
export function renderInlineType(schema: Schema): string {
  return new TypeRenderer({}).typeOf(schema)
}

class TypeRenderer {
  readonly #named: ReadonlyMap<string, Schema>
  readonly #repeated: RepeatedSchemas
  readonly #sent: ReadonlySet<string>
  /** Whether the type that is being rendered is one of a request. */
  #isSent = false

  constructor(components: Readonly<Record<string, Schema>>, sent: ReadonlySet<string> = new Set()) {
    const schemas = new Map(Object.entries(components).map(([name, schema]) => [typeName(name), schema]))
    this.#repeated = nameRepeatedSchemas(schemas)
    this.#named = new Map([...schemas, ...this.#repeated.schemas])
    this.#sent = sent
  }

  /** Declarations by the names of their types, in alphabetical order. */
  renderAll(): Map<string, string> {
    const names = [...this.#named.keys()].toSorted()
    return new Map(names.map((name) => [name, this.#declarationOf(name, this.#named.get(name) ?? {})]))
  }

  #declarationOf(name: string, schema: Schema): string {
    this.#isSent = this.#sent.has(name)
    const comment = docComment([schema.description])
    const [base, own, ...others] = schema.allOf ?? [undefined, schema]
    if (own === undefined || others.length > 0 || !isPlainObject(own) || (base && base.$ref === undefined)) {
      return `${comment}export type ${name} = ${this.#bodyOf(schema)}`
    }
    const short = base === undefined ? this.#summaryOf(name, own) : undefined
    if (short !== undefined) return comment + short
    const head = base === undefined ? name : `${name} extends ${this.typeOf(base)}`
    return `${comment}export interface ${head} {\n${indent(this.#membersOf(own).join('\n'))}\n}`
  }

  /** A summary is written as the full type without the members that are others in it. */
  #summaryOf(name: string, schema: Schema): string | undefined {
    const full = this.#named.get(name.replace(/Summary$/, ''))
    if (full === undefined || !name.endsWith('Summary')) return undefined
    const members = this.#membersOf(schema)
    const fullMembers = this.#allMembersOf(full)
    const kept = new Set(members.filter((member) => fullMembers.has(member)))
    if (kept.size === 0) return undefined
    const others = [...fullMembers].flatMap(([text, key]) => (kept.has(text) ? [] : [`'${key}'`]))
    const fullName = name.replace(/Summary$/, '')
    const base = others.length === 0 ? fullName : `Omit<${fullName}, ${others.join(' | ')}>`
    const own = members.filter((member) => !kept.has(member))
    return `export interface ${name} extends ${base} {\n${indent(own.join('\n'))}\n}`
  }

  /** Texts of all members of an object, those of what it extends included, with their names. */
  #allMembersOf(schema: Schema): Map<string, string> {
    const { $ref, allOf = [], properties = {} } = schema
    if ($ref !== undefined) return this.#allMembersOf(this.#named.get(this.#bodyOf(schema)) ?? {})
    const own = new Map(
      this.#membersOf(schema).map((text, index) => [text, Object.keys(properties)[index] ?? '']),
    )
    return new Map([...allOf.flatMap((each) => [...this.#allMembersOf(each)]), ...own])
  }

  /** The type of a schema: its name where it has one. */
  typeOf(schema: Schema): string {
    const name = this.#repeated.nameOf(schema)
    return name ?? this.#bodyOf(schema)
  }

  #bodyOf(schema: Schema): string {
    if (schema.$ref !== undefined)
      return typeName(schema.$ref.replace(/^#\/(?:components\/schemas|\$defs)\//, ''))
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum !== undefined) return union(schema.enum.map(literal))
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives !== undefined) return union(alternatives.map((each) => this.typeOf(each)))
    if (schema.allOf !== undefined) return schema.allOf.map((each) => this.typeOf(each)).join(' & ')
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    if (types.length === 0) return 'unknown'
    return union(types.map((type) => this.#typeOfKind(type, schema)))
  }

  #typeOfKind(type: string, schema: Schema): string {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type
      case 'number':
      case 'integer':
        return 'number'
      case 'array':
        return this.#arrayOf(schema)
      case 'object':
        return this.#objectOf(schema)
      default:
        throw new Error(`There is no TypeScript for the type ${type}.`)
    }
  }

  #arrayOf({ items, prefixItems }: Schema): string {
    if (prefixItems !== undefined) return `[${prefixItems.map((item) => this.typeOf(item)).join(', ')}]`
    const item = items === undefined ? 'unknown' : this.typeOf(items)
    const one = /[ {|]/.test(item) && !/^\{[^]*\}$/.test(item) ? `(${item})` : item
    return this.#isSent ? `readonly ${one}[]` : `${one}[]`
  }

  #objectOf(schema: Schema): string {
    const members = this.#membersOf(schema)
    const { additionalProperties: rest } = schema
    const isOpen = rest !== undefined && rest !== false && rest !== true
    if (members.length === 0 && isOpen) return `{ [name: string]: ${this.typeOf(rest)} }`
    if (isOpen || rest === true) members.push('[name: string]: unknown')
    return members.length === 0 ? 'Record<string, never>' : `{\n${indent(members.join('\n'))}\n}`
  }

  #membersOf({ properties = {}, required = [] }: Schema): string[] {
    return Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? ': ' : '?: '
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
      const type = this.typeOf(schema)
      const end = !required.includes(name) && this.#isSent && type !== 'unknown' ? ' | undefined' : ''
      const notes = docComment([schema.description, schema.deprecated === true ? '@deprecated' : undefined])
      return `${notes}${key}${mark}${type}${end}`
    })
  }
}

function isPlainObject(schema: Schema): boolean {
  const { type, properties, additionalProperties: rest } = schema
  return type === 'object' && properties !== undefined && (rest === undefined || rest === false)
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value)
}

function union(types: readonly string[]): string {
  const alternatives = [...new Set(types)]
  const line = alternatives.join(' | ')
  const isLong = line.length > maxUnionLength && !line.includes('\n')
  return isLong ? `\n${alternatives.map((each) => `  | ${each}`).join('\n')}` : line
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
