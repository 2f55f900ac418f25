import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { settlementSignaturesExample } from '../http/examples.ts'
import { SettlementSignaturesRequest } from '../http/spools/settlement.ts'
import { SpoolView } from '../http/spools/spool.ts'
import { defineCommand } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { actionRefusals, actionTarget } from './action-target.ts'

/** Takes the buyer's signatures of the transfers that settle a Spool. */
export const submitSettlementSignatures = defineCommand('spool.submit-settlement-signatures', {
  input: z.strictObject({ ...actionTarget, request: SettlementSignaturesRequest }),
  output: SpoolView,
  refuses: [
    ...actionRefusals,
    'conflict',
    'settlement_unavailable',
    'validation_failed',
    'wrong_funding_lane',
  ],
  http: {
    path: '/api/v1/spools/:id/settlement/signatures',
    access: keyAccess(['full'], { sandbox: false }),
    tag: 'Settlement',
    summary: 'Submit the signatures of the settlement transfers',
    description:
      'Sends the signatures of the wallet of the buyer for the transfers in `next_step.required_legs`. **This moves money**: the service broadcasts the signed transfers. Signatures that are sent again change nothing, and each transfer happens at most once.',
    params: spoolParams,
    body: SettlementSignaturesRequest,
    example: settlementSignaturesExample,
    success: { status: 200, description: 'The Spool after the action, as the caller sees it.' },
  },
})
