import type { Answer } from '../../http/route.ts'

/** Leads a browser on after a form. */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, body: '', contentType: 'text/html; charset=utf-8', headers: { location, ...headers } }
}
