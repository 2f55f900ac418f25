import { componentOf } from './json-schema.ts'
import { docstring, fileHeader, toClassName } from './python-text.ts'
import type { Schemas } from './python-types.ts'

/** How each code of an error answers, as the contract lists them. */
export type ErrorRules = Readonly<
  Record<string, { readonly status: number; readonly retryable: boolean; readonly remediation: string }>
>

/** The module with an exception class for each error code that the document names. */
export function writeRefusals(schemas: Schemas, rules: ErrorRules): string {
  const named = schemas['Error']?.properties?.['code'] ?? {}
  const { enum: values = [] } = schemas[componentOf(named) ?? ''] ?? named
  const codes = values.map(String).toSorted()
  if (codes.length === 0) throw new Error('The schema Error names no codes.')
  const classes = codes.flatMap((code) => {
    const { status, remediation } = rules[code] ?? never(code)
    return [
      '',
      '',
      `class ${toClassName(code)}(OutturnError):`,
      ...docstring(`\`${code}\`, status ${status}. ${remediation}`, '    '),
    ]
  })
  const entries = codes.map((code) => `    "${code}": ${toClassName(code)},`)
  return [
    ...fileHeader('One exception class for each error code of the service.'),
    'from typing import Mapping, Type',
    '',
    'from .errors import OutturnError',
    '',
    `__all__ = [\n${codes.map((code) => `    "${toClassName(code)}",`).join('\n')}\n]`,
    ...classes,
    '',
    '',
    `CLASSES: Mapping[str, Type[OutturnError]] = {\n${entries.join('\n')}\n}`,
    '"""The class of each code. A code that this version does not know is an OutturnError."""',
    '',
  ].join('\n')
}

function never(code: string): never {
  throw new Error(`The document names the error code ${code}, which the contract does not have.`)
}
