import { type ErrorCode, errorCodeNames, errorCodes, publicEndpoints, tags } from '@outturn/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openapiDocument } from './openapi-document.ts'

type Parameter = { name: string; example?: unknown; description?: string }
type Answer = { description: string; headers?: object; content?: object }
type Referred<Part> = Part | { $ref: string }
type Described = {
  operationId: string
  tags: string[]
  description: string
  security: object[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  parameters?: Referred<Parameter>[]
  responses: Record<string, Referred<Answer>>
}

const routes = publicEndpoints('outturn')
const document = (await openapiDocument(routes)) as {
  openapi: string
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, { enum?: string[]; required?: string[]; description?: string }>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
    examples: Record<string, { value: unknown }>
  }
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

/** A part of the document, or the component that it refers to with what stands beside the reference. */
function resolved<Part extends object>(part: Referred<Part>, components: Record<string, Part>): Part {
  if (!('$ref' in part)) return part
  const { $ref, ...own } = part
  return { ...(components[$ref.split('/').at(-1) ?? ''] as Part), ...own }
}
const answersOf = ({ responses = {} }: Partial<Described>): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      resolved(answer, document.components.responses),
    ]),
  )
const parametersOf = ({ parameters = [] }: Partial<Described>): Parameter[] =>
  parameters.map((each) => resolved(each, document.components.parameters))

test('the document is valid OpenAPI 3.1 of version 1.0.0', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
})

test('every reference in the document leads somewhere', () => {
  const places = new Set(
    Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    ),
  )
  const references = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, at]) => at))
  expect([...references].filter((at = '') => !places.has(at))).toEqual([])
  const unused = [...places].filter((at) => !references.has(at) && !at.includes('/securitySchemes/'))
  expect(unused, 'nothing refers to these components').toEqual([])
})

test('the document stays small by shared parts, and its examples of answers are small beside it', () => {
  const { examples, ...components } = document.components
  // In characters for each operation.
  expect(JSON.stringify({ ...document, components }).length / operations.length).toBeLessThan(4_820)
  expect(JSON.stringify(examples).length / operations.length).toBeLessThan(1_195)
})

test('every operation is in one group, and every group is described and has an operation', () => {
  expect(document.tags).toEqual(Object.entries(tags).map(([name, description]) => ({ name, description })))
  expect(operations.filter((operation) => operation.tags.length !== 1)).toEqual([])
  expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(Object.keys(tags)))
})

test('every operation of the table is in the document once', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    routes.map(({ operationId }) => operationId).toSorted(),
  )
})

test('the enum of error codes is the whole catalogue', () => {
  expect(document.components.schemas['ErrorCode']?.enum).toEqual(errorCodeNames)
})

test('a limited operation documents its rate fields and 429, an open one no security', () => {
  const verify = document.paths['/api/v1/verify']?.['post']
  expect(verify?.security).toEqual([{ apiKey: [] }, { sandboxSession: [] }])
  expect(Object.keys(answersOf(verify ?? {})['201']?.headers ?? {})).toEqual([
    'Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    // Its next_step has a member that is on its way out.
    'Deprecation',
    'Sunset',
    'Link',
  ])
  const { 429: limited } = answersOf(verify ?? {})
  expect(limited?.description).toContain('`rate_limited`')
  expect(Object.keys(limited?.headers ?? {})).toEqual(expect.arrayContaining(['RateLimit', 'Retry-After']))
  expect(Object.keys(answersOf(document.paths['/api/health']?.['get'] ?? {}))).not.toContain('429')
  expect(document.paths['/api/v1/attestations/verify']?.['post']?.security).toEqual([])
})

test.each(routes)('every code that $operationId can refuse with is under its status', (route) => {
  const answers = answersOf(operations.find(({ operationId }) => operationId === route.operationId) ?? {})
  const isDescribed = (code: ErrorCode) => {
    const { status } = errorCodes[code]
    const { description = '' } = answers[status] ?? answers['default'] ?? {}
    return description.includes(answers[status] === undefined ? `\`${code}\` (${status}` : `\`${code}\``)
  }
  expect(route.refuses.filter((code) => !isDescribed(code))).toEqual([])
})

test('every operation that takes a credential names how it refuses one, and every limited one 429', () => {
  for (const route of routes) {
    const { access, operationId, isRateLimited } = route
    const statuses = Object.keys(operations.find((each) => each.operationId === operationId)?.responses ?? {})
    if (access.kind !== 'open') expect(statuses, operationId).toContain('401')
    if (access.kind === 'key' || access.kind === 'shared') expect(statuses, operationId).toContain('403')
    // A delivery has a limit of its own, by its source.
    expect(statuses.includes('429'), operationId).toBe(isRateLimited || operationId === 'receive-delivery')
  }
})

test('no member has the bounds of whole numbers that a float holds', () => {
  const text = JSON.stringify(document)
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(text).toContain('"maximum":50000')
})

test('a default may be left out of a request and is always in an answer', () => {
  expect(document.components.schemas['OneCallEvidence']?.required).toEqual(['rows'])
})

test('the read of a Spool needs a key, a session, or nothing but its share id', () => {
  const read = document.paths['/api/v1/spools/{id}']?.['get']
  expect(read?.security).toEqual([{ apiKey: [] }, { sandboxSession: [] }, {}])
  expect(Object.keys(read?.responses ?? {})).toContain('304')
})

