import { errorCodeNames, errorCodes, publicEndpoints } from '@outturn/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openapiDocument } from './openapi-document.ts'

type Responses = Record<string, { description: string; headers?: object; content?: object }>
type Described = {
  operationId: string
  security: object[]
  requestBody?: object
  parameters?: { name: string }[]
  responses: Responses
}

const routes = publicEndpoints('outturn')
const document = (await openapiDocument(routes)) as {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, { properties?: { code?: { enum?: string[] } }; required?: string[] }>
  }
}
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

test('the document is valid OpenAPI 3.1 of version 1.0.0', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0'])
})

test('every reference in the document leads somewhere', () => {
  const names = new Set(Object.keys(document.components.schemas))
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  expect([...references].map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([])
})

test('every operation of the table is in the document once', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    routes.map(({ operationId }) => operationId).toSorted(),
  )
})

test('the enum of error codes is the whole catalogue', () => {
  expect(document.components.schemas['Error']?.properties?.code?.enum).toEqual(errorCodeNames)
})

test('a limited operation documents its rate fields and 429, an open one no security', () => {
  const verify = document.paths['/api/v1/verify']?.['post']
  expect(verify?.security).toEqual([{ apiKey: [] }, { sandboxSession: [] }])
  expect(Object.keys(verify?.responses['201']?.headers ?? {})).toEqual([
    'Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    // Its next_step has a member that is on its way out.
    'Deprecation',
    'Sunset',
    'Link',
  ])
  expect(Object.keys(verify?.responses['429']?.headers ?? {})).toContain('Retry-After')
  expect(document.paths['/api/v1/attestations/verify']?.['post']?.security).toEqual([])
})

test.each(routes)('every code that $operationId can refuse with is under its status', (route) => {
  const responses = operations.find(({ operationId }) => operationId === route.operationId)?.responses ?? {}
  const undescribed = route.refuses.filter((code) => {
    const { status } = errorCodes[code]
    return status !== route.success.status && responses[status]?.description.includes(`\`${code}\``) !== true
  })
  expect(undescribed).toEqual([])
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
    const names = item['post']?.parameters?.map(({ name }) => name)
    if (item['post'] !== undefined) expect(names).toContain('Idempotency-Key')
    if (/^\/api\/v1\/spools\/\{id\}\/(accept|evidence|verify|amend)$/.test(path))
      expect(names).toContain('If-Match')
  }
  expect(document.paths['/api/v1/spools']?.['post']?.parameters?.map(({ name }) => name)).not.toContain(
    'If-Match',
  )
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

type Variant = { properties?: Record<string, { const?: unknown }>; required?: string[]; $ref?: string }

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

test('answers of one status are told apart by a member that one requires and the other does not have', () => {
  const schemas = document.components.schemas as Record<string, Variant>
  const alike: string[] = []
  for (const { operationId, responses } of operations) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const media = Object.values(content) as { schema?: { anyOf?: Variant[] } }[]
      const variants = media
        .flatMap(({ schema }) => schema?.anyOf ?? [])
        .map((variant) => schemas[variant.$ref?.split('/').at(-1) ?? ''] ?? variant)
      for (const one of variants) {
        for (const other of variants.slice(variants.indexOf(one) + 1)) {
          if (!isToldFrom(one, other) && !isToldFrom(other, one)) alike.push(`${operationId} ${status}`)
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
  const without = members.filter(([, { description = '' }]) => !/^\S.*\S$/s.test(description))
  expect(without.map(([place]) => place)).toEqual([])
})

/** Objects and lists are shown by their members, references by what they refer to. */
function isComposed(schema: Documented): boolean {
  const { type, $ref, anyOf, oneOf, items, properties } = schema
  if ([$ref, oneOf, items, properties].some((each) => each !== undefined)) return true
  if (Array.isArray(anyOf)) return anyOf.some((each) => isComposed(each as Documented))
  return [type].flat().some((each) => each === 'object' || each === 'array')
}

test('every member with a value of its own has an example', () => {
  const without = members.filter(([, member]) => !isComposed(member) && member['examples'] === undefined)
  expect(without.map(([place]) => place)).toEqual([])
})

test('every operation has a description, and an example of each parameter and of its body', () => {
  for (const operation of operations as (Described & Record<string, unknown>)[]) {
    const { operationId, description, parameters = [], requestBody } = operation
    expect(description, operationId).toMatch(/^Answers \d{3}: .+\.$/s)
    for (const { name, ...parameter } of parameters as {
      name: string
      example?: string
      description?: string
    }[]) {
      expect([operationId, name, parameter.example, parameter.description]).not.toContain(undefined)
    }
    if (requestBody === undefined) continue
    const { content } = requestBody as { content: Record<string, { example?: unknown }> }
    expect(content['application/json']?.example, operationId).toBeDefined()
  }
})
