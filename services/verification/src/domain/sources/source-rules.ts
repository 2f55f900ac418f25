import { invalid, type SourceRequest, unprocessable } from '@outturn/contracts'
import { unusableConstants } from '../payloads/map-payload.ts'
import { mappedMembers, type Mapping } from '../payloads/mapping.ts'
import { pointerProblem } from '../payloads/json-pointer.ts'
import { assertPullTerms } from './pull-rules.ts'
import { readPublicKey } from './source-keys.ts'

const pointerHelp =
  'Send a JSON Pointer such as "/ticket/id", or {"const": …} with a text, a whole number or a boolean.'

/** Refuses what no source can be: members of the other kind, a mapping that finds nothing, an address that may not be fetched. */
export function assertUsableSource(request: SourceRequest, now: Date): void {
  assertMembersOfKind(request)
  assertMapping(request, now)
  if (request.pull !== undefined) assertPullTerms(request.pull)
  if (request.pull?.items !== undefined && request.mapping.items !== undefined) {
    throw unprocessable(
      'pull.items',
      'The list of a page is named twice: by pull.items and by mapping.items.',
      {
        remediation: 'Send one of them.',
      },
    )
  }
  const { signing } = request
  if (signing?.scheme === 'ed25519') assertPublicKey(signing.public_key, 'signing.public_key')
}

function assertMembersOfKind({ kind, signing, pull }: SourceRequest): void {
  if (kind === 'webhook') {
    if (pull !== undefined) {
      throw invalid('pull', 'A source of kind webhook is not fetched.', {
        remediation: 'Leave pull out, or register a source of kind pull_http.',
      })
    }
    if (signing === undefined) {
      throw invalid('signing', 'A source of kind webhook needs the scheme of its signatures.', {
        remediation: 'Send signing with the scheme hmac_sha256 or ed25519.',
      })
    }
    return
  }
  if (signing !== undefined) {
    throw invalid('signing', 'A source of kind pull_http is fetched and signs nothing.', {
      remediation: 'Leave signing out, or register a source of kind webhook.',
    })
  }
  if (pull === undefined) {
    throw invalid('pull', 'A source of kind pull_http needs what is fetched.', {
      remediation: 'Send pull with url and interval_seconds.',
    })
  }
}

export function assertPublicKey(text: string, field: string): void {
  if (readPublicKey(text) !== null) return
  throw unprocessable(field, 'The public key is not a usable Ed25519 key.', {
    remediation: 'Send whpk_ and base64, or base64url, of the 32 bytes of the public key.',
  })
}

/** Refuses a mapping that finds nothing, or that does not say which Spool its facts are of. */
export function assertMapping(
  { mapping, pull, spool_id: spoolId }: Pick<SourceRequest, 'mapping' | 'pull' | 'spool_id'>,
  now: Date,
): void {
  const hasItems = mapping.items !== undefined || pull?.items !== undefined
  for (const member of [...mappedMembers, 'items'] as const) {
    const mapped = mapping[member]
    if (mapped === undefined) continue
    const problem = problemOf(mapped, member === 'items', hasItems)
    if (problem !== null) {
      throw unprocessable(`mapping.${member}`, `The mapping of ${member} ${problem}.`, {
        remediation: pointerHelp,
      })
    }
  }
  if ((mapping.spool === undefined) === (spoolId === undefined)) {
    throw spoolId === undefined
      ? unprocessable('mapping.spool', 'Nothing says which Spool the facts are of.', {
          remediation: 'Send spool_id, or map spool to the ID of the Spool in each payload.',
        })
      : unprocessable('mapping.spool', 'The source is for one Spool, so its mapping names none.', {
          remediation: 'Leave out spool_id or mapping.spool.',
        })
  }
  const [unusable] = unusableConstants(mapping as Mapping, now)
  if (unusable !== undefined) {
    throw unprocessable(`mapping.${unusable}`, `The constant of ${unusable} can be in no fact.`, {
      remediation: pointerHelp,
    })
  }
}

function problemOf(mapped: string | { const?: unknown }, isItems: boolean, hasItems: boolean): string | null {
  if (typeof mapped === 'string') {
    // With a list, a second slash in front means the document.
    const isOfDocument = hasItems && !isItems && mapped.startsWith('//')
    return pointerProblem(isOfDocument ? mapped.slice(1) : mapped)
  }
  if (isItems) return 'is a constant, which is no list'
  const isConstant =
    typeof mapped.const === 'string' || typeof mapped.const === 'boolean' || isWhole(mapped.const)
  return isConstant ? null : 'is no text, whole number or boolean'
}

function isWhole(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
