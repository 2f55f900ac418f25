import { publicEndpoints } from '@outturn/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { openapiDocument } from './openapi-document.ts'

type Shown = { readonly pointer: string; readonly example: unknown }

const routes = publicEndpoints('outturn')
const document = await openapiDocument(routes)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('base64', true)
ajv.addSchema(document, 'document')

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

const shown = examplesIn(document)

test('every example of the document is one of its schema', () => {
  expect(shown.length).toBeGreaterThan(500)
  const contradictions = shown.flatMap(({ pointer, example }) => {
    const isValid = ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    return isValid(example)
      ? []
      : [`${pointer} ${JSON.stringify(example)}: ${ajv.errorsText(isValid.errors)}`]
  })
  expect(contradictions).toEqual([])
})
