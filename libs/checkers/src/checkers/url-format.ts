import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeContents, judgeField, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed } from '../check-result.ts'
import { besideClaim, claimOf, holds, holdsInRows } from '../claims.ts'
import { type CompleteCheck, defineChecker } from '../define-checker.ts'
import { quoted } from '../descriptions/quoted.ts'
import { FieldName, findFieldProblem, findRepetition, maxUrlChars } from '../parameters.ts'
import { urlsOf } from '../values/held-content.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { findShareProblem, judgeShare, shareParameters, shareWords } from '../shares.ts'
import { rowsThatHave } from '../sentence.ts'

const parameters = {
  field: FieldName.exactOptional().meta({
    description: 'Field of each row that holds the URL. If omitted, the delivered link is checked.',
    examples: ['website'],
  }),
  schemes: z
    .array(z.string().regex(/^[a-z][a-z0-9+.-]{0,31}$/, 'must be a scheme such as "https", in lower case'))
    .min(1)
    .max(10)
    .exactOptional()
    .describe('Allowed URL schemes. Default: `https` and `http`.'),
  require_public_host: z
    .boolean()
    .exactOptional()
    .describe('True if the host must be a name of the public internet. Default: `true`.'),
  allow_empty: z.boolean().exactOptional().describe('True if a blank value passes. Default: `false`.'),
  ...shareParameters,
}
const defaults = { schemes: ['https', 'http'], require_public_host: true, allow_empty: false } as const
type Check = CompleteCheck<'url_format', typeof parameters, typeof defaults>

/** A URL is well formed, of an allowed scheme and on a public host name. Nothing is fetched. */
export const urlFormat = defineChecker('url_format', parameters, defaults, {
  findProblem: (check) =>
    findFieldProblem(check.field) ??
    findRepetition('schemes', check.schemes) ??
    findShareProblem(check, check.field !== undefined, 'send field'),
  appliesPerUnit: ({ field, min_share_bp: share }) => field !== undefined && share === undefined,
  judgedPart: ({ field }) => (field === undefined ? 'link' : 'rows'),
  work: (_check, { rows, characters }) => 80 * rows + characters / 16,
  describe,
  judge,
})

function describe(check: Check): string {
  const { field, schemes, require_public_host: isPublic, allow_empty: mayBeEmpty } = check
  const isUsual = schemes.length === 2 && schemes.includes('https') && schemes.includes('http')
  const share = check.min_share_bp === undefined ? '' : `${shareWords(check)} of rows: `
  const subject = field === undefined ? 'the link' : quoted(field)
  const kind = isUsual ? 'URL' : `${schemes.join(' or ')} URL`
  return `${share}${subject} is a valid ${kind}${mayBeEmpty ? ' or empty' : ''}${isPublic ? '' : ', on any host'}`
}

type UrlFault = 'invalid_url' | 'ambiguous_host' | 'scheme_not_allowed' | 'host_not_public'

const faultPhrases: Record<UrlFault, string> = {
  invalid_url: 'the URL is not valid',
  ambiguous_host: 'the host of the URL is read differently by different programs',
  scheme_not_allowed: 'the scheme of the URL is not allowed',
  host_not_public: 'the host of the URL is not public',
}

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const claim = rules.saysClaims ? claimOf(check, describe) : null
  if (check.field === undefined) {
    const judged = judgeContents(input, urlsOf(input.items), (url) => {
      const fault = urlFault(url, check, rules)
      if (fault === null) return gatePassed(claim === null ? 'the URL is well formed' : holds(claim))
      const finding = faultPhrases[fault]
      return gateFailed(fault, claim === null ? finding : besideClaim(finding, claim))
    })
    return judged ?? wrongEvidenceType('a URL')
  }
  const field = check.field
  const result = judgeField(
    input,
    field,
    (value) => urlFault(value, check, rules),
    ({ total, passed, failed }) => {
      if (claim !== null) return holdsInRows(claim, { passed, total })
      return failed === 0
        ? `${rowsThatHave(total, total)} an acceptable URL in ${field}`
        : `${rowsThatHave(failed, total)} no acceptable URL in ${field}`
    },
  )
  return judgeShare(check, describe, result, input, rules)
}

/** What is wrong with a value as a URL, or null. A blank value is acceptable only with `allow_empty`. */
function urlFault(value: JsonValue | undefined, check: Check, rules: ValueRules): UrlFault | null {
  if (isBlank(value, rules)) return check.allow_empty ? null : 'invalid_url'
  if (typeof value !== 'string' || value.length > maxUrlChars) return 'invalid_url'
  const { fault, url } = rules.readAddress(value)
  if (url !== undefined && !check.schemes.includes(url.protocol.slice(0, -1))) return 'scheme_not_allowed'
  if (fault !== null) return fault
  return check.require_public_host && !isPublicHost(url.hostname) ? 'host_not_public' : null
}

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const longestHost = 253
/** Last parts of host names that the public name system never has. */
const privateSuffixes =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|lan|home|home\.arpa|corp|invalid|onion|alt)$/

/**
 * Whether a host name can be one of the public name system: parts of legal form and length, none of them missing, and not
 * reserved for private use. The parser has already written every form of an IPv4 address as four decimal numbers.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const labels = host.split('.')
  const isName = labels.length > 1 && host.length <= longestHost && labels.every((part) => label.test(part))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') && !privateSuffixes.test(host)
}
