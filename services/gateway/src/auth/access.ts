import type { KeyScope } from '@outturn/contracts'

/** Who may use an operation. */
export type Access =
  /** Anyone; a credential only decides which quota counts. */
  | { readonly kind: 'open' }
  /** The holder of a sandbox session. */
  | { readonly kind: 'session' }
  /** The holder of a key of one of these scopes, or of a sandbox session unless the sandbox lacks the capability. */
  | { readonly kind: 'key'; readonly scopes: readonly KeyScope[]; readonly sandbox: boolean }

const open: Access = { kind: 'open' }
const session: Access = { kind: 'session' }

function key(scopes: readonly KeyScope[], { sandbox = true } = {}): Access {
  return { kind: 'key', scopes, sandbox }
}

/** Every operation and who may use it. An operation that is not here cannot be served. */
export const accessTable = {
  'verify-delivery': key(['full', 'verify']),
  'read-spool': key(['full', 'verify', 'counterparty']),
  'list-spool-events': key(['full']),
  'read-receipt': key(['full', 'verify', 'counterparty']),
  'read-receipt-bundle': key(['full', 'verify']),
  'read-receipt-status': open,
  'read-receipt-status-v1': open,
  'verify-attestation': open,
  'read-balance': key(['full', 'verify'], { sandbox: false }),
  'read-usage': key(['full', 'verify']),
  'read-capabilities': open,
  'open-sandbox-session': open,
  'read-sandbox-session': session,
  'verify-sandbox-delivery': session,
  'read-sandbox-spool': session,
  'list-sandbox-spool-events': session,
  'read-health': open,
  'read-readiness': open,
  'read-openapi': open,
  'read-keys': open,
  'show-receipt': open,
  'download-receipt': open,
  'read-asset': open,
} as const satisfies Record<string, Access>

export type Operation = keyof typeof accessTable

export function accessTo(operation: Operation): Access {
  return accessTable[operation]
}
