import { digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { ReceiptBody } from '@outturn/receipt-verifier'
import { runPreimage } from '@outturn/receipt-verifier/issuing'
import { goldenRun, goldenSlug } from './golden-run.ts'

type IssueCommand = ReturnType<typeof goldenRun>

/**
 * The request for the receipt of another run with the golden outcome, earned 1.00: of a Spool of its own, or of Spool number
 * `spool`. With `supersedes` its receipt replaces that one.
 */
export function numberedRun(
  run: number,
  { spool = run, issuedAt, supersedes }: { spool?: number; issuedAt?: string; supersedes?: string } = {},
): IssueCommand {
  const command = goldenRun()
  const body = command.body as unknown as ReceiptBody
  const runId = `vr_${idDigits(run)}`
  const spoolId = `spl_${idDigits(spool)}`
  const verification = { ...body.verification, run_id: runId }
  const { evidence_root, condition_results, result, units, amounts } = body
  const { plan_version, plan_hash, compiler_version, evidence_policy_version, aggregation_policy } =
    verification
  const preimage = runPreimage(goldenSlug, {
    run_id: runId,
    plan_version,
    plan_hash,
    compiler_version,
    evidence_policy_version,
    aggregation_policy,
    evidence_root,
    condition_results,
    result,
    units,
    amounts,
  })
  return {
    ...command,
    runId,
    spoolId,
    ...(issuedAt !== undefined && { issuedAt }),
    body: {
      ...command.body,
      agreement: { ...body.agreement, spool_id: spoolId },
      verification: { ...verification, run_digest: digestOf(preimage, nodeSha256) },
      ...(issuedAt !== undefined && { issued_at: issuedAt }),
      ...(supersedes !== undefined && { supersedes }),
    },
    ...(supersedes !== undefined && {
      supersedes: { receiptId: supersedes, advisory: 'Row 2 was fixed.', ofRevoked: 'refuse' },
    }),
  }
}

export function idDigits(number: number): string {
  return number.toString(16).padStart(24, '0')
}
