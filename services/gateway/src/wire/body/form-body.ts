import type { IncomingHttpHeaders } from 'node:http'
import { forbidden, invalid, Refusal } from '@outturn/contracts'
import { nulCharacter } from '../nul-character.ts'
import { readMediaType } from '../media-types.ts'

/** Refuses a body that is not a form, before a byte of it is read. */
export function assertFormBody(headers: IncomingHttpHeaders): void {
  const type = readMediaType(headers['content-type'])
  if (headers['content-encoding'] === undefined && type?.essence === 'application/x-www-form-urlencoded')
    return
  throw invalid('Content-Type', 'This address takes a form of its own page.', {
    remediation: 'Open the page and send its form. Programs use the API at /openapi.json.',
  })
}

/**
 * Refuses a form that a page of another site sends in the name of its reader. Browsers name the site of the page, or its origin on plain
 * http; what names neither is no browser.
 */
export function assertOwnPage(headers: IncomingHttpHeaders, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const isOwn =
    site === undefined ? ownOrigins(publicUrl).includes(headers.origin ?? '') : site === 'same-origin'
  if (isOwn) return
  throw forbidden('A form is sent from a page of this site alone.', {
    remediation: 'Open the page at the address of this service and send its form again.',
  })
}

/** A local system is reached by its address and by its name, `localhost`, to which cookies and passkeys can belong. */
export function ownOrigins(publicUrl: string): readonly string[] {
  const { origin } = new URL(publicUrl)
  const local = localUrl(publicUrl)
  return local === origin ? [origin] : [origin, local]
}

/** The address of pages for people: `localhost` in place of a loopback address. */
export function localUrl(publicUrl: string): string {
  return new URL(publicUrl).origin.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')
}

/** The fields of a form. */
export function parseForm(bytes: Uint8Array): Readonly<Record<string, string>> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // What is no UTF-8 behind its percent signs would be replaced without a word.
    decodeURIComponent(text)
  } catch {
    throw new Refusal('validation_failed', 'The form is not in UTF-8.', { reason: 'invalid_utf8' })
  }
  const fields = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) throw invalid(name.slice(0, 80), 'The form has a field twice.')
    if (name.includes('\0') || value.includes('\0')) throw nulCharacter(name)
    fields[name] = value
  }
  return { ...fields }
}
