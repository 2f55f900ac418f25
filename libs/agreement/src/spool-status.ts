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
export const SpoolStatus = z.strictObject({
  agreement: z.enum(agreementStates),
  fulfillment: z.enum(fulfillmentStates),
  verification: z.enum(verificationStates),
  settlement: z.enum(settlementStates),
  outcome: z.enum(outcomeStates),
})
export type SpoolStatus = z.infer<typeof SpoolStatus>

/** Who accepted the agreement, and when. */
export const AgreementAcceptance = z.strictObject({
  mode: z.enum(agreementModes),
  provider_accepted_in_spoolis: z.boolean(),
  accepted_by: z.enum(acceptors),
  accepted_at: Timestamp.optional(),
})
export type AgreementAcceptance = z.infer<typeof AgreementAcceptance>
