import Negotiator from 'negotiator'

/** Whether an Accept header lets a JSON answer through: no header, or a range that covers it with a weight above 0. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  return preferredOf(accept, ['application/json']).length > 0
}

/** The form of a page that a caller prefers, the page where it prefers neither; null when it takes neither. */
export function pageForm(accept: string | undefined): 'html' | 'json' | null {
  const [form] = preferredOf(accept, ['text/html', 'application/json'])
  if (form === undefined) return null
  return form === 'text/html' ? 'html' : 'json'
}

function preferredOf(accept: string | undefined, types: string[]): string[] {
  return new Negotiator({ headers: { accept } }).mediaTypes(types)
}
