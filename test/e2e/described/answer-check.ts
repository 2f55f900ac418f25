import { errorCodes } from '@outturn/contracts'
import { type InterfaceDocument, withResponses } from '../interface.ts'
import { responseSchemas } from './response-schemas.ts'

/** One answer as it came. */
export interface ReceivedAnswer {
  method: string
  path: string
  /** It was asked for with `view=summary`. */
  isSummary: boolean
  status: number
  contentType: string | null
  text: string
}

/** What is wrong with an answer by the interface document, or null. */
export type AnswerCheck = (answer: ReceivedAnswer) => string | null

/** Paths that are served for browsers and under other protocols, and are not part of the interface. */
const outside =
  /^\/(?:(?:openapi\.json|favicon\.svg|favicon\.ico|robots\.txt|llms\.txt|\.well-known\/security\.txt|r|try|verify|sign-in|docs|api\/mcp)?$|assets\/|console\/|review\/|invitation\/)/

/** Objects that say themselves that they may have further members. */
const open = new Set(['Error'])

/**
 * The check of answers by one document. Stricter than the document for clients, which allows later versions to add members:
 * here a member that it does not name is a mistake.
 */
export function answerCheck(document: InterfaceDocument, baseUrl: string): AnswerCheck {
  const { paths } = withResponses(document)
  const schemaOf = responseSchemas(closed(document) as InterfaceDocument)
  const templates = Object.keys(paths).map((template) => ({ template, form: formOf(template) }))

  function operationAt(method: string, path: string) {
    const matches = templates.filter(({ form }) => form.test(path))
    // A literal step comes before a parameter, as in the router.
    const [found] = matches.toSorted((a, b) => parametersIn(a.template) - parametersIn(b.template))
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = found === undefined ? undefined : paths[found.template]?.[asked]
    return found === undefined || operation === undefined ? null : { ...found, asked, operation }
  }

  /** An address of this deployment in an answer that no path of the document has. */
  function deadLink(text: string, mediaType: string): string | undefined {
    const links = /json/.test(mediaType)
      ? text.matchAll(new RegExp(`"${baseUrl.replaceAll('.', '\\.')}(/[^"?#\\\\]*)`, 'g'))
      : text.matchAll(/(?:href|src)="(\/[^"?#]*)/g)
    return [...links].map(([, path = '']) => path).find((path) => !leadsSomewhere(path))
  }

  const leadsSomewhere = (path: string) => outside.test(path) || templates.some(({ form }) => form.test(path))

  return (answer) => {
    const dead = deadLink(answer.text, answer.contentType ?? '')
    const said = `${answer.method} ${answer.path}`
    return dead === undefined ? mistakeIn(answer) : `${said} leads to ${dead}, which does not exist`
  }

  function mistakeIn({ method, path, isSummary, status, contentType, text }: ReceivedAnswer): string | null {
    if (outside.test(path)) return null
    const at = operationAt(method, path)
    if (at === null) return mistakeOfUnknown({ method, path, status, contentType, text })
    const said = `${method} ${at.template}: ${status}`
    const { responses } = at.operation
    const response = responses[status] ?? (status >= 400 ? responses['default'] : undefined)
    if (response === undefined) return `${said} is not described; it came with ${text.slice(0, 200)}`
    if (text === '') return null
    const sent = (contentType ?? '').split(';', 1)[0] ?? ''
    const mediaType = response.content?.[sent] === undefined ? '*/*' : sent
    const media = response.content?.[mediaType]
    if (media === undefined) return `${said} is not described as ${sent}`
    // What may be of any type is bytes to its reader, whatever they are.
    if (mediaType === '*/*' || !/json/.test(sent)) return null
    const json = JSON.parse(text) as { code?: string }
    if (
      status >= 400 &&
      typeof json.code === 'string' &&
      !response.description.includes(`\`${json.code}\``)
    ) {
      return `${said} is not described with the code ${json.code}`
    }
    if (media.schema === undefined) return null
    const where = { template: at.template, method: at.asked, status, mediaType }
    // What is short already is answered whole.
    if (isSummary && schemaOf({ ...where, isSummary })?.(json) === true) return null
    const validate = schemaOf(where)
    if (validate === undefined) return `${said} has a schema that cannot be found`
    if (validate(json)) return null
    const errors = validate.errors
      ?.slice(0, 5)
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
    return `${said} is otherwise than described: ${errors?.join(', ')}`
  }
}

/** A path or method that does not exist is refused with the error object and the status of its code. */
function mistakeOfUnknown({
  method,
  path,
  status,
  contentType,
  text,
}: Omit<ReceivedAnswer, 'isSummary'>): string | null {
  const said = `${method} ${path}: ${status}`
  if (!contentType?.startsWith('application/json')) return `${said} is no error object but ${contentType}`
  if (text === '') return null
  const { code } = JSON.parse(text) as { code?: string }
  const rule = Object.hasOwn(errorCodes, String(code)) ? errorCodes[code as keyof typeof errorCodes] : null
  return rule?.status === status ? null : `${said} has the code ${code}`
}

/**
 * The same document with every object closed that names its members. One that is part of another, or of which another is made, is
 * closed where it is used, because the members of both count there.
 */
function closed(value: unknown, key = '', isPart = false): unknown {
  if (Array.isArray(value)) return value.map((each) => closed(each, '', key === 'allOf'))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closed(member, name, key === 'schemas')]),
  )
  const { properties, additionalProperties: others, $ref } = members
  if (properties === undefined && $ref === undefined && members['allOf'] === undefined) return members
  if (properties !== undefined && others !== undefined && !open.has(key))
    delete members['additionalProperties']
  const isSchema = typeof $ref !== 'string' || $ref.startsWith('#/components/schemas/')
  return isPart || !isSchema ? members : { ...members, unevaluatedProperties: false }
}

/** The index of a tile of the log may have several steps, which a template has no way to write; its description says so. */
function formOf(template: string): RegExp {
  if (template.endsWith('/{index}'))
    return new RegExp(`${formOf(template.replace('{index}', '')).source.slice(0, -1)}.+$`)
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function parametersIn(template: string): number {
  return template.split('{').length
}
