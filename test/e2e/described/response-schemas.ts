import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type InterfaceDocument, withResponses } from '../interface.ts'

/** Which schema of the document is meant. */
export interface ResponseAt {
  template: string
  method: string
  status: number
  mediaType: string
  /** The schema of the summary, where there is one. */
  isSummary?: boolean
}

/** The check of a response's schema; undefined where the document has none. */
export type ResponseSchemas = (at: ResponseAt) => ValidateFunction | undefined

/**
 * The schemas of a document's responses. Each is compiled when it is first asked for, and a component once for all responses that
 * have it; the code is run too seldom to be worth optimizing.
 */
export function responseSchemas(described: InterfaceDocument): ResponseSchemas {
  const document = withResponses(described)
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  ;(addFormats as unknown as (target: Ajv2020) => void)(ajv)
  ajv.addFormat('base64', true)
  ajv.addSchema(document, 'document')
  return ({ template, method, status, mediaType, isSummary = false }) => {
    const { responses } = document.paths[template]?.[method] ?? {}
    const answer = responses?.[status] === undefined ? 'default' : String(status)
    const member = isSummary ? 'x-summary-schema' : 'schema'
    const schema = responses?.[answer]?.content?.[mediaType]?.[member]
    if (schema === undefined) return undefined
    const { $ref, ...siblings } = schema
    if ($ref !== undefined && Object.keys(siblings).length === 0) return ajv.getSchema(`document${$ref}`)
    const steps = ['paths', template, method, 'responses', answer, 'content', mediaType, member]
    return ajv.getSchema(`document#/${steps.map(escaped).join('/')}`)
  }
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}