test('every POST takes an idempotency key, and every action the tag of the Spool as last seen', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = parametersOf(item['post'] ?? {}).map(({ name }) => name)
    if (item['post'] !== undefined) expect(names).toContain('Idempotency-Key')
    if (/^\/api\/v1\/spools\/\{id\}\/(accept|evidence|verify|amend)$/.test(path))
      expect(names).toContain('If-Match')
  }
  const create = document.paths['/api/v1/spools']?.['post'] ?? {}
  expect(parametersOf(create).map(({ name }) => name)).not.toContain('If-Match')
})

const exampled = routes.filter(({ example }) => example !== undefined)

test('creating, delivering and verifying have an example', () => {
  expect(exampled.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['create-spool', 'submit-evidence', 'verify-spool', 'verify-delivery']),
  )
})

test.each(exampled)('the example of $operationId is one that its schema takes', ({ body, example }) => {
  expect(body?.safeParse(example).error?.issues ?? []).toEqual([])
})

test('a dry run is described beside the run', () => {
  expect(Object.keys(document.paths['/api/v1/verify']?.['post']?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '201']),
  )
})

type Variant = {
  properties?: Record<string, { const?: unknown }>
  required?: string[]
  $ref?: string
  allOf?: Variant[]
}

/** A schema with the members of those that it is made of. */
function whole(variant: Variant): Variant {
  const schema =
    (document.components.schemas as Record<string, Variant>)[variant.$ref?.split('/').at(-1) ?? ''] ?? variant
  const parts = (schema.allOf ?? []).map(whole)
  return {
    properties: Object.fromEntries(
      [...parts, schema].flatMap(({ properties = {} }) => Object.entries(properties)),
    ),
    required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
  }
}

/** Whether a member that `one` requires is missing in `other`, or has another constant value there. */
function isToldFrom(one: Variant, other: Variant): boolean {
  return (one.required ?? []).some((name) => {
    const [here, there] = [one.properties?.[name], other.properties?.[name]]
    return (
      there === undefined ||
      (here?.const !== undefined && there.const !== undefined && here.const !== there.const)
    )
  })
}

type Media = { schema?: { anyOf?: Variant[] }; 'x-summary-schema'?: Variant & { anyOf?: Variant[] } }

/** A summary is told from what it is a summary of by the request alone. */
function kindsWithoutSummary({ schema, 'x-summary-schema': summary }: Media): Variant[] {
  const summaries = new Set((summary?.anyOf ?? [summary]).map((each) => JSON.stringify(each)))
  return (schema?.anyOf ?? []).filter((each) => !summaries.has(JSON.stringify(each)))
}

test('answers of one status are told apart by a member that one requires and the other does not have', () => {
  const alike: string[] = []
  for (const operation of operations) {
    for (const [status, { content = {} }] of Object.entries(answersOf(operation))) {
      const media = Object.values(content) as Media[]
      const variants = media.flatMap(kindsWithoutSummary).map(whole)
      for (const one of variants) {
        for (const other of variants.slice(variants.indexOf(one) + 1)) {
          if (!isToldFrom(one, other) && !isToldFrom(other, one))
            alike.push(`${operation.operationId} ${status}`)
        }
      }
    }
  }
  expect(alike).toEqual([])
})

type Documented = { description?: string; [member: string]: unknown }

/** Every member of every object that the document describes, by its place. */
function membersIn(value: unknown, at = ''): [place: string, member: Documented][] {
  if (Array.isArray(value)) return value.flatMap((each) => membersIn(each, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'examples' || key === 'default') return []
    if (key !== 'properties') return membersIn(inner, `${at}.${key}`)
    const members = Object.entries(inner as Record<string, Documented>)
    return members.flatMap(([name, member]) => [
      [`${at}.${name}`, member] as [string, Documented],
      ...membersIn(member, `${at}.${name}`),
    ])
  })
}

const members = membersIn({ ...document.components.schemas, ...document.paths })

test('every member of every object has a description', () => {
  expect(members.length).toBeGreaterThan(1_000)
  const without = members.filter(([, { description, $ref }]) => {
    const component = document.components.schemas[String($ref).split('/').at(-1) ?? '']
    return !/^\S.*\S$/s.test(description ?? component?.description ?? '')
  })
  expect(without.map(([place]) => place)).toEqual([])
})

test('every operation has a description, and an example of each parameter and of its body', () => {
  for (const operation of operations) {
    const { operationId, description, requestBody } = operation
    const [prose = '', rights] = description.split('\n\n')
    expect(prose, operationId).toMatch(/\.$/)
    expect(prose.length, operationId).toBeGreaterThan(60)
    expect(rights, operationId).toMatch(/^Requires .+\.$/s)
    for (const { name, example, description: words } of parametersOf(operation)) {
      expect([operationId, name, example, words]).not.toContain(undefined)
    }
    if (requestBody === undefined) continue
    expect(requestBody.content['application/json']?.example, operationId).toBeDefined()
  }
})

test('a scope that may only try an operation out is named with its dry run', () => {
  const words = (id: string) => operations.find(({ operationId }) => operationId === id)?.description ?? ''
  expect(words('verify-spool')).toContain(
    'Requires an API key of scope `full` or `verify`; with `dry_run=true` also of scope `counterparty`',
  )
  expect(words('submit-evidence')).toContain('scope `full` or `verify` or `counterparty`, or')
})

test('the document tells before all operations what every caller has to know', () => {
  for (const word of ['Authorization: Bearer', 'Idempotency-Key', '_cents', 'Retry-After', 'next_cursor']) {
    expect(document.info.description).toContain(word)
  }
})
