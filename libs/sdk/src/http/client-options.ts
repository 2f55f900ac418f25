import type { AttemptListener } from './attempt.ts'
import { type Pause, pauseFor } from './pause.ts'

export interface ClientOptions {
  /** Address of the service. Default: the environment variable `OUTTURN_URL`. */
  baseUrl?: string | undefined
  /** An API key or a sandbox token; open operations need none. Default: the environment variable `OUTTURN_KEY`. */
  apiKey?: string | undefined
  /** Sends the requests, in place of the `fetch` of the runtime; pass one that pays, traces or goes through a proxy. */
  fetch?: typeof fetch | undefined
  /** Total time for one call with all its attempts, in milliseconds. Default: 30,000. */
  deadlineMs?: number | undefined
  /** Largest number of attempts of one call. Default: 4. */
  maxAttempts?: number | undefined
  /** Largest answer that is read, in bytes. Default: 256 MiB. */
  maxAnswerBytes?: number | undefined
  /** Headers that are sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Is told of every attempt, for logs and metrics; never sees a key, and what it throws is ignored. */
  onAttempt?: AttemptListener | undefined
  /** Name of the service in the addresses of its key documents. Default: `outturn`. */
  slug?: string | undefined
  /** Waits between attempts. Default: a timer. */
  pause?: Pause | undefined
}

/** The options of a client with all that is needed to send. */
export interface ServiceSettings {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof fetch
  readonly deadlineMs: number
  readonly maxAttempts: number
  readonly maxAnswerBytes: number
  readonly headers: Readonly<Record<string, string>>
  readonly onAttempt: AttemptListener | undefined
  readonly slug: string
  readonly pause: Pause
}

/** Settings from options and environment; throws `TypeError` for an address or a key that cannot be sent. */
export function toSettings(options: ClientOptions): ServiceSettings {
  return {
    baseUrl: checkedUrl(options.baseUrl ?? fromEnvironment('OUTTURN_URL')),
    apiKey: checkedKey(options.apiKey ?? fromEnvironment('OUTTURN_KEY')),
    // Some runtimes refuse a `fetch` that is called as a member of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    deadlineMs: checkedNumber('deadlineMs', options.deadlineMs ?? 30_000),
    maxAttempts: checkedNumber('maxAttempts', options.maxAttempts ?? 4),
    maxAnswerBytes: checkedNumber('maxAnswerBytes', options.maxAnswerBytes ?? 256 * 1_024 * 1_024),
    headers: options.headers ?? {},
    onAttempt: options.onAttempt,
    slug: options.slug ?? 'outturn',
    pause: options.pause ?? pauseFor,
  }
}

/** An environment variable, where the runtime has them and lets this program read it; read only where no option is given. */
function fromEnvironment(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}

function checkedUrl(text: string | undefined): string {
  if (text === undefined)
    throw new TypeError('Give baseUrl, or set OUTTURN_URL to the address of the service.')
  const url = parseUrl(text)
  // The address may hold a password, so that it is not repeated.
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl is not a web address such as https://api.example.com.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl has a user name or a password in it: pass the key as apiKey.')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl has a query or a fragment: give the address without them.')
  }
  return url.href.replace(/\/+$/, '')
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

// An error of `fetch` about a header quotes its value, so a key that is none never gets there.
function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  const trimmed = key.trim()
  if (trimmed === '') throw new TypeError('apiKey is empty.')
  if (!/^[\x21-\x7E]+$/.test(trimmed)) {
    throw new TypeError('apiKey has a space or a character that no key has.')
  }
  return trimmed
}

function checkedNumber(name: string, value: number): number {
  if (!(value >= 1)) throw new TypeError(`${name} must be a number from 1 on.`)
  return value
}
