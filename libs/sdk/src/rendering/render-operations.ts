import type { ApiDocument, Operation, Schema } from './api-document.ts'
import { type MethodName, methodNames } from './method-names.ts'
import { type Method, optionsInterfaceOf, positionalOf, type Reply, signatureOf } from './method-signature.ts'
import { indent, renderInlineType, typeName } from './render-types.ts'

/** TypeScript of the groups of methods, and the table by which they send. */
export function renderOperations(document: ApiDocument): { resources: string; table: string } {
  const methods = methodsOf(document)
  const groups = new Map<string, Method[]>()
  for (const method of methods) {
    const group = method.name.split('.').slice(0, -1).join('.')
    groups.set(group, [...(groups.get(group) ?? []), method])
  }
  for (const group of groups.keys()) {
    const outer = group.split('.').slice(0, -1).join('.')
    if (group !== '' && !groups.has(outer)) groups.set(outer, [])
  }
  const interfaces = [...groups].map(([group, members]) => interfaceOf(group, members, [...groups.keys()]))
  return {
    resources: [...interfaces, ...methods.flatMap(optionsInterfaceOf)].join('\n\n'),
    table: `export const operations: Readonly<Record<string, OperationCall>> = {\n${methods
      .map((method) => indent(`'${method.name}': ${JSON.stringify(callOf(method))},`))
      .join('\n')}\n}`,
  }
}

/** Methods of a document in the order of their names' table; throws for an operation without a name and for a name without one. */
export function methodsOf({ paths, components }: ApiDocument): Method[] {
  const operations = new Map(
    Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(
        ([verb, operation]) => [operation.operationId, { path, verb, operation }] as const,
      ),
    ),
  )
  for (const id of operations.keys()) {
    if (methodNames[id] === undefined) {
      throw new Error(`The operation ${id} has no method: give it a name in method-names.ts.`)
    }
  }
  return Object.entries(methodNames).flatMap(([id, name]) => {
    const found = operations.get(id)
    if (found === undefined)
      throw new Error(`The document has no operation ${id}: take it out of method-names.ts.`)
    const { path, verb, operation } = found
    const reply = replyOf(operation, name, components.schemas)
    return variantsOf(name, { operation, verb: verb.toUpperCase(), path, reply }, components.schemas)
  })
}

function variantsOf(
  { name, dryRun, keyless }: MethodName,
  method: Omit<Method, 'name' | 'isKeyless'>,
  components: Readonly<Record<string, Schema>>,
): Method[] {
  const isOpen = method.operation.security.length === 0
  const variant = (other: { readonly name: string; readonly reply: string }, isKeyless: boolean): Method => ({
    ...method,
    name: other.name,
    reply: jsonReply(other.reply, method.operation, components),
    isKeyless,
  })
  return [
    { ...method, name, isKeyless: isOpen, ...(dryRun !== undefined && { otherQuery: ['dry_run'] }) },
    ...(dryRun === undefined ? [] : [{ ...variant(dryRun, isOpen), fixedQuery: { dry_run: 'true' } }]),
    ...(keyless === undefined ? [] : [variant(keyless, true)]),
  ]
}

function replyOf(
  operation: Operation,
  { reply, dryRun }: MethodName,
  components: Readonly<Record<string, Schema>>,
): Reply {
  const { responses, parameters = [] } = operation
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.entries(content) : [],
  )
  // A program reads Markdown where a browser gets a page.
  const chosen = contents.find(([each]) => each === 'text/markdown') ?? contents[0]
  const [media, { schema }] = chosen ?? ['', {}]
  if (reply !== undefined) return jsonReply(reply, operation, components)
  if (media.startsWith('text/')) return { kind: 'text', media }
  if (media !== 'application/json') return { kind: 'bytes', media: '*/*' }
  const item = itemOf(schema ?? {}, components)
  if (item !== undefined && parameters.some(({ name }) => name === 'after')) {
    const short = summaryOf(schema?.$ref?.split('/').at(-1) ?? '', operation, components)
    return {
      kind: 'list',
      item: renderInlineType(item),
      by: schema?.type === 'array' ? 'seq' : 'cursor',
      ...(short !== undefined && { short: `${short}['data'][number]` }),
    }
  }
  const types = contents
    .flatMap(([, each]) => each.schema?.anyOf ?? [each.schema ?? {}])
    .map(renderInlineType)
  const answered = new Set(types.filter((type) => type !== 'AnsweredError' && type !== dryRun?.reply))
  return jsonReply([...answered].join(' | '), operation, components)
}

function jsonReply(
  type: string,
  operation: Operation,
  components: Readonly<Record<string, Schema>>,
): Reply & { kind: 'json' } {
  const short = summaryOf(type, operation, components)
  return { kind: 'json', type, ...(short !== undefined && { short }) }
}

/** The type of an answer with `view=summary`, where the operation has it and where it is another one. */
function summaryOf(
  type: string,
  { parameters = [] }: Operation,
  components: Readonly<Record<string, Schema>>,
): string | undefined {
  const hasViews = parameters.some(({ name, in: place }) => place === 'query' && name === 'view')
  return hasViews && `${type}Summary` in components ? `${type}Summary` : undefined
}

/** Schema of the items, where the schema is one of a list or of a page of one. */
function itemOf(schema: Schema, components: Readonly<Record<string, Schema>>): Schema | undefined {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const { type, items, properties = {} } = name === undefined ? schema : (components[name] ?? {})
  if (type === 'array') return items
  return 'next_cursor' in properties ? properties['data']?.items : undefined
}

function interfaceOf(group: string, methods: readonly Method[], groups: readonly string[]): string {
  const members = methods.map((method) => signatureOf(method))
  const inner = groups.filter((each) => each !== '' && each.split('.').slice(0, -1).join('.') === group)
  const nested = inner.map((each) => `readonly ${each.split('.').at(-1)}: ${groupType(each)}`)
  return `export interface ${groupType(group)} {\n${indent([...members, ...nested].join('\n'))}\n}`
}

function groupType(group: string): string {
  if (group === '') return 'ApiOperations'
  return `${group.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Operations`
}

/** The row of the table by which a method sends. */
function callOf({ operation, verb, path, reply, fixedQuery, otherQuery = [], isKeyless }: Method) {
  const { parameters = [], requestBody, security, operationId } = operation
  const query = parameters
    .filter((each) => each.in === 'query' && !otherQuery.includes(each.name))
    .map(({ name }) => name)
  return {
    operation: operationId,
    method: verb,
    path,
    arguments: positionalOf(parameters).map(({ name }) => name),
    ...(requestBody !== undefined && { hasBody: true }),
    ...(query.length > 0 && { query }),
    ...(fixedQuery !== undefined && { fixedQuery }),
    ...(isKeyless && { isKeyless }),
    ...(security.some((each) => 'apiKeyBesidePayment' in each) && { isPaid: true }),
    ...(reply.kind === 'list' && { list: reply.by }),
    ...((reply.kind === 'text' || reply.kind === 'bytes') && { answer: reply.kind, accept: reply.media }),
  }
}

/** Names of the types that a text of signatures mentions, of those that there are. */
export function mentionedTypes(text: string, components: Iterable<string>): string[] {
  const words = new Set(text.match(/\b[A-Z]\w*\b/g))
  return [...components].map(typeName).filter((name) => words.has(name))
}
