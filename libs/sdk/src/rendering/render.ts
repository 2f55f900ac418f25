import type { ApiDocument } from './api-document.ts'
import { mentionedTypes, renderOperations } from './render-operations.ts'
import { renderTypes } from './render-types.ts'

const head = '// Rendered from the OpenAPI document: see rendered-files.test.ts. Do not edit.\n'

/** The texts of the files in `src/generated`, by name. */
export function renderAll(
  document: ApiDocument,
): Record<'types.ts' | 'resources.ts' | 'operations.ts', string> {
  const { resources, table } = renderOperations(document)
  const mentioned = mentionedTypes(resources, Object.keys(document.components.schemas)).toSorted()
  const options = ['ActOptions', 'AsSummary', 'CallOptions', 'IfChanged', 'WriteOptions'].filter((name) =>
    resources.includes(name),
  )
  return {
    'types.ts': `${head}\n${renderTypes(document.components.schemas, bodiesOf(document))}\n`,
    'resources.ts': [
      head,
      "import type { ApiPromise } from '../http/api-promise.ts'",
      `import type { ${options.join(', ')} } from '../http/call-options.ts'`,
      "import type { PagedList } from '../http/paged-list.ts'",
      `import type {\n${mentioned.map((name) => `  ${name},`).join('\n')}\n} from './types.ts'`,
      '',
      resources,
      '',
    ].join('\n'),
    'operations.ts': `${head}\nimport type { OperationCall } from '../http/operation-call.ts'\n\n/** How each method is sent, by its name. */\n${table}\n`,
  }
}

/** Names of the schemas that requests have as their bodies. */
function bodiesOf({ paths }: ApiDocument): string[] {
  const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs))
  return operations.flatMap(({ requestBody }) => {
    const name = requestBody?.content['application/json']?.schema.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? [] : [name]
  })
}
