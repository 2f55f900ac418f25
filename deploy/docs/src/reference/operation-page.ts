import { errorCodes } from '@outturn/contracts'
import {
  type Content,
  type InterfaceDocument,
  nameOf,
  type Operation,
  type Parameter,
} from './interface-document.ts'
import { compactJson, fence, linkedCodes, page, table } from './markdown.ts'
import { membersOf, resolved, typeWords } from './schema-words.ts'

export type PlacedOperation = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function operationsOf(document: InterfaceDocument): readonly PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** One operation: who may call it, what it takes and answers, and how it refuses. */
export function operationPage(
  { method, path, operation }: PlacedOperation,
  document: InterfaceDocument,
): string {
  const parameters = (operation.parameters ?? []).map((each) =>
    '$ref' in each ? document.components.parameters[nameOf(each.$ref)] : each,
  )
  const shown = parameters.filter((each): each is Parameter => each !== undefined)
  return page(
    `# ${operation.summary}`,
    fence('http', `${method} ${path}`),
    operation.deprecated === true ? 'Deprecated.' : null,
    operation.description ?? 'Anyone may call this operation, without a key.',
    ...parametersPart(shown, document),
    ...bodyPart(operation, document),
    '## Example',
    fence('sh', exampleCall(method, path, operation, shown)),
    ...answersPart(operation, document),
    ...refusalsPart(operation),
  )
}

const places: Readonly<Record<string, string>> = { path: 'Path', query: 'Query', header: 'Header' }

function parametersPart(parameters: readonly Parameter[], document: InterfaceDocument): readonly string[] {
  if (parameters.length === 0) return []
  const rows = parameters.map(({ name, in: place, required, description = '', schema = {} }) => [
    `\`${name}\``,
    places[place] ?? place,
    typeWords(schema, document),
    `${required === true ? '' : 'Optional. '}${description || (resolved(schema, document).description ?? '')}`,
  ])
  return ['## Parameters', table(['Name', 'In', 'Type', 'Description'], rows)]
}

function bodyPart({ requestBody }: Operation, document: InterfaceDocument): readonly (string | null)[] {
  const schema = requestBody?.content['application/json']?.schema
  if (requestBody === undefined) return []
  if (schema === undefined) return ['## Body', `\`${Object.keys(requestBody.content).join('`, `')}\``]
  return [
    '## Body',
    `${typeWords(schema, document)}${requestBody.required === true ? '' : ', optional'}.`,
    membersOf(resolved(schema, document), document),
  ]
}

/** The address and key are those that the guide uses. */
function exampleCall(
  method: string,
  path: string,
  { security = [], requestBody }: Operation,
  parameters: readonly Parameter[],
): string {
  const body = requestBody?.content['application/json']
  const example = body?.example ?? Object.values(body?.examples ?? {})[0]?.value
  const credential = security.flatMap((each) => Object.keys(each))[0]
  const isRepeatable = parameters.some(
    ({ name, required }) => name === 'Idempotency-Key' && required === true,
  )
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$OUTTURN_URL${path}"`,
    ...(credential === undefined
      ? []
      : [`-H "authorization: Bearer $OUTTURN_${credential === 'sandboxSession' ? 'SESSION' : 'KEY'}"`]),
    ...(isRepeatable ? ['-H "idempotency-key: $(openssl rand -hex 16)"'] : []),
    ...(example === undefined
      ? []
      : [
          "-H 'content-type: application/json'",
          `-d '${compactJson(example).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

function answersPart({ responses }: Operation, document: InterfaceDocument): readonly (string | null)[] {
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  return successes.flatMap(([status, { description = '', content = {}, headers = {} }]) => {
    const schema = content['application/json']?.schema
    const rows = Object.entries(headers).map(([name, header]) => {
      const named = header.$ref === undefined ? header : document.components.headers[nameOf(header.$ref)]
      return [`\`${name}\``, named?.description ?? '']
    })
    return [
      `## Answer ${status}`,
      description,
      schema === undefined ? mediaTypes(content) : `${typeWords(schema, document)}.`,
      schema === undefined ? null : membersOf(resolved(schema, document), document),
      rows.length === 0 ? null : table(['Header', 'Description'], rows),
      ...examplesOf(content, document),
    ]
  })
}

function mediaTypes(content: Content): string | null {
  const types = Object.keys(content)
  return types.length === 0 ? null : `\`${types.join('`, `')}\``
}

function examplesOf(content: Content, document: InterfaceDocument): readonly string[] {
  const { example, examples = {} } = content['application/json'] ?? {}
  const values = Object.values(examples).map(({ $ref, value }) =>
    $ref === undefined ? value : document.components.examples[nameOf($ref)]?.value,
  )
  return [example, ...values]
    .filter((value) => value !== undefined)
    .slice(0, 2)
    .map((value) => fence('json', compactJson(value)))
}

function refusalsPart({ responses }: Operation): readonly (string | null)[] {
  const rows = Object.entries(responses).flatMap(([status, { description = '' }]) => {
    const codes = Array.from(description.matchAll(/`([a-z][a-z0-9_]+)`/g), ([, code = '']) => code)
    return codes
      .filter((code): code is keyof typeof errorCodes => code in errorCodes)
      .map((code) => [status, linkedCodes(`\`${code}\``), errorCodes[code].remediation])
  })
  return [
    '## Errors',
    rows.length === 0 ? null : table(['Status', 'Code', 'What to do'], rows),
    'Every operation can also answer with the [errors that all share](/guide/errors).',
  ]
}
