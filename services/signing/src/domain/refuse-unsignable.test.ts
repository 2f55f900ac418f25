import { Refusal } from '@outturn/contracts'
import { digestOf, runPreimage } from '@outturn/receipt-verifier'
import { nodeSha256 } from '@outturn/receipt-verifier/node'
import { expect, test } from 'vitest'
import { goldenRun, goldenSlug } from '../testing/golden-run.ts'
import { type IssueCommand, refuseUnsignable } from './refuse-unsignable.ts'

const issuer = { slug: goldenSlug, environment: 'demo' } as const

type Part = Record<string, any>
type Alter = (command: IssueCommand & { body: Part; attestation: Part; detached: Part }) => unknown

/** One altered request for each reason, and more where a reason has several causes. */
const alterations: [reason: string, alter: Alter][] = [
  ['malformed_receipt', ({ body }) => (body['id'] = 'ocr_000000000000000000000000')],
  ['malformed_receipt', ({ body }) => (body['signature'] = 'x')],
  ['malformed_receipt', ({ body }) => (body['signing_key_id'] = 'x')],
  ['malformed_receipt', ({ body }) => (body['unit_results'] = [])],
  ['malformed_receipt', ({ body }) => (body['note'] = 'approved by the board')],
  ['unknown_schema', ({ body }) => (body['schema'] = 'other/outcome-receipt@1')],
  ['unknown_schema', ({ body }) => (body['schema'] = 'example/status@1')],
  ['malformed_receipt', ({ body }) => delete body['schema']],
  ['environment_mismatch', ({ body }) => (body['environment'] = 'production')],
  ['malformed_receipt', ({ body }) => (body['algorithm'] = 'none')],
  ['run_id_mismatch', (command) => (command.runId = 'vr_000000000000000000000002')],
  ['run_id_mismatch', ({ body }) => (body['verification'].run_id = 'vr_000000000000000000000002')],
  ['malformed_receipt', ({ body }) => delete body['verification']],
  ['spool_id_mismatch', (command) => (command.spoolId = 'spl_000000000000000000000002')],
  ['malformed_receipt', ({ body }) => (body['agreement'] = null)],
  ['issued_at_mismatch', ({ body }) => (body['issued_at'] = '2025-01-01T00:00:01.000Z')],
  ['malformed_receipt', ({ body }) => (body['nonce'] = 'n_1')],
  ['invalid_evidence_root', ({ body }) => (body['evidence'][0].status = 'missing')],
  ['malformed_receipt', ({ body }) => (body['evidence'] = {})],
  ['invalid_evidence_root', ({ body }) => (body['evidence_root'] = '0'.repeat(64))],
  ['invalid_run_digest', ({ body }) => (body['result'] = 'pass')],
  ['invalid_run_digest', ({ body }) => (body['units'].accepted = 3)],
  ['invalid_run_digest', ({ body }) => (body['amounts'].earned = '1.50')],
  ['invalid_run_digest', ({ body }) => (body['condition_results'][0].result = 'pass')],
  ['invalid_run_digest', ({ body }) => (body['verification'].plan_hash = '0'.repeat(64))],
  ['malformed_receipt', ({ body }) => delete body['condition_results']],
  ['invalid_agreement_hash', ({ body }) => (body['agreement'].agreement_hash = 'A'.repeat(64))],
  ['detached_mismatch', ({ detached }) => detached['unit_results'].pop()],
  ['detached_mismatch', ({ detached }) => (detached['unit_results'] = 'all passed')],
  ['detached_mismatch', ({ detached }) => (detached['log_proof'] = 'x')],
  ['attestation_mismatch', ({ attestation }) => (attestation['result'] = 'pass')],
  ['attestation_mismatch', ({ attestation }) => (attestation['approvedAmount'] = '1.50')],
  ['attestation_mismatch', ({ attestation }) => (attestation['maximumAmount'] = '150.00')],
  ['attestation_mismatch', ({ attestation }) => (attestation['assetOrCurrency'] = 'EUR')],
  ['attestation_mismatch', ({ attestation }) => (attestation['evidenceDigest'] = `sha256:${'0'.repeat(64)}`)],
]

function reasonFor(command: IssueCommand): string | undefined {
  try {
    refuseUnsignable(command, issuer, nodeSha256)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return error.options.reason
    throw error
  }
  return undefined
}

test('the body of a real run is signed as it is', () => {
  const command = goldenRun()
  expect(refuseUnsignable(command, issuer, nodeSha256)).toEqual(goldenRun().body)
})

test.each(alterations)('%s: %s', (reason, alter) => {
  const command = goldenRun()
  alter(command as never)
  expect(reasonFor(command)).toBe(reason)
})

/** With the run digest made to fit, so that only the arithmetic is wrong. */
const arithmetic: [what: string, alter: (body: Part) => unknown][] = [
  ['more earned than the units make', (body) => (body['amounts'].earned = '1.50')],
  ['more earned than committed', (body) => (body['amounts'].earned = '2.00')],
  ['more committed than the units make', (body) => (body['amounts'].committed = '15.00')],
  ['units that do not add up', (body) => (body['units'].rejected = 2)],
  ['all earned without units though it did not pass', (body) => (body['units'] = null)],
]

test.each(arithmetic)('earned_amount_mismatch: %s', (_what, alter) => {
  const command = goldenRun()
  alter(command.body)
  if (command.body['units'] === null) Object.assign(command, { detached: {} })
  Object.assign(command.body['verification'] as Part, { run_digest: fittingRunDigest(command.body) })
  expect(reasonFor(command)).toBe('earned_amount_mismatch')
})

function fittingRunDigest(body: Part): string {
  const { run_digest: _before, ...verification } = body['verification']
  const { evidence_root, condition_results, result, units, amounts } = body
  const run = { ...verification, evidence_root, condition_results, result, units, amounts }
  return digestOf(runPreimage(goldenSlug, run), nodeSha256)
}

test('no member of a body can be left out, emptied or replaced without a refusal', () => {
  for (const name of Object.keys(goldenRun().body)) {
    for (const value of [undefined, {}, [], 'x', 0]) {
      const command = goldenRun()
      command.body[name] = value
      expect(reasonFor(command), `${name}: ${JSON.stringify(value)}`).toBeDefined()
    }
  }
})
