import type { Schema } from '../api-document.ts'
import { allMembers } from './json-schema.ts'
import type { PythonOperation } from './python-operations.ts'
import { docstring, fileHeader, isPythonName, toLiteral, wrapCode } from './python-text.ts'
import { type PythonTypes, type Schemas, typingNames } from './python-types.ts'

/** One parameter of a function in Python. */
type Argument = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly meaning: string
}

/** The module of functions that describe one call each: signature, documentation, and what is sent. */
export function writeCalls(
  operations: readonly PythonOperation[],
  types: PythonTypes,
  components: Schemas,
): string {
  const functions = operations
    .filter(({ isWritten }) => isWritten !== true)
    .flatMap((operation) => ['', '', ...writeCall(operation, types, components)])
  const text = functions.join('\n')
  const used = types.names().filter((name) => new RegExp(String.raw`\b${name}\b`).test(text))
  const core = [
    'Call',
    'Listing',
    'Plan',
    'body_of',
    'listed_by_cursor',
    'listed_by_sequence',
    'segment',
    'send',
  ]
  return [
    ...fileHeader(
      'The operations of the service: one function for each describes what is sent and received.',
    ),
    ...wrapCode(`from typing import ${typingNames(functions)}`),
    '',
    `from ._core import ${core.filter((name) => new RegExp(String.raw`\b${name}\b`).test(text)).join(', ')}`,
    `from .types import (\n${used.map((name) => `    ${name},`).join('\n')}\n)`,
    ...functions,
    '',
  ].join('\n')
}

/** `spools.get` as the name of its function. */
export function functionOf({ at }: Pick<PythonOperation, 'at'>): string {
  return at.replaceAll('.', '_')
}

function writeCall(operation: PythonOperation, types: PythonTypes, components: Schemas): string[] {
  const { summary, description, answer, mediaType, pages } = operation
  const positional = pathArguments(operation)
  const whole = wholeBody(operation, types, components)
  const members = whole === undefined ? bodyArguments(operation, types, components) : []
  const named = [...members, ...queryArguments(operation, types), ...headerArguments(operation)]
  const isWrite = operation.httpMethod !== 'GET'
  const options: Argument[] = [
    ...(isWrite ? [{ ...optional, name: 'idempotency_key', type: 'str', meaning: meaningOfKey }] : []),
    { ...optional, name: 'timeout', type: 'float', meaning: 'Seconds for the call with all its attempts.' },
  ]
  const [only, ...others] = members.filter(({ isRequired }) => isRequired)
  const first = [...positional, ...(whole === undefined ? [] : [whole])]
  // The one thing that a call is about need not be named.
  if (first.length === 0 && only !== undefined && others.length === 0) first.push(only)
  const rest = [...named, ...options].filter((argument) => !first.includes(argument))
  const result =
    pages === undefined
      ? answer === undefined
        ? mediaType.startsWith('text/')
          ? 'str'
          : 'bytes'
        : types.typeOf(answer, false)
      : `Listing[${types.typeOf(itemOf(operation), false)}]`
  const documented = [...first, ...rest].map(
    ({ name, meaning }) => `- ${name}: ${meaning.replaceAll(/\s*\n\s*/g, ' ') || 'See the type.'}`,
  )
  return [
    `def ${functionOf(operation)}(`,
    ...first.flatMap((argument) => wrapCode(`    ${parameterOf(argument)},`)),
    '    *,',
    ...rest
      .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
      .flatMap((argument) => wrapCode(`    ${parameterOf(argument)},`)),
    `) -> Plan[${result}]:`,
    ...docstring([`${summary}.`, '', description, '', ...documented].join('\n'), '    '),
    `    return ${senderOf(operation)}(`,
    '        Call(',
    ...callOf(operation, whole, members).flatMap((line) => wrapCode(`            ${line},`)),
    '        )',
    '    )',
  ]
}

const optional = { isRequired: false } as const
const meaningOfKey =
  'Name of this call: repeated under it, the call answers again and has no second effect. Drawn when left out.'

function parameterOf({ name, type, isRequired }: Argument): string {
  return isRequired ? `${name}: ${type}` : `${name}: Optional[${type}] = None`
}

function senderOf({ pages }: PythonOperation): string {
  return pages === undefined ? 'send' : pages === 'cursor' ? 'listed_by_cursor' : 'listed_by_sequence'
}

