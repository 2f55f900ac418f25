import type { Schema } from '../api-document.ts'
import { alternativesOf, componentOf, isObject, ownMembers, schemasIn } from './json-schema.ts'
import { docstring, fileHeader, isPythonName, toClassName, toLiteral, wrapCode } from './python-text.ts'

export type Schemas = Readonly<Record<string, Schema>>

/** A schema that gets a class of its own, with the names that it could have. */
type Nested = { readonly schema: Schema; readonly isSent: boolean; readonly names: Set<string> }

/**
 * The types of Python for the schemas of a document: a `TypedDict` for each object with members, named for its component or for
 * where it stands. Objects that are alike share one class, under the shortest of their names.
 */
export class PythonTypes {
  readonly #components: Schemas
  readonly #sent: ReadonlySet<string>
  readonly #nested = new Map<string, Nested>()
  readonly #names = new Map<string, string>()

  /** `bodies`: the schemas of what is sent, where any sequence and mapping is taken. */
  constructor(components: Schemas, bodies: readonly Schema[]) {
    this.#components = components
    this.#sent = reachable(bodies, components)
    for (const [name, schema] of Object.entries(components)) {
      this.#collect(schema, name, this.#sent.has(name), true)
    }
  }

  /** Notes a schema that stands outside of the components, such as an answer; call it for all of them before `write`. */
  add(schema: Schema, name: string): void {
    this.#collect(schema, name, false, false)
  }

