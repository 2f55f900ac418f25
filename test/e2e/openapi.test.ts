import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { delivery, openSession, readSystem, sendTo } from './api.ts'
import { responseSchemas } from './described/response-schemas.ts'
import { type InterfaceOperation, readDocument, readInterface } from './interface.ts'
import { prepareCall } from './prepared/prepared-call.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const document = await readDocument(send)
const operations = await readInterface(send)
const schemaOf = responseSchemas(document)

let operator: Operator
let account: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 1_000 })
})
afterAll(() => operator.close())

test('the interface document is valid OpenAPI 3.1 for a validator that is not ours', async () => {
  const validator = new Validator()
  expect(
    await validator.validate(structuredClone(document) as unknown as Record<string, unknown>),
  ).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

/** Whether an answer is what the document says of its status. */
function mistakes(template: string, method: string, status: number, json: unknown): unknown {
  const validate = schemaOf({ template, method: method.toLowerCase(), status, mediaType: 'application/json' })
  if (validate === undefined) return `${status} is not documented`
  return validate(json) ? null : validate.errors
}

/** Its status when it did what was asked: a few refusals are answered with 200. */
function successOf({ responses }: InterfaceOperation): number {
  return Math.max(
    ...Object.keys(responses)
      .map(Number)
      .filter((status) => status < 300),
  )
}

function isJson(operation: InterfaceOperation): boolean {
  return operation.responses[successOf(operation)]?.content?.['application/json']?.schema !== undefined
}

const closed = operations.filter(({ securities }) => securities.length > 0)

test.each(operations.filter(isJson))('$method $path answers what the document says', async (operation) => {
  const { method, path, securities } = operation
  const isSandbox = !securities.includes('apiKey') && securities.length > 0
  const owner = isSandbox ? (await openSession(send)).token : account.apiKey
  const prepared = await prepareCall(operation, { send, key: owner, isSandbox })
  const key = securities.length > 0 ? (prepared.key ?? owner) : undefined
  const { status, json } = await send(prepared.path, { ...prepared, method, key })
  const expected = prepared.refusal ?? String(successOf(operation))
  expect(prepared.refusal === undefined ? String(status) : `${status} ${json.code}`).toBe(expected)
  expect(mistakes(path, method, status, json)).toBeNull()
})

test.each(closed)('$method $path refuses as the document says', async ({ method, path, hasBody }) => {
  const { status, json } = await send(path.replaceAll(/[{}]/g, ''), {
    method,
    ...(hasBody && { body: delivery() }),
  })
  expect(status).toBe(401)
  expect(mistakes(path, method, status, json)).toBeNull()
})
