import type { KeyScope } from '@outturn/vocabulary'

/** Who may use an operation. */
export type Access =
  /** Anyone; a credential only decides which quota counts. */
  | { readonly kind: 'open' }
  /** The holder of a key of one of these scopes or of a sandbox session, and whoever names the Spool by its share id. */
  | { readonly kind: 'shared'; readonly scopes: readonly KeyScope[] }
  /** The holder of a sandbox session. */
  | { readonly kind: 'session' }
  /** The holder of a key of one of these scopes, or of a sandbox session unless the sandbox lacks the capability. */
  | { readonly kind: 'key'; readonly scopes: readonly KeyScope[]; readonly sandbox: boolean }

const open: Access = { kind: 'open' }
const session: Access = { kind: 'session' }

const anyScope = ['full', 'verify', 'counterparty'] as const satisfies readonly KeyScope[]

function key(scopes: readonly KeyScope[], { sandbox = true } = {}): Access {
  return { kind: 'key', scopes, sandbox }
}

/** Every operation and who may use it. An operation that is not here cannot be served. */
export const accessTable = {
  'verify-delivery': key(['full', 'verify']),
  'create-spool': key(['full']),
  'list-spools': key(['full', 'verify']),
  'read-spool': { kind: 'shared', scopes: anyScope },
  'list-spool-events': key(['full']),
  'invite-counterparty': key(['full'], { sandbox: false }),
  'propose-spool': key(['full']),
  'accept-spool': key(['full', 'counterparty']),
  'decline-spool': key(['full', 'counterparty']),
  'amend-spool': key(['full']),
  'quote-spool': key(['full']),
  'read-quote': key(anyScope),
  'cancel-spool': key(['full']),
  'abandon-spool': key(['full']),
  'commit-spool': key(['full'], { sandbox: false }),
  'submit-evidence': key(anyScope),
  'verify-spool': key(['full', 'verify']),
  'record-external-result': key(['full', 'verify'], { sandbox: false }),
  'onboard-provider': key(['full'], { sandbox: false }),
  'complete-spool': key(anyScope),
  'refuse-unknown-action': key(anyScope),
  'compile-policy': key(['full', 'verify']),
  'confirm-policy': key(['full', 'verify']),
  'list-recipes': key(['full', 'verify']),
  'read-recipe': key(['full', 'verify']),
  'exchange-key': open,
  'read-receipt': key(anyScope),
  'read-receipt-credential': key(anyScope),
  'read-receipt-envelope': key(anyScope),
  'read-receipt-bundle': key(['full', 'verify']),
  'record-consumption': key(['full', 'verify']),
  'supersede-receipt': key(['full']),
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
  'read-key-version': open,
  'read-log-checkpoint': open,
  'read-log-tile': open,
  'read-demo-log-checkpoint': open,
  'read-demo-log-tile': open,
  'show-receipt': open,
  'download-receipt': open,
  'show-spool': open,
  'read-asset': open,
} as const satisfies Record<string, Access>

export type Operation = keyof typeof accessTable

export function accessTo(operation: Operation): Access {
  return accessTable[operation]
}
