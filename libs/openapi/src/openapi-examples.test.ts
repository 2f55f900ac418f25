import { describedSchema, type Endpoint, type ErrorCode, publicEndpoints } from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exampleOfPattern } from './describe-members.ts'
import { answerExample, textExample } from './examples/answer-examples.ts'
import answers from './examples/answers.json' with { type: 'json' }
import { openapiDocument } from './openapi-document.ts'

type Shown = { readonly pointer: string; readonly example: unknown }

const routes = publicEndpoints('outturn')
const document = (await openapiDocument(routes)) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Referred> }>>
  components: { responses: Record<string, Referred>; examples: Record<string, { value: unknown }> }
}
type Media = {
  schema?: { anyOf?: object[] }
  'x-summary-schema'?: { anyOf?: object[] }
  example?: unknown
  examples?: Record<string, Referred>
}
type Referred = { $ref?: string; content?: Record<string, Media> }

/** The schemas of the contracts, by which the product judges: what members of answers are shown by stands there alone. */
const definitions = Object.assign(
  {},
  ...routes.flatMap(({ body, success, otherSuccess }) => [
    ...(body === undefined ? [] : [describedSchema(body, 'input').definitions]),
    ...[success, otherSuccess].flatMap((each) =>
      each?.content instanceof z.ZodType ? [describedSchema(each.content, 'output').definitions] : [],
    ),
  ]),
) as Record<string, Member>

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('base64', true)
ajv.addSchema(document, 'document')
ajv.addSchema({ $defs: definitions }, 'contracts')

/** Every example of the document, with the place of the schema that it is one of. */
function examplesIn(value: unknown, pointer = ''): Shown[] {
  if (typeof value !== 'object' || value === null) return []
  const { examples, example, schema } = value as { examples?: unknown; example?: unknown; schema?: unknown }
  return [
    ...(Array.isArray(examples) ? examples.map((each) => ({ pointer, example: each as unknown })) : []),
    ...(example !== undefined && schema !== undefined ? [{ pointer: `${pointer}/schema`, example }] : []),
    ...Object.entries(value)
      .filter(([name]) => !['const', 'enum', 'example', 'examples'].includes(name))
      .flatMap(([name, member]) =>
        examplesIn(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ),
  ]
}

function contradictionsIn(root: string, shown: readonly Shown[]): string[] {
  return shown.flatMap(({ pointer, example }) => {
    const isValid = ajv.compile({ $ref: `${root}#${encodeURI(pointer)}` })
    return isValid(example)
      ? []
      : [`${pointer} ${JSON.stringify(example)}: ${ajv.errorsText(isValid.errors)}`]
  })
}

test('every example of the document is one of its schema', () => {
  const shown = examplesIn(document)
  expect(shown.length).toBeGreaterThan(40)
  expect(contradictionsIn('document', shown)).toEqual([])
})

test('every example of the contracts is one of its schema', () => {
  const shown = examplesIn({ $defs: definitions })
  expect(shown.length).toBeGreaterThan(500)
  expect(contradictionsIn('contracts', shown)).toEqual([])
})

type Member = { readonly [keyword: string]: unknown }

/** Every member of every object, by its place. */
function membersIn(value: unknown, at = ''): [place: string, member: Member][] {
  if (Array.isArray(value)) return value.flatMap((each) => membersIn(each, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'examples' || key === 'default') return []
    if (key !== 'properties') return membersIn(inner, `${at}.${key}`)
    return Object.entries(inner as Record<string, Member>).flatMap(([name, member]) => [
      [`${at}.${name}`, member] as [string, Member],
      ...membersIn(member, `${at}.${name}`),
    ])
  })
}

/** Objects and lists are shown by their members, references by what they refer to, and choices by their values. */
function isComposed(schema: Member): boolean {
  const { type, $ref, anyOf, oneOf, items, properties, enum: values, const: only } = schema
  if ([$ref, oneOf, items, properties, values, only].some((each) => each !== undefined)) return true
  if (type === 'boolean' || type === 'null') return true
  if (Array.isArray(anyOf)) return anyOf.some((each) => isComposed(each as Member))
  return [type].flat().some((each) => each === 'object' || each === 'array')
}

