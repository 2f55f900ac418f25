import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ErrorCode, errorCodes } from '@outturn/contracts'
import type { ApiAnswer } from '../calls/api.ts'
import { isJson, type Json } from '../tools/tool.ts'
import { fittedAnswer, mostAnswerBytes } from './fitted-answer.ts'

/** What a tool answers with: the same JSON as structure and as text, because hosts forward either. */
export function toolAnswer(body: Json): CallToolResult {
  const fitted = fittedAnswer(body)
  return {
    content: [{ type: 'text', text: JSON.stringify(fitted) }],
    structuredContent: fitted,
  }
}

/** A refusal is text alone: hosts hold a structure against schemas and would show their own complaint in its place. */
export function toolRefusal(body: Json): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(fittedAnswer(body)) }] }
}

/** What the interface answered, as a tool answers it; `change` sees the body of a success first. */
export function answeredAs(answer: ApiAnswer, change: (body: Json) => Json = (body) => body): CallToolResult {
  const body = jsonOfAnswer(answer)
  return isRefusal(answer.status, body) ? toolRefusal(body) : toolAnswer(change(body))
}

/** Some codes are answered with status 200; what else has the members of an error there is somebody's data. */
export function isRefusal(status: number, { code, error, retryable }: Json): boolean {
  if (status >= 400) return true
  if (typeof code !== 'string' || typeof error !== 'string' || typeof retryable !== 'boolean') return false
  return Object.hasOwn(errorCodes, code) && errorCodes[code as ErrorCode].status === 200
}

/** The body of an answer as an object; what is no object of JSON is a member of one. */
export function jsonOfAnswer({ headers, body }: ApiAnswer): Json {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim() ?? ''
  if (/[/+]json$/.test(mediaType)) {
    if (body.length > longestReadBytes)
      return { media_type: mediaType, bytes: body.length, left_out: ['all'] }
    const read: unknown = JSON.parse(Buffer.from(body).toString())
    if (isJson(read)) return read
    if (Array.isArray(read)) return { data: read, has_more: hasNextPage(headers) }
    return { value: read }
  }
  if (body.length === 0) return {}
  const isText = mediaType.startsWith('text/')
  const found = { media_type: mediaType, bytes: body.length }
  const member = isText ? 'text' : 'content_base64'
  // Base64 is a third longer; a text that does not fit is left out with everything else that does not.
  if (body.length > (isText ? mostAnswerBytes : mostAnswerBytes / 2)) return { ...found, left_out: [member] }
  return { ...found, [member]: Buffer.from(body).toString(isText ? 'utf8' : 'base64') }
}

/** A longer body is answered by its size alone: little of it would be shown, and reading it would keep others waiting. */
const longestReadBytes = 1_048_576

/** Lists that go on say so in a header, which a tool does not show. */
function hasNextPage({ link }: ApiAnswer['headers']): boolean {
  return link?.includes('rel="next"') ?? false
}
