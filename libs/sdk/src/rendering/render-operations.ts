import type { ApiDocument, Operation, Parameter, Schema } from './api-document.ts'
import { docComment } from './doc-comment.ts'
import { type MethodName, methodNames } from './method-names.ts'
import { indent, renderInlineType, typeName } from './render-types.ts'

/** One method of the client, made of an operation and its name. */
interface Method {
  readonly name: string
  readonly operation: Operation
  readonly verb: string
  readonly path: string
  readonly reply: Reply
  /** Query that the method always sends. */
  readonly fixedQuery?: Readonly<Record<string, string>>
  /** Query that another method sends. */
  readonly otherQuery?: readonly string[]
  readonly isKeyless: boolean
}

type Reply =
  | { readonly kind: 'json'; readonly type: string }
  | { readonly kind: 'list'; readonly item: string; readonly by: 'cursor' | 'seq' }
  | { readonly kind: 'text' | 'bytes'; readonly media: string }

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
    resources: interfaces.join('\n\n'),
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
    return variantsOf(name, { operation, verb: verb.toUpperCase(), path, reply })
  })
}

function variantsOf(
  { name, dryRun, keyless }: MethodName,
  method: Omit<Method, 'name' | 'isKeyless'>,
): Method[] {
  const isOpen = method.operation.security.length === 0
  return [
    { ...method, name, isKeyless: isOpen, ...(dryRun !== undefined && { otherQuery: ['dry_run'] }) },
    ...(dryRun === undefined
      ? []
      : [
          {
            ...method,
            name: dryRun.name,
            reply: { kind: 'json', type: dryRun.reply } as const,
            fixedQuery: { dry_run: 'true' },
            isKeyless: isOpen,
          },
        ]),
    ...(keyless === undefined
      ? []
      : [
          {
            ...method,
            name: keyless.name,
            reply: { kind: 'json', type: keyless.reply } as const,
            isKeyless: true,
          },
        ]),
  ]
}

function replyOf(
  { responses, parameters = [] }: Operation,
  { reply, dryRun }: MethodName,
  components: Readonly<Record<string, Schema>>,
): Reply {
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.entries(content) : [],
  )
  // A program reads Markdown where a browser gets a page.
  const chosen = contents.find(([each]) => each === 'text/markdown') ?? contents[0]
  const [media, { schema }] = chosen ?? ['', {}]
  if (reply !== undefined) return { kind: 'json', type: reply }
  if (media.startsWith('text/')) return { kind: 'text', media }
  if (media !== 'application/json') return { kind: 'bytes', media: '*/*' }
  const item = itemOf(schema ?? {}, components)
  if (item !== undefined && parameters.some(({ name }) => name === 'after')) {
    return { kind: 'list', item: renderInlineType(item), by: schema?.type === 'array' ? 'seq' : 'cursor' }
  }
  const types = contents
    .flatMap(([, each]) => each.schema?.anyOf ?? [each.schema ?? {}])
    .map(renderInlineType)
  const answered = new Set(types.filter((type) => type !== 'AnsweredError' && type !== dryRun?.reply))
  return { kind: 'json', type: [...answered].join(' | ') }
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

function signatureOf(method: Method): string {
  const { operation, verb, path, reply } = method
  const { requestBody, parameters = [], summary } = operation
  const name = method.name.split('.').at(-1)
  const body = requestBody?.content['application/json']?.schema
  const given = [
    ...positionalOf(parameters).map((parameter) => `${argumentName(parameter, path)}: string`),
    ...(body === undefined
      ? []
      : [`body${requestBody?.required === true ? '' : '?'}: ${renderInlineType(body)}`]),
  ]
  const comment = commentOf(method)
  const options = optionsOf(method)
  const plain = `${comment}${name}(${[...given, `options?: ${options}`].join(', ')}): ${answerType(reply)}`
  const isRevalidated = reply.kind === 'json' && verb === 'GET' && hasHeader(parameters, 'If-None-Match')
  if (!isRevalidated) return plain
  const known = `options: ${options} & { ifNoneMatch: string }`
  const revalidated = `${docComment([`${summary}; null while it is as the tag names it.`])}${name}(${[...given, known].join(', ')}): ApiPromise<${reply.type} | null>`
  return `${revalidated}\n${plain}`
}

