import { hash } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import { drawnCommandPrefix, invalid } from '@outturn/contracts'

const longestKey = 255
const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** Which request this is, for everything that remembers it. Two sends of one keyed request have one identity. */
export type CommandIdentity = {
  commandId: string
  /** Of what was asked, whatever the order and spacing of the body; without a key the message itself is digested. */
  bodyDigest?: string
}

/**
 * Where a request was sent and by whom: the scope within which an idempotency key means something. A caller without an
 * account is known by its address.
 */
export type RequestScope = { environment: Environment; accountId: string; method: string; path: string }

/**
 * The idempotency key of a request from its `Idempotency-Key` header and its body; null when it has none. Refuses a key
 * that is not 1 to 255 printable ASCII characters, and two keys that differ.
 */
export function idempotencyKey(header: string | undefined, inBody: string | undefined): string | null {
  if (header !== undefined && (header.length > longestKey || !printable.test(header))) {
    throw invalid('Idempotency-Key', 'The idempotency key is not 1 to 255 printable ASCII characters.')
  }
  if (header !== undefined && inBody !== undefined && header !== inBody) {
    throw invalid('idempotency_key', 'The header and the body name different idempotency keys.', {
      remediation: 'Send one of them, or the same key in both.',
    })
  }
  return header ?? inBody ?? null
}

/** The key of a request that came without one. Its sender learns it where no answer can be given, to ask again under it. */
export function drawnKey(uuid: string): string {
  return drawnPrefix + uuid
}

const drawnPrefix = 'auto_'

/**
 * The identity of a request under its key. A body in another order or spacing is the same body; under a drawn key, whose
 * request came without one, the message that is made of it is compared instead, which costs nothing.
 */
export function keyedIdentity(scope: RequestScope, key: string, body: object | BodyDigest): CommandIdentity {
  const named = [scope.environment, scope.accountId, scope.method, scope.path, key]
  const digest = hash('sha256', JSON.stringify(named))
  if (key.startsWith(drawnPrefix)) return { commandId: drawnCommandPrefix + digest }
  const bodyDigest = body instanceof BodyDigest ? body.hex : digestOf(body)
  return { commandId: `cmd_${digest}`, bodyDigest }
}

/** The digest of a body whose value is not here. */
export class BodyDigest {
  readonly hex: string

  constructor(hex: string) {
    this.hex = hex
  }
}

/** The digest of a body, the same for every order and spacing, with its key or without. */
export function digestOf(body: object): string {
  const { idempotency_key: _, ...rest } = body as { idempotency_key?: unknown }
  return hash('sha256', canonicalJson(rest))
}
