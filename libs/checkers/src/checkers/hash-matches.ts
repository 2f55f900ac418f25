import { sha384, sha512 } from '@noble/hashes/sha2.js'
import { type Sha256, canonicalJson } from '@outturn/canonical'
import { decodeBase64 } from '../values/base64.ts'
import { z } from 'zod'
import {
  type CheckInput,
  judgeContents,
  digestDeclared,
  judgeField,
  wrongEvidenceType,
} from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed } from '../check-result.ts'
import type { ValueRules } from '../value-rules.ts'
import { besideClaim, claimOf, holds, holdsInRows } from '../claims.ts'
import { type CompleteCheck, defineChecker } from '../define-checker.ts'
import { quoted } from '../descriptions/quoted.ts'
import { FieldName, findFieldProblem, problem } from '../parameters.ts'
import { heldJson } from '../values/held-content.ts'
import type { JudgedContent } from '../judged-item.ts'
import { rowsThatHave } from '../sentence.ts'

const utf8 = new TextEncoder()

const algorithms = ['sha256', 'sha384', 'sha512'] as const
const hexChars = { sha256: 64, sha384: 96, sha512: 128 } as const
const parameters = {
  expected: z
    .string()
    .regex(/^[0-9A-Fa-f]{64,128}$/)
    .meta({
      description: 'Expected digest in hexadecimal.',
      examples: ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    }),
  algorithm: z.enum(algorithms).exactOptional().describe('Hash algorithm. Default: `sha256`.'),
  over: z
    .enum(['content', 'canonical_json'])
    .exactOptional()
    .describe(
      'Input of the hash: the bytes of the content, or its canonical JSON (RFC 8785). Default: `content`.',
    ),
  field: FieldName.exactOptional().meta({
    description: 'Field of each row that is hashed. If omitted, the delivered content is hashed.',
    examples: ['text'],
  }),
}
const defaults = { algorithm: 'sha256', over: 'content' } as const
type Check = CompleteCheck<'hash_matches', typeof parameters, typeof defaults>

/** The digest of what is held equals the agreed one. A digest that was only declared decides nothing. */
export const hashMatches = defineChecker('hash_matches', parameters, defaults, {
  findProblem: ({ algorithm, expected, field }) =>
    expected.length === hexChars[algorithm]
      ? findFieldProblem(field)
      : problem('expected', `must be ${hexChars[algorithm]} hexadecimal digits with ${algorithm}`),
  appliesPerUnit: ({ field }) => field !== undefined,
  judgedPart: ({ field }) => (field === undefined ? 'content' : 'rows'),
  work: (_check, { rows, characters }) => 50 * rows + characters / 4,
  describe,
  judge,
  takesEmptyContent: true,
})

function describe({ algorithm, expected, over, field }: Check): string {
  const name = algorithm.toUpperCase().replace('SHA', 'SHA-')
  const json = over === 'canonical_json' ? ' of the canonical JSON' : ''
  const whose = field === undefined ? '' : ` of ${quoted(field)}`
  return `the ${name} digest${json}${whose} is ${expected.toLowerCase()}`
}

function judge(check: Check, input: CheckInput, { saysClaims }: ValueRules): CheckResult {
  const claim = saysClaims ? claimOf(check, describe) : null
  const expected = hexBytes(check.expected)
  const matches = (bytes: Uint8Array) => equalBytes(digest(check, bytes, input.sha256), expected)
  if (check.field !== undefined) return judgeFieldDigests(check, check.field, input, { matches, claim })

  const judged = judgeContents(input, heldContents(input), (content) => {
    const bytes = bytesOf(content, check.over)
    if (bytes === null) return wrongEvidenceType('content that can be digested')
    if (matches(bytes)) return gatePassed(claim === null ? 'the content has the agreed digest' : holds(claim))
    const finding = 'the content has another digest'
    return gateFailed('hash_mismatch', claim === null ? finding : besideClaim(finding, claim))
  })
  if (judged !== null) return judged
  const isDeclared = input.items.some(({ content }) => 'sha256' in content)
  return isDeclared ? digestDeclared() : wrongEvidenceType('content that can be digested')
}

/** The digest of the last content that has one, in hexadecimal digits; undefined where there is none. */
export function heldDigest(check: Check, input: CheckInput): string | undefined {
  const bytes = heldContents(input).flatMap((content) => bytesOf(content, check.over) ?? [])
  const last = bytes.at(-1)
  if (last === undefined) return undefined
  return Array.from(digest(check, last, input.sha256), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What is held. A table without rows adds nothing to other content: it is how a table is taken back. */
function heldContents({ items, everyItemCounts }: CheckInput): readonly JudgedContent[] {
  const held = items.flatMap(({ content }) => (content.kind === 'reference' ? [] : [content]))
  const counting = held.filter((content) => content.kind !== 'rows' || content.rows.length > 0)
  return everyItemCounts === true && counting.length > 0 ? counting : held
}

function judgeFieldDigests(
  check: Check,
  field: string,
  input: CheckInput,
  { matches, claim }: { matches: (bytes: Uint8Array) => boolean; claim: string | null },
): CheckResult {
  return judgeField(
    input,
    field,
    (value) => {
      if (value === undefined || value === null) return 'hash_mismatch'
      const isText = typeof value === 'string' && check.over !== 'canonical_json'
      return matches(utf8.encode(isText ? value : canonicalJson(value))) ? null : 'hash_mismatch'
    },
    ({ total, passed }) =>
      claim === null
        ? `${rowsThatHave(passed, total)} the agreed digest in ${field}`
        : holdsInRows(claim, { passed, total }),
  )
}

/** Content that came as bytes is digested as it came; what came as JSON exists only in its canonical form. */
function bytesOf(content: JudgedContent, over: 'content' | 'canonical_json'): Uint8Array | null {
  if (over === 'content' && content.kind === 'text') return utf8.encode(content.text)
  if (over === 'content' && content.kind === 'bytes') return decodeBase64(content.base64)
  const json = heldJson(content)
  return json === undefined ? null : utf8.encode(canonicalJson(json))
}

function digest(check: Check, bytes: Uint8Array, sha256: Sha256): Uint8Array {
  const algorithm = check.algorithm
  if (algorithm === 'sha256') return sha256(bytes)
  return algorithm === 'sha384' ? sha384(bytes) : sha512(bytes)
}

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Compares without stopping at the first difference. */
function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}