function callOf(
  operation: PythonOperation,
  whole: Argument | undefined,
  members: readonly Argument[],
): string[] {
  const { httpMethod, path, parameters, query = {}, security, answer, mediaType, body } = operation
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `{segment(${argumentOf(name, operation)})}`,
  )
  const queries = [
    ...Object.entries(query).map(([name, value]) => `"${name}": ${toLiteral(value)}`),
    ...parameters.flatMap(({ name, in: place }) =>
      place === 'query' && !Object.hasOwn(query, name) ? [`"${name}": ${name}`] : [],
    ),
  ]
  const headers = headerArguments(operation).map(({ name }) => `"${headerOf(name)}": ${name}`)
  const sent = whole?.name ?? `body_of(${members.map(({ name }) => `${name}=${name}`).join(', ')})`
  return [
    toLiteral(operation.id),
    `"${httpMethod}"`,
    filled === path ? toLiteral(path) : `f${toLiteral(filled)}`,
    ...(queries.length > 0 ? [`query={${queries.join(', ')}}`] : []),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body === undefined ? [] : [`body=${sent}`]),
    ...(security.length === 0 ? ['key="none"'] : []),
    ...(security.includes('apiKeyBesidePayment') ? ['key="beside_payment"'] : []),
    ...(answer === undefined ? [mediaType.startsWith('text/') ? 'reads="text"' : 'reads="bytes"'] : []),
    ...(mediaType === 'text/html' ? ['accepts="text/html"'] : []),
    ...(httpMethod !== 'GET' ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
  ]
}

function pathArguments(operation: PythonOperation): Argument[] {
  return operation.parameters.flatMap(({ name, in: place, description = '' }) =>
    place === 'path'
      ? [{ name: argumentOf(name, operation), type: 'str', isRequired: true, meaning: description }]
      : [],
  )
}

/** `id` says too little beside other arguments. */
function argumentOf(parameter: string, { at }: PythonOperation): string {
  return parameter === 'id' ? (at.startsWith('recipes.') ? 'recipe_id' : 'spool_id') : parameter
}

/** A body that is not one object of members is one argument. */
function wholeBody(
  { body, id }: PythonOperation,
  types: PythonTypes,
  components: Schemas,
): Argument | undefined {
  if (body === undefined) return undefined
  if (allMembers(body, components) !== undefined && id !== 'verify-attestation') return undefined
  const name = id === 'verify-attestation' ? 'attestation' : 'body'
  return { name, type: types.typeOf(body, true), isRequired: true, meaning: '' }
}

function bodyArguments({ body }: PythonOperation, types: PythonTypes, components: Schemas): Argument[] {
  const { properties, required } = (body && allMembers(body, components)) ?? { properties: {}, required: [] }
  return (
    Object.entries(properties)
      // The header names the call already.
      .filter(([name]) => name !== 'idempotency_key')
      .map(([name, schema]) => {
        if (!isPythonName(name)) throw new Error(`The member ${name} is no name in Python.`)
        const meaning = schema.description ?? ''
        return { name, type: types.typeOf(schema, true), isRequired: required.includes(name), meaning }
      })
  )
}

function queryArguments({ parameters, query = {} }: PythonOperation, types: PythonTypes): Argument[] {
  return parameters.flatMap(({ name, in: place, required, description = '', schema, example = '' }) =>
    place === 'query' && !Object.hasOwn(query, name)
      ? [
          {
            name,
            type: typeOfQuery(schema, example, types),
            isRequired: required ?? false,
            meaning: description,
          },
        ]
      : [],
  )
}

/** Every parameter is a text in the address; a number or a boolean is written as one. */
function typeOfQuery(schema: Schema, example: string, types: PythonTypes): string {
  if (/^\d{1,9}$/.test(example)) return 'int'
  return example === 'true' ? 'bool' : types.typeOf(schema, true)
}

function headerArguments({ parameters }: PythonOperation): Argument[] {
  return parameters.flatMap(({ name, in: place, required, description = '' }) =>
    place === 'header' && name !== 'Idempotency-Key' && name !== 'If-None-Match'
      ? [
          {
            name: name.toLowerCase().replaceAll('-', '_'),
            type: 'str',
            isRequired: required ?? false,
            meaning: description,
          },
        ]
      : [],
  )
}

function headerOf(name: string): string {
  return name.replaceAll('_', '-')
}

/** The schema of one item of a list. */
export function itemOf({ answer, pages, id }: PythonOperation): Schema {
  const items = pages === 'cursor' ? answer?.properties?.['data']?.items : answer?.items
  if (items === undefined) throw new Error(`${id} answers with no list.`)
  return items
}