/** What an operation does, takes, answers and refuses, as the document says it. */
function commentOf({ operation, verb, path, fixedQuery, isKeyless }: Method): string {
  const { summary, description, parameters = [], responses } = operation
  const isOtherAnswer = fixedQuery !== undefined || (isKeyless && operation.security.length > 0)
  const kind = fixedQuery === undefined ? '' : ', as a dry run: nothing is stored, signed or charged'
  const params = positionalOf(parameters).map(
    (each) => `@param ${argumentName(each, path)} ${each.description ?? ''}`,
  )
  const answers = Object.entries(responses).flatMap(([status, each]) =>
    status.startsWith('2') ? [each.description] : [],
  )
  const codes = Object.entries(responses).flatMap(([status, each]) =>
    /^[45]/.test(status) ? (each.description.match(/`[a-z_]+`/g) ?? []) : [],
  )
  return docComment([
    `${summary}${kind}.`,
    description,
    `\`${verb} ${path}\``,
    ...params,
    isOtherAnswer ? undefined : `@returns ${answers.at(-1) ?? ''}`,
    codes.length === 0 ? undefined : `@throws {OutturnError} ${[...new Set(codes)].join(', ')}`,
  ])
}

function answerType(reply: Reply): string {
  switch (reply.kind) {
    case 'list':
      return `PagedList<${reply.item}>`
    case 'json':
      return `ApiPromise<${reply.type}>`
    case 'text':
      return 'ApiPromise<string>'
    case 'bytes':
      return 'ApiPromise<Uint8Array>'
    default:
      return reply satisfies never
  }
}

function optionsOf({
  verb,
  operation: { parameters = [] },
  fixedQuery = {},
  otherQuery = [],
}: Method): string {
  const optional = parameters.filter(
    (each) =>
      each.in === 'query' &&
      each.required !== true &&
      fixedQuery[each.name] === undefined &&
      !otherQuery.includes(each.name),
  )
  const members = [
    ...optional.map(
      (each) => `${docComment([each.description])}${camel(each.name)}?: ${queryType(each)} | undefined`,
    ),
    ...(hasHeader(parameters, 'PAYMENT-SIGNATURE')
      ? ['/** The signed payment, where `fetch` does not add it. */\npaymentSignature?: string | undefined']
      : []),
  ]
  const kind =
    verb !== 'POST' ? 'CallOptions' : hasHeader(parameters, 'If-Match') ? 'ActOptions' : 'WriteOptions'
  return members.length === 0 ? kind : `${kind} & {\n${indent(members.join('\n'))}\n}`
}

/** Parameters that a call cannot do without, in the order of the path. */
function positionalOf(parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required === true))
}

/** The name of a parameter as an argument; an `id` is named for what it is the id of. */
function argumentName({ name, in: place }: Parameter, path: string): string {
  if (name === 'q') return 'words'
  if (name !== 'id' || place !== 'path') return camel(name)
  const [, resource = ''] = /\/([a-z]+)s\/\{id\}/.exec(path) ?? []
  return `${resource}Id`
}

function queryType({ schema, example = '' }: Parameter): string {
  if (schema.enum !== undefined) {
    return schema.enum.includes('true') ? 'boolean' : renderInlineType(schema)
  }
  return /^\d{1,9}$/.test(example) ? 'number' : 'string'
}

function hasHeader(parameters: readonly Parameter[], name: string): boolean {
  return parameters.some((each) => each.in === 'header' && each.name === name)
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
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
