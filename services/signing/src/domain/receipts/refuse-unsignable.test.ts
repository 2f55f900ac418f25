import { digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { PassedText, Refusal } from '@outturn/contracts'
import type { ReceiptBody } from '@outturn/receipt-verifier'
import { runPreimage } from '@outturn/receipt-verifier/issuing'
import { expect, test } from 'vitest'
import {
  goldenKeyId,
  goldenReceiptId,
  goldenRun,
  goldenSlug,
  goldenUnitResults,
} from '../../testing/golden-run.ts'
import { type IssueCommand, refuseUnsignable } from './refuse-unsignable.ts'

const issuer = { slug: goldenSlug, environment: 'demo', pause: async () => {} } as const

/** One altered request for each reason, and more where a reason has several causes; undefined takes the member out. */
const alterations: [reason: string, path: string, value: unknown][] = [
  ['malformed_receipt', 'body.id', goldenReceiptId],
  ['malformed_receipt', 'body.signature', 'x'],
  ['malformed_receipt', 'body.signing_key_id', goldenKeyId],
  ['malformed_receipt', 'body.unit_results', []],
  ['malformed_receipt', 'body.note', 'approved by the board'],
  ['malformed_receipt', 'body.schema', undefined],
  ['malformed_receipt', 'body.algorithm', 'none'],
  ['malformed_receipt', 'body.verification', undefined],
  ['malformed_receipt', 'body.agreement', null],
  ['malformed_receipt', 'body.nonce', 'n_1'],
  ['malformed_receipt', 'body.evidence', {}],
  ['malformed_receipt', 'body.condition_results', undefined],
  ['unknown_schema', 'body.schema', 'other/outcome-receipt@1'],
  ['unknown_schema', 'body.schema', 'example/status@1'],
  ['environment_mismatch', 'body.environment', 'production'],
  ['run_id_mismatch', 'runId', 'vr_000000000000000000000002'],
  ['run_id_mismatch', 'body.verification.run_id', 'vr_000000000000000000000002'],
  ['spool_id_mismatch', 'spoolId', 'spl_000000000000000000000002'],
  ['issued_at_mismatch', 'body.issued_at', '2025-01-01T00:00:01.000Z'],
  ['invalid_evidence_root', 'body.evidence.0.status', 'missing'],
  ['invalid_evidence_root', 'body.evidence_root', '0'.repeat(64)],
  ['invalid_run_digest', 'body.result', 'pass'],
  ['invalid_run_digest', 'body.units.accepted', 3],
  ['invalid_run_digest', 'body.amounts.earned', '1.50'],
  ['invalid_run_digest', 'body.condition_results.0.result', 'pass'],
  ['invalid_run_digest', 'body.verification.plan_hash', '0'.repeat(64)],
  ['invalid_agreement_hash', 'body.agreement.agreement_hash', 'A'.repeat(64)],
  ['attestation_mismatch', 'attestation.result', 'pass'],
  ['attestation_mismatch', 'attestation.approvedAmount', '1.50'],
  ['attestation_mismatch', 'attestation.maximumAmount', '150.00'],
  ['attestation_mismatch', 'attestation.assetOrCurrency', 'EUR'],
  ['attestation_mismatch', 'attestation.evidenceDigest', `sha256:${'0'.repeat(64)}`],
]

/** The golden request with one member at a dotted path replaced. */
function alteredRun(path: string, value: unknown): IssueCommand {
  const command = goldenRun()
  const names = path.split('.')
  const last = names.pop() as string
  let owner = command as unknown as Record<string, unknown>
  for (const name of names) owner = owner[name] as Record<string, unknown>
  if (value === undefined) delete owner[last]
  else owner[last] = value
  return command
}

async function reasonFor(command: IssueCommand): Promise<string | undefined> {
  try {
    await refuseUnsignable(command, issuer, nodeSha256)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return error.options.reason
    throw error
  }
  return undefined
}

test('the body of a real run is signed as it is', async () => {
  const command = goldenRun()
  expect(await refuseUnsignable(command, issuer, nodeSha256)).toEqual(goldenRun().body)
})

test.each(alterations)('%s: %s becomes %j', async (reason, path, value) => {
  expect(await reasonFor(alteredRun(path, value))).toBe(reason)
})

test.each([
  ['too few', JSON.stringify(goldenUnitResults.slice(1))],
  ['no list', '"all passed"'],
  ['another member after them', '[1,2,3],"log_proof":"x"'],
  ['another list after them', '[1,2,3],"log_proof":[]'],
  ['a list that does not end', '[1,2,3'],
  ['a text that does not end', '["1,2,3]'],
])('unit results are not put into a receipt when they are %s', async (_, text) => {
  const unitResults = new PassedText(Buffer.from(text))
  expect(await reasonFor({ ...goldenRun(), unitResults })).toBe('detached_mismatch')
})

/** With the run digest made to fit, so that only the arithmetic is wrong. */
const arithmetic: [what: string, path: string, value: unknown][] = [
  ['more earned than the units make', 'body.amounts.earned', '1.50'],
  ['more earned than committed', 'body.amounts.earned', '2.00'],
  ['more committed than the units make', 'body.amounts.committed', '15.00'],
  ['units that do not add up', 'body.units.rejected', 2],
  ['something earned without units though it did not pass', 'body.units', null],
]

test.each(arithmetic)('earned_amount_mismatch: %s', async (_what, path, value) => {
  const command = alteredRun(path, value)
  const body = command.body as unknown as ReceiptBody
  Object.assign(body.verification, { run_digest: fittingRunDigest(body) })
  expect(await reasonFor(command)).toBe('earned_amount_mismatch')
})

function fittingRunDigest(body: ReceiptBody): string {
  const { run_digest: _before, ...verification } = body.verification
  const { evidence_root, condition_results, result, units, amounts } = body
  const run = { ...verification, evidence_root, condition_results, result, units, amounts }
  return digestOf(runPreimage(goldenSlug, run), nodeSha256)
}

test('no member of a body can be left out, emptied or replaced without a refusal', async () => {
  for (const name of Object.keys(goldenRun().body)) {
    for (const value of [undefined, {}, [], 'x', 0]) {
      const command = alteredRun(`body.${name}`, value)
      expect(await reasonFor(command), `${name}: ${JSON.stringify(value)}`).toBeDefined()
    }
  }
})
