import type { KeyScope } from '@outturn/vocabulary'
import type { Access } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/route-table.ts'
import { noAssets } from '../testing/no-assets.ts'

const accessTo = new Map(
  routeTable('outturn', noAssets).map(({ operationId, access }) => [operationId, access]),
)

function allowedTo(allows: (access: Access) => boolean): string[] {
  return [...accessTo].flatMap(([operationId, access]) => (allows(access) ? [operationId] : [])).toSorted()
}

const withScope = (scope: KeyScope) =>
  allowedTo((access) => (access.kind === 'key' || access.kind === 'shared') && access.scopes.includes(scope))

// These lists are the contract's, written out: the declarations must not be able to agree with themselves.
const byEveryKey: string[] = [
  'complete-spool',
  'download-evidence',
  'list-claims',
  'list-facts',
  'list-discrepancies',
  'open-discrepancy',
  'list-matches',
  'read-account',
  'read-discrepancy',
  'read-dispute',
  'read-evidence',
  'read-quote',
  'read-receipt',
  'read-receipt-bundle',
  'read-receipt-credential',
  'read-receipt-envelope',
  'read-spool',
  'record-claims',
  'refuse-unknown-action',
  'submit-evidence',
  'verify-spool',
]
const byFullAndVerify: string[] = [
  'audit-invoice',
  'buy-pack-by-mpp',
  'buy-pack-by-x402',
  'compile-policy',
  'confirm-policy',
  'list-recipes',
  'read-balance',
  'read-outcome-index',
  'read-recipe',
  'read-usage',
  'record-consumption',
  'record-dispute-result',
  'record-external-result',
  'replay-promise',
  'verify-delivery',
]
const byFullAndCounterparty: string[] = [
  'accept-spool',
  'add-dispute-statement',
  'cancel-spool',
  'consent-to-review',
  'decline-spool',
  'dismiss-discrepancy',
  'open-dispute',
  'read-review',
  'resolve-discrepancy',
  'respond-to-dispute',
  'withdraw-dispute',
  'withdraw-evidence',
]
const byFull: string[] = [
  'abandon-spool',
  'amend-spool',
  'commit-spool',
  'create-source',
  'create-spool',
  'invite-counterparty',
  'list-spool-events',
  'list-requests',
  'list-sources',
  'list-spools',
  'match-claims',
  'onboard-provider',
  'pause-source',
  'propose-spool',
  'quote-spool',
  'read-request',
  'read-settlement-grant',
  'read-settlement-grant-template',
  'read-source',
  'request-review',
  'resume-source',
  'revoke-source',
  'rotate-source',
  'submit-settlement-grant',
  'submit-settlement-signatures',
  'supersede-receipt',
  'sync-source',
  'test-source',
  'withdraw-review',
]

test('a full key may use everything that takes a key', () => {
  expect(withScope('full')).toEqual(
    [...byEveryKey, ...byFullAndVerify, ...byFullAndCounterparty, ...byFull].toSorted(),
  )
})

test('a verify key may deliver, verify, compile, and read what came of it, usage and credits', () => {
  expect(withScope('verify')).toEqual([...byEveryKey, ...byFullAndVerify].toSorted())
})

test('a counterparty key may read its Spool, accept, decline, answer a request to cancel, deliver, dispute, settle discrepancies and consent to a review', () => {
  expect(withScope('counterparty')).toEqual([...byEveryKey, ...byFullAndCounterparty].toSorted())
})

test('the sandbox has everything that takes a key but credits, settlement, outside judges, sources, reviews and the request log', () => {
  expect(allowedTo((access) => access.kind === 'key' && !access.sandbox)).toEqual([
    'buy-pack-by-mpp',
    'buy-pack-by-x402',
    'commit-spool',
    'consent-to-review',
    'create-source',
    'list-requests',
    'list-sources',
    'onboard-provider',
    'pause-source',
    'read-balance',
    'read-outcome-index',
    'read-request',
    'read-review',
    'read-settlement-grant',
    'read-settlement-grant-template',
    'read-source',
    'record-external-result',
    'request-review',
    'resume-source',
    'revoke-source',
    'rotate-source',
    'submit-settlement-grant',
    'submit-settlement-signatures',
    'sync-source',
    'test-source',
    'withdraw-review',
  ])
  const bySession = (isInvited: boolean) =>
    allowedTo((access) => access.kind === 'session' && (access.scopes.includes('counterparty') || !isInvited))
  const byInvitedSession = [
    'accept-sandbox-spool',
    'confirm-sandbox-spool',
    'list-sandbox-spool-events',
    'read-sandbox-session',
    'read-sandbox-spool',
    'refuse-unknown-sandbox-action',
    'submit-sandbox-evidence',
    'verify-sandbox-spool',
  ]
  expect(bySession(true)).toEqual(byInvitedSession)
  const byOwnSession = ['compile-sandbox-spool', 'verify-sandbox-delivery']
  expect(bySession(false)).toEqual([...byInvitedSession, ...byOwnSession].toSorted())
})

test('a share link opens the reading of its Spool and nothing else', () => {
  expect(allowedTo((access) => access.kind === 'shared')).toEqual(['read-spool'])
})

test('what anyone may use changes nothing but a fresh sandbox session, a sign-in, a signed delivery, what a grant is good for, the decision of a review link and what is paid for', () => {
  expect(allowedTo((access) => access.kind === 'open')).toEqual([
    'accept-team-invitation',
    'begin-sign-in',
    'begin-sign-in-by-passkey',
    'buy-verification',
    'call-tools',
    'decide-review',
    'download-receipt',
    'download-review-evidence',
    'enter-sign-in-code',
    'exchange-key',
    'finish-organisation-sign-in',
    'finish-sign-in',
    'join-as-guest',
    'mail-review-code',
    'open-receipt',
    'open-sandbox-session',
    'read-asset',
    'read-capabilities',
    'read-demo-log-checkpoint',
    'read-demo-log-tile',
    'read-did-document',
    'read-docs-file',
    'read-error-codes',
    'read-favicon',
    'read-favicon-ico',
    'read-guide-page',
    'read-health',
    'read-key-version',
    'read-keys',
    'read-llms',
    'read-log-checkpoint',
    'read-log-tile',
    'read-openapi',
    'read-readiness',
    'read-receipt-status',
    'read-receipt-status-v1',
    'read-robots',
    'read-security-contact',
    'receive-delivery',
    'search-guide',
    'send-review',
    'show-credits',
    'show-docs',
    'show-front',
    'show-invitation',
    'show-organisation-sign-in',
    'show-outcome-index',
    'show-purchase-return',
    'show-receipt',
    'show-return',
    'show-review',
    'show-sign-in',
    'show-sign-in-link',
    'show-sign-in-sent',
    'show-spool',
    'show-team-invitation',
    'show-try',
    'show-verify',
    'show-versions',
    'sign-in-by-passkey',
    'start-organisation-sign-in',
    'try-delivery',
    'verify-attestation',
    'verify-pasted-receipt',
  ])
})