  /** The type as it is written in an annotation of a module that has every type by its name. */
  typeOf(schema: Schema, isSent: boolean): string {
    const component = componentOf(schema)
    if (component !== undefined) return component
    if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`
    const alternatives = alternativesOf(schema)
    if (alternatives.length > 0) return unionOf(alternatives.map((one) => this.typeOf(one, isSent)))
    if (isObject(schema)) return this.#nameOf(schema, isSent)
    const { type } = schema
    if (typeof type === 'object') {
      return unionOf(type.map((one) => this.typeOf({ ...schema, type: one }, isSent)))
    }
    return this.#typeOfKind(schema, type, isSent)
  }

  #typeOfKind(schema: Schema, type: string | undefined, isSent: boolean): string {
    const { items = {}, additionalProperties } = schema
    const members = typeof additionalProperties === 'object' ? additionalProperties : {}
    switch (type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `${isSent ? 'Sequence' : 'List'}[${this.typeOf(items, isSent)}]`
      case 'object':
        return `${isSent ? 'Mapping' : 'Dict'}[str, ${this.typeOf(members, isSent)}]`
      default:
        return 'Any'
    }
  }

  /** The names of all classes and aliases, in order. */
  names(): string[] {
    this.#chooseNames()
    return [...new Set([...Object.keys(this.#components), ...this.#names.values()])].toSorted()
  }

  /** The module of all types. */
  write(): string {
    this.#chooseNames()
    const classes = new Map<string, string[]>()
    const aliases = new Map<string, string[]>()
    for (const [name, schema] of Object.entries(this.#components)) {
      const isSent = this.#sent.has(name)
      if (isObject(schema)) classes.set(name, this.#class(name, schema, isSent))
      else aliases.set(name, this.#alias(name, schema, isSent))
    }
    for (const [key, { schema, isSent }] of this.#nested) {
      const name = this.#names.get(key) ?? ''
      if (!classes.has(name)) classes.set(name, this.#class(name, schema, isSent))
    }
    const inOrder = (parts: Map<string, string[]>) =>
      this.#inOrder([...parts.keys()]).flatMap((name) => parts.get(name) ?? [])
    const body = [...inOrder(classes), ...inOrder(aliases)]
    const all = this.names().map((name) => `    "${name}",`)
    return [
      ...fileHeader(
        'Types of everything that is sent and received, under the names of the OpenAPI document.',
      ),
      'import sys',
      `from typing import TYPE_CHECKING, ${typingNames(body)}`,
      '',
      'if sys.version_info >= (3, 11):',
      '    from typing import NotRequired',
      'elif TYPE_CHECKING:',
      '    from typing_extensions import NotRequired',
      '',
      `__all__ = [\n${all.join('\n')}\n]`,
      ...body,
      '',
    ].join('\n')
  }

  /** By name, but a class behind the classes that it extends. */
  #inOrder(names: readonly string[]): string[] {
    const ordered = new Set<string>()
    const add = (name: string) => {
      for (const base of ownMembers(this.#components[name] ?? {}).bases) add(base)
      ordered.add(name)
    }
    for (const name of names.toSorted()) add(name)
    return [...ordered].filter((name) => names.includes(name))
  }

  #class(name: string, schema: Schema, isSent: boolean): string[] {
    const { description } = schema
    const { bases, properties, required } = ownMembers(schema)
    const members = Object.entries(properties).map(([member, value]) => {
      const type = this.typeOf(value, isSent)
      const { description: meaning = '' } = value
      return { member, type: required.includes(member) ? type : `NotRequired[${type}]`, meaning }
    })
    if (members.some(({ member }) => !isPythonName(member))) {
      const lines = members.map(({ member, type }) => `        "${member}": ${toLiteral(type)},`)
      return [
        '',
        `${name} = TypedDict(`,
        `    "${name}",`,
        '    {',
        ...lines,
        '    },',
        ')',
        ...(description === undefined ? [] : docstring(description, '')),
      ]
    }
    const lines = members.flatMap(({ member, type, meaning }) => [
      ...wrapCode(`    ${member}: ${type}`),
      ...docstring(meaning, '    '),
    ])
    return [
      '',
      '',
      `class ${name}(${bases.length > 0 ? bases.join(', ') : 'TypedDict'}):`,
      ...docstring(description ?? '', '    '),
      ...(description === undefined ? [] : ['']),
      ...(lines.length > 0 ? lines : ['    pass']),
    ]
  }

  /** An alias is an expression that runs, so that the names in it are texts. */
  #alias(name: string, schema: Schema, isSent: boolean): string[] {
    const type = this.typeOf(schema, isSent).replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*\b/g, (word) =>
      word.startsWith('"') || inTyping.has(word) ? word : `"${word}"`,
    )
    return ['', ...wrapCode(`${name} = ${type}`), ...docstring(schema.description ?? '', '')]
  }

  #collect(schema: Schema, name: string, isSent: boolean, isComponent: boolean): void {
    if (componentOf(schema) !== undefined) return
    if (isObject(schema) && !isComponent) {
      const key = keyOf(schema, isSent)
      const known = this.#nested.get(key) ?? { schema, isSent, names: new Set() }
      known.names.add(name)
      this.#nested.set(key, known)
    }
    for (const [member, inner] of Object.entries(ownMembers(schema).properties)) {
      this.#collect(inner, name + toClassName(member), isSent, false)
    }
    for (const [index, one] of alternativesOf(schema).entries()) {
      this.#collect(one, nameOfAlternative({ parent: schema, isComponent }, one, name, index), isSent, false)
    }
    if (schema.items !== undefined) this.#collect(schema.items, singular(name), isSent, false)
    const { additionalProperties } = schema
    if (typeof additionalProperties === 'object')
      this.#collect(additionalProperties, singular(name), isSent, false)
  }

  #nameOf(schema: Schema, isSent: boolean): string {
    const name = this.#names.get(keyOf(schema, isSent))
    if (name === undefined) throw new Error(`No class was noted for ${JSON.stringify(schema).slice(0, 200)}.`)
    return name
  }

  #chooseNames(): void {
    const taken = new Set(Object.keys(this.#components))
    const wanted = [...this.#nested].map(([key, { names }]) => ({
      key,
      names: [...names].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)),
    }))
    for (const { key, names } of wanted.toSorted((a, b) =>
      (a.names[0] ?? '') < (b.names[0] ?? '') ? -1 : 1,
    )) {
      const [shortest = ''] = names
      let name = names.find((one) => !taken.has(one))
      for (let number = 2; name === undefined; number += 1) {
        if (!taken.has(`${shortest}${number}`)) name = `${shortest}${number}`
      }
      taken.add(name)
      this.#names.set(key, name)
    }
  }
}

function keyOf(schema: Schema, isSent: boolean): string {
  return `${isSent ? 'sent' : 'received'} ${JSON.stringify(schema)}`
}

/** Where alternatives are told apart by a constant member, that value names them. */
function nameOfAlternative(
  { parent, isComponent }: { parent: Schema; isComponent: boolean },
  one: Schema,
  name: string,
  index: number,
): string {
  const objects = alternativesOf(parent).filter(isObject)
  if (objects.length < 2) return isComponent ? `${name}Object` : name
  const constant = Object.values(one.properties ?? {}).find((member) => typeof member.const === 'string')
  return constant === undefined ? `${name}${index + 1}` : `${name}${toClassName(String(constant.const))}`
}

/** The name of one of several. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return /[^su]s$/.test(name) ? name.slice(0, -1) : `${name}Item`
}

function unionOf(types: readonly string[]): string {
  const parts = [...new Set(types)]
  const others = parts.filter((type) => type !== 'None')
  const [only = 'None'] = others
  const union = others.length > 1 ? `Union[${others.join(', ')}]` : only
  return others.length < parts.length && others.length > 0 ? `Optional[${union}]` : union
}

const inTyping = new Set([
  ...['Any', 'Dict', 'List', 'Literal', 'Mapping', 'Optional', 'Sequence', 'TypedDict', 'Union', 'None'],
])

/** What a text uses of the module `typing`, for its import. */
export function typingNames(lines: readonly string[]): string {
  const text = lines.join('\n')
  return [...inTyping]
    .filter((name) => name !== 'None' && new RegExp(String.raw`\b${name}[[(,\]\n)]`).test(text))
    .join(', ')
}

/** The components that these schemas lead to. */
function reachable(from: readonly Schema[], components: Schemas): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (schema: Schema) => {
    for (const one of schemasIn(schema)) {
      const name = componentOf(one)
      if (name === undefined || found.has(name)) continue
      found.add(name)
      follow(components[name] ?? {})
    }
  }
  for (const schema of from) follow(schema)
  return found
}
