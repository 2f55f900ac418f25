import { environments } from '@outturn/vocabulary'
import { anyScope, keyAccess, openAccess, sessionAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Account } from './account.ts'
import { DidDocument } from './did-document.ts'
import { keyExchangeExample } from '../http/examples.ts'
import { ReceiptBundle } from '../http/receipts/bundle.ts'
import { ExchangedKey, KeyExchangeRequest } from '../http/spools/invitation.ts'
import { KeyDocument } from '../http/receipts/key-document.ts'
import { SandboxSession, SandboxSessionState } from '../http/sandbox.ts'
import { receiptParams } from '../path-parameters.ts'

/** Endpoints that the gateway answers from its own store, or from several commands. */

export const readAccount = defineEndpoint({
  operationId: 'read-account',
  path: '/api/v1/account',
  access: keyAccess(anyScope),
  tag: 'Account',
  summary: 'Read the account and limits of the caller',
  description:
    'Returns whose key this is, its scope and environment, the limits and what is left of the monthly allowance. It costs nothing. Use it to check a key before the first run.',
  isPrivate: true,
  success: {
    status: 200,
    description: 'The account with its limits and remaining allowance.',
    content: Account,
  },
})

export const exchangeKey = defineEndpoint({
  operationId: 'exchange-key',
  path: '/api/v1/keys/exchange',
  access: openAccess,
  tag: 'Account',
  summary: 'Exchange a grant for an API key',
  description:
    'Turns the grant of an invitation or of an operator into an API key. A grant works once and for a short time. Keep the key: it is shown only in this answer. A lost grant is replaced by a new one of the same issuer.',
  body: KeyExchangeRequest,
  example: keyExchangeExample,
  bodyLimit: { bytes: 4_096 },
  success: { status: 201, description: 'The API key. It is shown only once.', content: ExchangedKey },
  refuses: ['forbidden', 'configuration_unavailable'],
})

const session = '/api/sandbox/session'

export const openSandboxSession = defineEndpoint({
  operationId: 'open-sandbox-session',
  method: 'POST',
  path: session,
  access: openAccess,
  tag: 'Sandbox',
  summary: 'Open a sandbox session',
  description:
    'Opens a session for trying the service out, without an account. It costs nothing, and nothing in it is real: demo Spools move no money, and demo receipts are marked. Send the token as `Authorization: Bearer sbx_…` until it expires.',
  bodyLimit: { bytes: 1_024 },
  success: {
    status: 200,
    description: 'Session token and limits. The token is shown only once.',
    content: SandboxSession,
  },
  refuses: ['configuration_unavailable'],
})

export const readSandboxSession = defineEndpoint({
  operationId: 'read-sandbox-session',
  path: session,
  access: sessionAccess,
  tag: 'Sandbox',
  summary: 'Read the remaining budget of a sandbox session',
  description: 'Returns what is left of the session, when it ends, and its active Spools. It costs nothing.',
  success: {
    status: 200,
    description: 'Budget and active Spools of the session.',
    content: SandboxSessionState,
  },
})

export const readReceiptBundle = defineEndpoint({
  operationId: 'read-receipt-bundle',
  path: '/api/v1/receipts/:receipt_id/bundle',
  access: keyAccess(anyScope),
  tag: 'Receipts',
  summary: 'Download the bundle of a receipt for offline verification',
  description:
    'Returns the receipt with all that a verifier needs without this service: keys, status, proof of the log, and the digests of the evidence. It costs nothing. Check it with `outturn verify`, or with a verifier library.',
  deadlineMs: 10_000,
  params: receiptParams,
  success: {
    status: 200,
    description: 'The bundle. Visible only to the parties of the Spool.',
    content: ReceiptBundle,
  },
  refuses: ['not_found', 'configuration_unavailable'],
})

/** The published keys; `slug` is the name of the service. */
export function readKeys(slug: string) {
  return defineEndpoint({
    operationId: 'read-keys',
    path: `/.well-known/${slug}-keys.json`,
    access: openAccess,
    tag: 'Keys and log',
    summary: 'Read the public keys of all signatures',
    description:
      'Returns the keys that receipts, status answers and bundles are checked with, now and for earlier signatures. Fetch them from here once and keep them: a key inside a receipt proves nothing.',
    isRateLimited: false,
    isRevalidated: true,
    success: { status: 200, description: 'Public keys by purpose and environment.', content: KeyDocument },
    refuses: ['configuration_unavailable'],
  })
}

/** The keys for offers and receipts of payments once more, as who resolves the `did:web` of the service looks for them. */
export const readDidDocument = defineEndpoint({
  operationId: 'read-did-document',
  path: '/.well-known/did.json',
  access: openAccess,
  tag: 'Keys and log',
  summary: 'Read the DID document of the keys that sign payment offers and receipts',
  description:
    'Returns the keys that sign x402 offers and payment receipts, as `did:web` resolvers expect them. Use read-keys for the keys of verification receipts.',
  isRateLimited: false,
  isRevalidated: true,
  success: {
    status: 200,
    description: 'DID document of the service (`did:web`).',
    content: DidDocument,
  },
  refuses: ['configuration_unavailable'],
})

/** An earlier version of the keys of one environment. */
export function readKeyVersion(slug: string) {
  return defineEndpoint({
    operationId: 'read-key-version',
    path: `/.well-known/${slug}-keys/:environment/:version`,
    access: openAccess,
    tag: 'Keys and log',
    summary: 'Read an earlier version of the public keys',
    description:
      'Returns a key document as it was published before, to follow the chain of versions back. Each version names the hash of the one before.',
    params: {
      environment: {
        pattern: `^(?:${environments.join('|')})$`,
        description: 'Environment of the keys.',
      },
      version: {
        pattern: '^[1-9][0-9]{0,8}$',
        description: 'Version number of the key document; the first is 1.',
      },
    },
    isRevalidated: true,
    success: {
      status: 200,
      description:
        'The key document, byte for byte as it was published. Its SHA-256 is the `prev_document_hash` of the next version.',
      content: KeyDocument,
    },
    refuses: ['configuration_unavailable', 'not_found'],
  })
}
