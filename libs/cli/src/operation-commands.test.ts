import { publicEndpoints } from '@outturn/contracts'
import { operations } from '@outturn/sdk/operations'
import { expect, test } from 'vitest'
import { runOutturn } from './program.ts'

// Every operation of the interface has a command of its own, or is listed with the reason why `outturn api` is enough for it.

const commands: Readonly<Record<string, string>> = {
  'verify-delivery': 'deliver',
  'audit-invoice': 'audit-invoice',
  'replay-promise': 'replay-promise',
  'buy-verification': 'pay verification',
  'buy-pack-by-x402': 'pay pack',
  'buy-pack-by-mpp': 'pay pack',
  'create-spool': 'spool create',
  'list-spools': 'spool list',
  'read-spool': 'spool show',
  'list-spool-events': 'spool events',
  'invite-counterparty': 'spool invite',
  'exchange-key': 'spool join',
  'quote-spool': 'spool quote',
  'propose-spool': 'spool propose',
  'accept-spool': 'spool accept',
  'decline-spool': 'spool decline',
  'cancel-spool': 'spool cancel',
  'abandon-spool': 'spool abandon',
  'complete-spool': 'spool complete',
  'amend-spool': 'spool amend',
  'submit-evidence': 'spool evidence',
  'verify-spool': 'spool verify',
  'withdraw-evidence': 'evidence withdraw',
  'create-source': 'sources create',
  'list-sources': 'sources list',
  'read-source': 'sources show',
  'test-source': 'sources test',
  'rotate-source': 'sources rotate',
  'pause-source': 'sources pause',
  'resume-source': 'sources resume',
  'revoke-source': 'sources revoke',
  'sync-source': 'sources sync',
  'list-facts': 'facts',
  'record-claims': 'claims record',
  'list-claims': 'claims list',
  'match-claims': 'match run',
  'list-matches': 'match list',
  'list-discrepancies': 'discrepancies list',
  'open-discrepancy': 'discrepancies open',
  'read-discrepancy': 'discrepancies show',
  'resolve-discrepancy': 'discrepancies resolve',
  'dismiss-discrepancy': 'discrepancies dismiss',
  'open-dispute': 'disputes open',
  'read-dispute': 'disputes show',
  'respond-to-dispute': 'disputes respond',
  'withdraw-dispute': 'disputes withdraw',
  'add-dispute-statement': 'disputes state',
  'request-review': 'reviews request',
  'read-review': 'reviews show',
  'consent-to-review': 'reviews consent',
  'withdraw-review': 'reviews withdraw',
  'compile-policy': 'policy compile',
  'confirm-policy': 'policy compile',
  'list-recipes': 'recipes',
  'read-recipe': 'recipes',
  'read-receipt': 'receipt get',
  'read-receipt-status-v1': 'receipt status',
  'read-receipt-bundle': 'receipt bundle',
  'read-account': 'account',
  'read-usage': 'usage',
  'read-balance': 'credits',
  'list-requests': 'requests',
  'read-request': 'requests',
  'open-sandbox-session': 'sandbox start',
  'read-sandbox-session': 'sandbox show',
  'compile-sandbox-spool': 'sandbox compile',
  'verify-sandbox-delivery': 'deliver',
  'read-sandbox-spool': 'spool show',
  'list-sandbox-spool-events': 'spool events',
  'accept-sandbox-spool': 'spool accept',
  'submit-sandbox-evidence': 'spool evidence',
  'confirm-sandbox-spool': 'spool confirm',
  'verify-sandbox-spool': 'spool verify',
  'read-keys': 'doctor',
  'read-health': 'doctor',
  'read-log-checkpoint': 'audit',
  'read-log-tile': 'audit',
  'read-demo-log-checkpoint': 'audit',
  'read-demo-log-tile': 'audit',
}

