import {
  acceptors,
  agreementModes,
  agreementStates,
  fulfillmentStates,
  outcomeStates,
  settlementStates,
  verificationStates,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { Timestamp } from './ids.ts'

/** The five dimensions of where a Spool is. */
export const SpoolStatus = z
  .strictObject({
    agreement: z.enum(agreementStates).describe('State of the agreement.'),
    fulfillment: z.enum(fulfillmentStates).describe('State of the delivery.'),
    verification: z.enum(verificationStates).describe('State of the verification.'),
    settlement: z.enum(settlementStates).describe('State of the payment.'),
    outcome: z.enum(outcomeStates).describe('Overall state of the Spool.'),
  })
  .meta({ id: 'SpoolStatus' })
export type SpoolStatus = z.infer<typeof SpoolStatus>

/** Who accepted the agreement, and when. */
export const AgreementAcceptance = z
  .strictObject({
    mode: z
      .enum(agreementModes)
      .describe(
        '`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone.',
      ),
    provider_accepted_in_spoolis: z.boolean().meta({
      description: 'True if the provider accepted the agreement through this service.',
      examples: [false],
    }),
    accepted_by: z.enum(acceptors).describe('Parties that accepted the agreement.'),
    accepted_at: Timestamp.optional().describe('Time at which the agreement was accepted.'),
  })
  .meta({ id: 'AgreementAcceptance' })
export type AgreementAcceptance = z.infer<typeof AgreementAcceptance>
