import { sha384, sha512 } from '@noble/hashes/sha2.js'
import { type Sha256, canonicalJson } from '@outturn/canonical'
import { decodeBase64 } from '../values/base64.ts'
import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, failedRow, gateFailed, gatePassed, judgeRows, undecided } from '../check-result.ts'
import { heldJson } from '../values/held-content.ts'
import { fieldReader } from '../values/row-field.ts'
import type { JudgedContent } from '../judged-item.ts'
import { rowsThatHave } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

const utf8 = new TextEncoder()

/** The digest of what is held equals the agreed one. A digest that was only declared decides nothing. */
export function hashMatches(check: CompleteCheck<'hash_matches'>, input: CheckInput): CheckResult {
  const expected = hexBytes(check.expected)
  const matches = (bytes: Uint8Array) => equalBytes(digest(check, bytes, input.sha256), expected)
  if (check.field !== undefined) return judgeField(check, check.field, input, matches)

  const held = input.items.findLast(({ content }) => content.kind !== 'reference')
  if (held === undefined) {
    const isDeclared = input.items.some(({ content }) => 'sha256' in content)
    return isDeclared
      ? undecided('digest_declared_not_observed', 'only a declared digest is held, not the content')
      : wrongEvidenceType('content that can be digested')
  }
  const bytes = bytesOf(held.content, check.over)
  if (bytes === null) return wrongEvidenceType('content that can be digested')
  return matches(bytes)
    ? gatePassed('the content has the agreed digest')
    : gateFailed('hash_mismatch', 'the content has another digest')
}

function judgeField(
  check: CompleteCheck<'hash_matches'>,
  field: string,
  input: CheckInput,
  matches: (bytes: Uint8Array) => boolean,
): CheckResult {
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const read = fieldReader(field)
  const mismatch = failedRow('hash_mismatch', field)
  return judgeRows(
    rows,
    (row) => {
      const value = read(row)
      if (value === undefined || value === null) return mismatch
      const isText = typeof value === 'string' && check.over !== 'canonical_json'
      return matches(utf8.encode(isText ? value : canonicalJson(value))) ? null : mismatch
    },
    ({ total, passed }) => `${rowsThatHave(passed, total)} the agreed digest in ${field}`,
  )
}

/** Content that came as bytes is digested as it came; what came as JSON exists only in its canonical form. */
function bytesOf(content: JudgedContent, over: 'content' | 'canonical_json'): Uint8Array | null {
  if (over === 'content' && content.kind === 'text') return utf8.encode(content.text)
  if (over === 'content' && content.kind === 'bytes') return decodeBase64(content.base64)
  const json = heldJson(content)
  return json === undefined ? null : utf8.encode(canonicalJson(json))
}

function digest(check: CompleteCheck<'hash_matches'>, bytes: Uint8Array, sha256: Sha256): Uint8Array {
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
