import { MIMEType } from 'node:util'
import Negotiator from 'negotiator'

/** A part of a list between commas; a comma inside of a quoted text ends none. */
const listPart = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
/** A weight as RFC 9110 writes it, also without the leading zero, as old clients send it. */
const weight = /^(?:0?\.\d*|0|1(?:\.0*)?)$/

/** The media type of a Content-Type header; null where there is none, or it is none. */
export function readMediaType(
  header: string | undefined,
): { essence: string; charset: string | null } | null {
  const type = header === undefined ? null : parsed(header)
  return type && { essence: type.essence, charset: type.params.get('charset')?.toLowerCase() ?? null }
}

/**
 * The types of `offered` that an Accept header takes, by preference; equally preferred ones stay in the order of the offer. No
 * header, and one without a range, takes any type. A parameter other than the weight excludes nothing: what is offered has
 * none, and a caller that names a charset or a version takes the type.
 */
export function acceptedTypes<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type[] {
  const parts = (accept?.match(listPart) ?? []).map((part) => part.trim()).filter((part) => part !== '')
  if (parts.length === 0) return [...offered]
  const ranges = parts.flatMap(rangeOf)
  if (ranges.length === 0) return []
  return new Negotiator({ headers: { accept: ranges.join() } }).mediaTypes([...offered]) as Type[]
}

/** A range without its parameters, with its weight; none for what is no media type, and for a refusal of one variant alone. */
function rangeOf(part: string): string[] {
  // Clients of the first years of the web send `*` for any type.
  const type = parsed(/^\*\s*(?:;|$)/.test(part) ? part.replace('*', '*/*') : part)
  if (type === null) return []
  const { params, essence } = type
  const sent = params.get('q') ?? '1'
  const q = weight.test(sent) ? Number(sent) : 1
  const isVariant = [...params.keys()].some((name) => name !== 'q' && name !== 'charset')
  return q === 0 && isVariant ? [] : [`${essence};q=${q}`]
}

function parsed(text: string): MIMEType | null {
  try {
    return new MIMEType(text)
  } catch {
    return null
  }
}
