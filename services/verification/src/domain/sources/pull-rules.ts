import { isDialable } from '@outturn/checkers'
import { type SourceRequest, unprocessable } from '@outturn/contracts'
import { pointerProblem } from '../payloads/json-pointer.ts'

const maxHeaders = 5
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\x20-\x7e]*$/
/** Headers that belong to the connection, to its host or to the service. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'if-none-match',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** Refuses an address that is never fetched and headers that are never sent. */
export function assertPullTerms({
  url,
  items,
  cursor,
  headers = {},
}: NonNullable<SourceRequest['pull']>): void {
  const problem = urlProblem(url)
  if (problem !== null) {
    throw unprocessable('pull.url', `The address ${problem}.`, {
      remediation: 'Send an https address of a public host on port 443.',
    })
  }
  assertPointer(items, 'pull.items')
  assertPointer(cursor?.pointer, 'pull.cursor.pointer')
  const names = Object.keys(headers)
  if (names.length > maxHeaders) {
    throw unprocessable('pull.headers', `At most ${maxHeaders} headers are sent.`, {
      remediation: 'Leave out the headers that the system does not need.',
    })
  }
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) {
    throw unprocessable('pull.headers', 'A header is named twice.', { remediation: 'Send each header once.' })
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || ownHeaders.has(name.toLowerCase()) || !headerValue.test(value)) {
      throw unprocessable('pull.headers', `The header ${name} cannot be sent.`, {
        remediation: 'Send headers such as Authorization or Accept, with visible ASCII values.',
      })
    }
  }
}

function assertPointer(pointer: string | undefined, field: string): void {
  const problem = pointer === undefined ? null : pointerProblem(pointer)
  if (problem === null) return
  throw unprocessable(field, `The pointer ${problem}.`, {
    remediation: 'Send a JSON Pointer such as "/orders" or "/paging/next".',
  })
}

function urlProblem(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return 'is no URL'
  if (url.protocol !== 'https:') return 'does not begin with https://'
  if (url.username !== '' || url.password !== '') return 'has a user name or a password'
  if (url.port !== '') return 'has another port than 443'
  if (url.hash !== '') return 'has a fragment'
  // A URL spells every IPv4 address in four decimals, and every IPv6 address in brackets.
  const [, v4, v6] = /^(?:([\d.]+)|\[(.*)\])$/.exec(url.hostname) ?? []
  const literal = v4 ?? v6
  const isPublic = literal === undefined ? isPublicName(url.hostname) : isDialable(literal)
  return isPublic ? null : 'is not public'
}

/** Endings of names that are of one machine or one network, by their registration; the names of an intranet have no dot. */
const privateEndings = ['home.arpa', 'internal', 'lan', 'local', 'localdomain', 'localhost', 'onion']

/** Whether a name can have a public address. What it resolves to is judged when it is fetched. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !privateEndings.some((ending) => name.endsWith(`.${ending}`))
}