const wallet = 'is signed by a wallet, which a program or the wallet of the buyer has'
const document = 'has one document as its answer, which is printed or written to a file as it is'
const page = 'is a page for people'
const byApiAlone: Readonly<Record<string, string>> = {
  'read-quote': 'is the answer of `spool quote`, which makes no second quote',
  'commit-spool': wallet,
  'submit-settlement-signatures': wallet,
  'read-settlement-grant-template': wallet,
  'submit-settlement-grant': wallet,
  'read-settlement-grant': wallet,
  'onboard-provider': 'answers with the address of a page',
  'record-external-result': 'is signed by a program of the judge',
  'record-dispute-result': 'is signed by a program of the judge',
  'receive-delivery': 'is signed by the system of record; `sources test` tries a payload',
  'mail-review-code': 'is called with the token of the reviewer, who decides on a page',
  'decide-review': 'is called with the token of the reviewer, who decides on a page',
  'read-evidence': document,
  'download-evidence': document,
  'read-outcome-index': document,
  'read-receipt-status': document,
  'read-receipt-credential': document,
  'read-receipt-envelope': document,
  'download-receipt': document,
  'verify-attestation': document,
  'read-key-version': document,
  'read-did-document': document,
  'read-error-codes': document,
  'read-guide-page': document,
  'search-guide': document,
  'read-capabilities': document,
  'read-readiness': document,
  'record-consumption': 'is recorded by the program that pays',
  'supersede-receipt': 'is a correction, whose reasons are written in a body',
  'show-receipt': page,
  'show-spool': page,
  'show-credits': page,
  'show-outcome-index': page,
  'show-return': page,
  'show-versions': page,
}

async function outturn(...args: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const output = {
    print: (text: string) => void printed.push(text),
    complain: (text: string) => void complaints.push(text),
  }
  const status = await runOutturn(args, output, { env: {} })
  return { status, text: printed.join('\n'), complaint: complaints.join('\n') }
}

test('every operation has a command, or a reason to be called by `outturn api` alone', async () => {
  const ids = publicEndpoints('outturn').map(({ operationId }) => operationId)
  const listed = [...Object.keys(commands), ...Object.keys(byApiAlone)]
  expect(listed.toSorted()).toEqual(ids.toSorted())
  const callable = new Set(Object.values(operations).map(({ operation }) => operation))
  expect(ids.filter((id) => !callable.has(id))).toEqual([])
})

test('every command that is named is there', async () => {
  const absent: string[] = []
  for (const command of new Set(Object.values(commands))) {
    const { status, text } = await outturn(...command.split(' '), '--help')
    if (status !== 0 || !text.startsWith(`Usage: outturn ${command}`)) absent.push(command)
  }
  expect(absent).toEqual([])
})

test('everything that a command misses is named at once, with the values that it takes', async () => {
  const { status, complaint } = await outturn('discrepancies', 'open')
  expect(status).toBe(2)
  expect(complaint).toContain("missing required argument 'spool_id'")
  expect(complaint).toMatch(/'--kind <kind>' not specified: claim_fact_mismatch, .*other/)
  expect(complaint).toContain("'--description <text>' not specified")
  expect(complaint).not.toContain('--severity')
})

test.each([
  [['list-discrepancy'], 'Did you mean list-discrepancies?'],
  [['nothing'], 'List them: outturn api'],
  [['read-receipt'], 'read-receipt needs receipt_id: outturn api read-receipt receipt_id=…'],
  [
    ['list-recipes', 'kind=own'],
    `list-recipes has no parameter "kind=own". It takes limit, after, each as NAME=VALUE.`,
  ],
])('api %j: exit 2 and what to do next', async (args, problem) => {
  const { status, complaint } = await outturn('api', ...args)
  expect([status, complaint]).toEqual([2, expect.stringContaining(problem)])
})

test('api without an operation lists all of them', async () => {
  const { status, text } = await outturn('api')
  expect(status).toBe(0)
  expect(text).toMatch(/list-facts +GET +id \[limit\] \[after\] \[source_id\] \[subject\] \[current\] +-/)
})

test('a list is printed as one JSON value on each line', async () => {
  const { status, text } = await outturn('api', '--json')
  expect(status).toBe(0)
  const lines = text.split('\n').map((line) => JSON.parse(line) as { operation: string })
  expect(lines.map(({ operation }) => operation)).toContain('list-facts')
})
