import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InterfaceDocument } from '../interface.ts'

/** Which schema of the document is meant. */
export interface ResponseAt {
  template: string
  method: string
  status: number
  mediaType: string
}

/** The check of a response's schema; undefined where the document has none. */
export type ResponseSchemas = (at: ResponseAt) => ValidateFunction | undefined

/**
 * The schemas of a document's responses. Each is compiled when it is first asked for, and a component once for all responses that
 * have it; the code is run too seldom to be worth optimizing.
 */
export function responseSchemas(document: InterfaceDocument): ResponseSchemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  ;(addFormats as unknown as (target: Ajv2020) => void)(ajv)
  ajv.addSchema(document, 'document')
  return ({ template, method, status, mediaType }) => {
    const { responses } = document.paths[template]?.[method] ?? {}
    const schema = responses?.[status]?.content?.[mediaType]?.schema
    if (schema === undefined) return undefined
    if (schema.$ref !== undefined) return ajv.getSchema(`document${schema.$ref}`)
    const steps = ['paths', template, method, 'responses', String(status), 'content', mediaType, 'schema']
    return ajv.getSchema(`document#/${steps.map(escaped).join('/')}`)
  }
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}
