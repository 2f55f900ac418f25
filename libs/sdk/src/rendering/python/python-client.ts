import { errorCodes } from '@outturn/contracts'
import type { ApiDocument } from '../api-document.ts'
import { allMembers } from './json-schema.ts'
import { itemOf, writeCalls } from './python-calls.ts'
import { offlineMethods } from './python-methods.ts'
import { type PythonOperation, pythonOperations } from './python-operations.ts'
import { writeRefusals } from './python-refusals.ts'
import { writeResources } from './python-resources.ts'
import { PythonTypes } from './python-types.ts'

/** The generated files of the client in Python, by their path in its folder. */
export function pythonClient(document: ApiDocument): ReadonlyMap<string, string> {
  const { schemas } = document.components
  const operations = pythonOperations(document)
  const bodies = operations.flatMap(({ body }) => (body === undefined ? [] : [body]))
  const types = new PythonTypes(schemas, bodies)
  for (const operation of operations) {
    const { answer, pages, answerName } = operation
    if (pages !== undefined) types.add(itemOf(operation), answerName)
    else if (answer !== undefined) types.add(answer, answerName)
  }
  const typesModule = types.write()
  return new Map([
    ['src/outturn/types.py', typesModule],
    ['src/outturn/_calls.py', writeCalls(operations, types, schemas)],
    ['src/outturn/_resources.py', writeResources(operations, offlineMethods)],
    ['src/outturn/refusals.py', writeRefusals(schemas, errorCodes)],
    ['tests/operations.jsonl', writeOperations(operations, schemas)],
  ])
}

/** What each method has to send, for the tests in Python. */
function writeOperations(
  operations: readonly PythonOperation[],
  schemas: ApiDocument['components']['schemas'],
): string {
  const rows = operations.map(({ id, at, httpMethod, path, parameters, body, isOpen = false, security }) => {
    const { properties, required } = (body && allMembers(body, schemas)) ?? { properties: {}, required: [] }
    return {
      id,
      at,
      method: httpMethod,
      path,
      parameters: parameters.map(({ name, in: place }) => `${place} ${name}`),
      members: Object.keys(properties),
      required,
      needs_key: security.length > 0 && !isOpen,
    }
  })
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
}