function isShown(schema: Member): boolean {
  const { examples, pattern } = schema
  return examples !== undefined || (typeof pattern === 'string' && exampleOfPattern(pattern) !== undefined)
}

test('every member with a value of its own has an example', () => {
  const members = membersIn(definitions)
  expect(members.length).toBeGreaterThan(1_000)
  const without = members.filter(([, member]) => !isComposed(member) && !isShown(member))
  expect(without.map(([place]) => place)).toEqual([])
})

/** The schemas of JSON that an operation can answer with when it does what it is for. */
function answerSchemas({ success, otherSuccess }: Endpoint): z.ZodType[] {
  return [success, otherSuccess].flatMap((each) => {
    if (each === undefined) return []
    const schema = each.content instanceof z.ZodType ? each.content : each.content.orJson
    return schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : (schema ?? [])
  })
}

const answering = routes.filter((route) => answerSchemas(route).length > 0)

test.each(answering)('every answer of $operationId is shown as its schema has it', (route) => {
  for (const schema of answerSchemas(route)) {
    const { $ref } = describedSchema(schema, 'output').schema
    const id = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
    const example = answerExample(id, route.operationId)
    expect(example, id).toBeDefined()
    expect(schema.safeParse(example).error?.issues ?? []).toEqual([])
  }
})

test('every answer of the document has an example, but one that is no text', () => {
  const isBinary = (type: string) => type === 'application/octet-stream'
  const without = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const { $ref } = response
        const { content = {} } =
          $ref === undefined ? response : (document.components.responses[$ref.split('/').at(-1) ?? ''] ?? {})
        return Object.entries(content).flatMap(([type, { schema, example, examples = {}, ...media }]) => {
          // An example of the full answer is one of its summary as well.
          const summary = media['x-summary-schema']
          const summaries = summary === undefined ? 0 : (summary.anyOf?.length ?? 1)
          const alternatives = (schema?.anyOf?.length ?? 1) - summaries
          const hasExamples = example !== undefined || Object.keys(examples).length >= alternatives
          const isOfError = status === 'default' || Number(status) >= 400
          return hasExamples || isBinary(type) || (isOfError && type === 'text/html')
            ? []
            : [`${operationId} ${status} ${type}`]
        })
      }),
    )
  expect(without).toEqual([])
})

test('every example that is kept is shown', () => {
  const shown = Object.values(document.components.examples).map(({ value }) => value)
  expect(
    Object.entries(answers)
      .filter(([, answer]) => !shown.includes(answer))
      .map(([name]) => name),
  ).toEqual([])
})

test.each([
  ['a receipt', answers.OutcomeReceipt],
  ['a one-call verification', answers.OneCallResponse.receipt],
  ['a verified Spool', answers.VerifiedSpool.receipt],
  ['a read receipt', answers.ReceiptRecord.receipt],
  ['a bundle', answers.ReceiptBundle.receipt],
  ['a receipt that replaces another', answers.SupersededReceipt.receipt],
])('the receipt in the example of %s is valid by the keys in theirs', (_, receipt) => {
  const trustSet = parseKeyDocument(answers.KeyDocument)
  const { valid, reasons } = verifyOutcomeReceipt(receipt, { trustSet, now: new Date(receipt.issued_at) })
  expect([valid, reasons]).toEqual([true, []])
})

test('the examples have no address of the machine that they come from, and no secret', () => {
  const text = JSON.stringify(document.components.examples)
  expect(text).not.toMatch(/127\.0\.0\.1|localhost/)
  expect(text).not.toMatch(/spk_live_[A-Za-z0-9]|sbx_[A-Za-z0-9]{8}/)
})

test('an example of a refusal has the status of its code', () => {
  for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
    const { example } = content['application/json'] ?? {}
    if (example === undefined) continue
    const { code, docs } = example as { code: ErrorCode; docs: string }
    expect(docs, name).toMatch(new RegExp(`/docs/errors#${code}$`))
  }
  expect(textExample('read-guide-page')).toBeDefined()
})
