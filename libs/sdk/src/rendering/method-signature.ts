import type { Operation, Parameter } from './api-document.ts'
import { docComment } from './doc-comment.ts'
import { indent, renderInlineType } from './render-types.ts'

/** One method of the client, made of an operation and its name. */
export interface Method {
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

/** `short` is the type with `view=summary`. */
export type Reply =
  | { readonly kind: 'json'; readonly type: string; readonly short?: string }
  | { readonly kind: 'list'; readonly item: string; readonly by: 'cursor' | 'seq'; readonly short?: string }
  | { readonly kind: 'text' | 'bytes'; readonly media: string }

/** A method as a member of its group: first the forms with a narrower answer, then the one for every call. */
export function signatureOf(method: Method): string {
  const { operation, verb, path, reply } = method
  const { requestBody, parameters = [], summary } = operation
  const name = method.name.split('.').at(-1)
  const body = requestBody?.content['application/json']?.schema
  const isOptional = body !== undefined && requestBody?.required !== true
  const type = body === undefined ? '' : renderInlineType(body)
  const positional = positionalOf(parameters).map((each) => `${argumentName(each, path)}: string`)
  const whole = [...positional, ...(body === undefined ? [] : [`body${isOptional ? '?' : ''}: ${type}`])]
  const given = [
    ...positional,
    ...(body === undefined ? [] : [`body: ${type}${isOptional ? ' | undefined' : ''}`]),
  ]
  const options = optionsType(method)
  const isRevalidated = reply.kind === 'json' && verb === 'GET' && hasHeader(parameters, 'If-None-Match')
  const hasViews = 'short' in reply && reply.short !== undefined
  const narrower = (note: string, asked: string, answer: string) =>
    `${docComment([`${summary}; ${note}.`])}${name}(${[...given, `options: ${options} & ${asked}`].join(', ')}): ${answer}`
  const unchanged = 'null while it is as the tag names it'
  const short = 'without its long parts'
  return [
    ...(isRevalidated && hasViews
      ? [
          narrower(
            `${short}, and ${unchanged}`,
            'IfChanged & AsSummary',
            answerType(reply, { isShort: true, isNullable: true }),
          ),
        ]
      : []),
    ...(isRevalidated ? [narrower(unchanged, 'IfChanged', answerType(reply, { isNullable: true }))] : []),
    ...(hasViews ? [narrower(short, 'AsSummary', answerType(reply, { isShort: true }))] : []),
    `${commentOf(method)}${name}(${[...whole, `options?: ${options}`].join(', ')}): ${answerType(reply)}`,
  ].join('\n')
}

/** The interface of the options of a method, where it has any beside those of every call. */
export function optionsInterfaceOf(method: Method): string[] {
  const { parameters = [] } = method.operation
  const members = [
    ...optionalQuery(method).map(
      (each) => `${docComment([each.description])}${camel(each.name)}?: ${queryType(each)} | undefined`,
    ),
    ...(hasHeader(parameters, 'PAYMENT-SIGNATURE')
      ? ['/** The signed payment, where `fetch` does not add it. */\npaymentSignature?: string | undefined']
      : []),
  ]
  if (members.length === 0) return []
  const head = `/** Options of \`${method.name}\`. */\nexport interface ${optionsName(method)} extends ${optionsKind(method)}`
  return [`${head} {\n${indent(members.join('\n'))}\n}`]
}

function optionsType(method: Method): string {
  return optionsInterfaceOf(method).length === 0 ? optionsKind(method) : optionsName(method)
}

function optionsName({ name }: Method): string {
  return `${name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`
}

function optionsKind({ verb, operation: { parameters = [] } }: Method): string {
  if (verb === 'GET') return 'CallOptions'
  return hasHeader(parameters, 'If-Match') ? 'ActOptions' : 'WriteOptions'
}

function optionalQuery({
  operation: { parameters = [] },
  fixedQuery = {},
  otherQuery = [],
}: Method): Parameter[] {
  return parameters.filter(
    (each) =>
      each.in === 'query' &&
      each.required !== true &&
      fixedQuery[each.name] === undefined &&
      !otherQuery.includes(each.name),
  )
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

function answerType(reply: Reply, { isShort = false, isNullable = false } = {}): string {
  switch (reply.kind) {
    case 'list':
      return `PagedList<${isShort ? reply.short : reply.item}>`
    case 'json':
      return `ApiPromise<${isShort ? reply.short : reply.type}${isNullable ? ' | null' : ''}>`
    case 'text':
      return 'ApiPromise<string>'
    case 'bytes':
      return 'ApiPromise<Uint8Array>'
    default:
      return reply satisfies never
  }
}

/** Parameters that a call cannot do without, in the order of the path. */
export function positionalOf(parameters: readonly Parameter[]): Parameter[] {
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
