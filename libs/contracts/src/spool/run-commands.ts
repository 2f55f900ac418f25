import { EvidenceContent, EvidenceId, ReceiptId, RunId, Sha256Hex, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { BundledRunInput } from '../http/receipts/bundle.ts'
import { SupersededReceipt, SupersedeRequest } from '../http/receipts/receipt-life.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { receiptParams } from '../path-parameters.ts'
import { actionRefusals } from './action-target.ts'
import { verificationDeadlineMs } from './delivery-commands.ts'
import { VerifiedRun } from './events.ts'

/** Runs the conditions again over the evidence as it is now; the receipt of that run replaces the latest one of the Spool. */
export const supersedeReceipt = defineCommand('spool.supersede-receipt', {
  input: z.strictObject({ spoolId: SpoolId, receiptId: ReceiptId, request: SupersedeRequest }),
  output: SupersededReceipt,
  refuses: [
    ...actionRefusals,
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'not_found',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/receipts/:receipt_id/supersede',
    access: keyAccess(['full']),
    tag: 'Receipts',
    summary: 'Replace a receipt',
    description:
      'Runs the conditions again and issues a receipt that takes the place of one that was wrong. Say why in `reason`. It charges one run and reverses no payment. The replaced receipt stays readable with the status `corrected`.',
    hasOwnRule: true,
    sandboxUse: 'verifies',
    deadlineMs: verificationDeadlineMs,
    params: receiptParams,
    body: SupersedeRequest,
    example: { reason: 'evidence_error', advisory: 'Row 7 was counted twice.' },
    success: {
      status: 201,
      description:
        'The new receipt. The replaced receipt gets the status `corrected` and refers to the new one. No payment is reversed.',
    },
  },
})

/** Issues the receipt of the last run of a Spool that ended without one, or answers with the one that it has. */
export const issueRunReceipt = defineCommand('spool.issue-run-receipt', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ spoolId: SpoolId, runId: RunId, receiptId: ReceiptId }),
  refuses: ['configuration_unavailable', 'conflict', 'invalid_state', 'not_found', 'store_conflict'],
  sentBy: ['operator'],
})

/** How a run ended, for the billing sweeper. `unknown` means that no such run was ever recorded and none will be. */
export const readRunOutcome = defineQuery('spool.read-run-outcome', {
  input: z.strictObject({ runId: RunId }),
  output: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('open') }),
    z.strictObject({ outcome: z.literal('unknown') }),
    z.strictObject({ outcome: z.literal('failed') }),
    z.strictObject({ outcome: z.literal('verified'), run: VerifiedRun }),
  ]),
  sentBy: ['billing'],
})

/** Evidence content too large to travel with a job, by what it is kept under. */
export const readEvidenceContent = defineQuery('spool.read-evidence-content', {
  input: z.strictObject({ spoolId: SpoolId, contentKey: z.union([Sha256Hex, EvidenceId]) }),
  output: z.strictObject({ content: EvidenceContent }),
  refuses: ['not_found'],
  sentBy: ['verification'],
})

/** The frozen input of one run, for a party of its Spool; contents within the size of a bundle. */
export const readRunInput = defineQuery('spool.read-run-input', {
  input: z.strictObject({ runId: RunId }),
  output: BundledRunInput,
  refuses: ['not_found'],
  sentBy: ['gateway'],
})
