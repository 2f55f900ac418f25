import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeField } from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed, undecided } from '../check-result.ts'
import type { ValueRules } from '../value-rules.ts'
import { besideClaim, claimOf, holds, holdsInRows } from '../claims.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { quoted } from '../descriptions/quoted.ts'
import { FieldName, findFieldProblem, maxUrlChars, problem } from '../parameters.ts'
import type { JudgedObservation } from '../judged-item.ts'
import { rowsThatHave } from '../sentence.ts'
import { isDialable } from '../values/dialable-address.ts'
import { isPublicHost } from './url-format.ts'

const HttpStatus = z.int().min(100).max(599)
const parameters = {
  url: z
    .string()
    .min(1)
    .max(maxUrlChars)
    .exactOptional()
    .meta({
      description: 'URL to request. Send either `url` or `field`.',
      examples: ['https://example.com/report'],
    }),
  field: FieldName.exactOptional().meta({
    description: 'Field of each row that holds the URL to request. Send either `url` or `field`.',
    examples: ['website'],
  }),
  expected: z
    .union([
      HttpStatus,
      z.array(HttpStatus).min(1).max(50),
      z.string().regex(/^[1-5]xx$/, 'must be a status such as 200, a list of them, or a class such as "2xx"'),
    ])
    .exactOptional()
    .meta({
      description:
        'Expected HTTP status: a number, a list of numbers, or a class such as `2xx`. Default: `200`.',
      examples: [200],
    }),
  method: z
    .enum(['HEAD', 'GET'])
    .exactOptional()
    .describe(
      'HTTP method of the request. If omitted, the service sends HEAD, and GET if HEAD is answered with 405 or 501.',
    ),
  max_redirects: z
    .int()
    .min(0)
    .max(5)
    .exactOptional()
    .meta({ description: 'Maximum number of redirects to follow. Default: `0`.', examples: [2] }),
  timeout_ms: z
    .int()
    .min(100)
    .max(10_000)
    .exactOptional()
    .meta({ description: 'Timeout of the request, in milliseconds. Default: `5000`.', examples: [5_000] }),
}
const defaults = { expected: 200, max_redirects: 0, timeout_ms: 5_000 } as const
type Check = CompleteCheck<'http_status', typeof parameters, typeof defaults>

/** The recorded status of a URL is one of those agreed. Judges observations only; it never fetches. */
export const httpStatus = defineChecker('http_status', parameters, defaults, {
  findProblem,
  appliesPerUnit: ({ field }) => field !== undefined,
  judgedPart: ({ url }) => (url === undefined ? 'rows' : 'nothing'),
  work: (_check, { rows }) => 100 * rows,
  describe,
  observation: ({ url, field, method, max_redirects, timeout_ms }) => ({
    url,
    field,
    method: method ?? 'HEAD',
    retriesWithGet: method === undefined,
    maxRedirects: max_redirects,
    timeoutMs: timeout_ms,
  }),
  judge,
  takesEmptyContent: true,
})

function describe(check: Check): string {
  return `${check.url ?? `every URL in field ${quoted(check.field ?? 'url')}`} ${answerWords(check)}`
}

function answerWords(check: Check): string {
  const { expected, method, max_redirects: redirects, timeout_ms: timeout } = check
  const tails = [
    ...(method === undefined ? [] : [`requested with ${method}`]),
    ...(redirects === 0 ? [] : [`after at most ${redirects} ${redirects === 1 ? 'redirect' : 'redirects'}`]),
    ...(timeout === 5_000 ? [] : [`within ${timeout} ms`]),
  ]
  return [`returns ${[expected].flat().join(' or ')}`, ...tails].join(', ')
}

function findProblem({ url, field }: Check): ParameterProblem | null {
  if ((url === undefined) === (field === undefined)) {
    return problem('url', 'exactly one of url and field is required')
  }
  const unfetched = url === undefined ? null : whyUnfetched(url)
  return unfetched === null ? findFieldProblem(field) : problem('url', unfetched)
}

/** Why an agreed URL would never be fetched, whatever its host answered; null when it may be. */
function whyUnfetched(text: string): string | null {
  if (observableUrl(text) === null) return 'must be an http or https URL without user information'
  const { hostname, port } = new URL(text)
  if (port !== '' && port !== '80' && port !== '443') {
    return `must use port 80 or 443; port ${port} is never fetched`
  }
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isDialable(literal) || isPublicHost(hostname)) return null
  return `must have a public host; ${literal} is never fetched`
}

type Doubt = 'unreachable' | 'blocked_address' | 'not_observed'

const doubtPhrases: Record<Doubt, string> = {
  unreachable: 'the URL could not be reached',
  blocked_address: 'the URL leads to an address that is not fetched',
  not_observed: 'the URL was not observed',
}

function judge(check: Check, input: CheckInput, { saysClaims }: ValueRules): CheckResult {
  const accepts = statusRule(check.expected)
  if (check.field === undefined) {
    const finding = judgeObservation(input.observations.get(check.url ?? ''), accepts)
    const claim = saysClaims ? claimOf(check, describe) : null
    if (finding === null)
      return gatePassed(claim === null ? 'the URL answered with an agreed status' : holds(claim))
    if (finding === 'status_mismatch') {
      const words = 'the URL answered with another status'
      return gateFailed(finding, claim === null ? words : besideClaim(words, claim))
    }
    return undecided(finding, doubtPhrases[finding])
  }
  const field = check.field
  return judgeField(
    input,
    field,
    (value) => {
      const url = observableUrl(value)
      return url === null ? 'invalid_url' : judgeObservation(input.observations.get(url), accepts)
    },
    ({ total, passed }) =>
      saysClaims
        ? holdsInRows(`the URL in field ${quoted(field)} ${answerWords(check)}`, { passed, total })
        : `${rowsThatHave(passed, total)} a URL in ${field} that answered as agreed`,
    Object.keys(doubtPhrases),
  )
}

/** The value when it is a URL that can be observed at all: http or https, no user information, at most 2 048 characters. */
export function observableUrl(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string' || value.length > maxUrlChars) return null
  const url = URL.parse(value)
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? value : null
}

function judgeObservation(
  observation: JudgedObservation | undefined,
  accepts: (status: number) => boolean,
): 'status_mismatch' | Doubt | null {
  if (observation === undefined) return 'not_observed'
  if (observation.failure !== null) return observation.failure
  if (observation.status === null) return 'not_observed'
  return accepts(observation.status) ? null : 'status_mismatch'
}

function statusRule(expected: number | number[] | string): (status: number) => boolean {
  if (typeof expected === 'string') return (status) => Math.floor(status / 100) === Number(expected.charAt(0))
  const statuses = typeof expected === 'number' ? [expected] : expected
  return (status) => statuses.includes(status)
}
