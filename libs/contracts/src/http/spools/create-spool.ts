import { z } from 'zod'
import { ConditionInput, Lane, largestAmountCents, PartyId } from '@outturn/agreement'
import {
  agreementModes,
  disputeResolvers,
  finalityModes,
  gatedActions,
  partyKinds,
  partyRoles,
  spoolTypes,
  termSources,
} from '@outturn/vocabulary'
import { SentInstant } from '../sent-instant.ts'
import { AmountCents, UnitizationInput } from '../amounts.ts'
import { pageOf } from '../../query-parameters.ts'
import { SpoolView } from './spool.ts'

/** A string that means nothing when it is empty. */
const optionalText = (most: number) => z.string().max(most).optional()

/** Most attributes of a deliverable. */
const mostAttributes = 100

const Attributes = z
  .record(z.string().max(120), z.string().max(2_000))
  .refine((attributes) => Object.keys(attributes).length <= mostAttributes, {
    error: ({ input }) =>
      `has ${Object.keys(input as object).length} keys; at most ${mostAttributes} are taken`,
  })
  .meta({ maxProperties: mostAttributes })

export const PartyInput = z
  .strictObject({
    role: z.enum(partyRoles),
    kind: z.enum(partyKinds),
    display_name: z.string().min(1).max(120),
    contact: optionalText(2_000),
    account_id: optionalText(200).describe(
      'An account that exists and holds a key; another is refused with 422.',
    ),
    settlement_address: z
      .string()
      .regex(
        /^(?:wallet:eip155:42431:0x[0-9a-fA-F]{40})?$/,
        'must be "wallet:eip155:42431:0x" and 40 hexadecimal digits',
      )
      .optional(),
    processor_account_id: z
      .string()
      .max(500)
      .regex(/^(?:acct_.*)?$/s, 'must begin with "acct_"')
      .optional(),
  })
  .meta({ id: 'PartyInput' })
export type PartyInput = z.infer<typeof PartyInput>

export const FinalityInput = z.strictObject({
  mode: z.enum(finalityModes),
  max_runs: z.int().min(1).max(100).optional(),
  closes_at: SentInstant.nullable().optional(),
})

export const DisputePolicyInput = z.strictObject({
  window_hours: z.int().min(0).max(720).optional(),
  holds_settlement: z.boolean().optional(),
  resolver: z.enum(disputeResolvers).optional(),
  resolver_ref: z.string().min(1).max(200).optional(),
})

/** Body of POST /api/v1/spools. */
export const CreateSpoolRequest = z
  .strictObject({
    type: z.enum(spoolTypes).optional(),
    parties: z.array(PartyInput).length(2),
    value: z.strictObject({
      amount_cents: AmountCents,
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .describe('USD; any other currency is refused with 422.'),
      rail_preference: optionalText(2_000),
    }),
    deliverable: z.strictObject({
      type: z.string().min(1).max(120),
      title: z.string().min(1).max(300),
      description: z.string().max(10_000),
      attributes: Attributes,
    }),
    terms: z
      .array(
        z.strictObject({
          text: z.string().min(1).max(10_000),
          provenance: z.strictObject({
            source: z.enum(termSources),
            origin: optionalText(2_048),
          }),
        }),
      )
      .min(1)
      .max(200),
    conditions: z.array(ConditionInput).max(100),
    unitization: UnitizationInput.optional(),
    economics: z
      .strictObject({
        fee_cents: z.int().min(0).max(largestAmountCents).optional(),
        expiry: SentInstant.optional(),
        unitization: UnitizationInput.optional().describe(
          'The same as unitization beside economics; send one.',
        ),
      })
      .optional(),
    agreement: z
      .strictObject({
        mode: z.enum(agreementModes).optional(),
        reopen_on_decline: z.boolean().optional(),
      })
      .optional(),
    dispute_policy: DisputePolicyInput.optional(),
    finality: FinalityInput.optional(),
    gated_action: z.enum(gatedActions).optional(),
    gated_action_note: z.string().max(120).optional(),
  })
  .meta({ id: 'CreateSpoolRequest' })
export type CreateSpoolRequest = z.infer<typeof CreateSpoolRequest>

/** How the counterparty receives a bilateral Spool. */
export const Handoff = z
  .strictObject({
    method: z
      .enum(['account', 'share_url', 'email'])
      .describe('`account`: the counterparty is bound already and finds the Spool in its list.'),
    share_url: z.string(),
    counterparty_party_id: PartyId,
    invite_endpoint: z.string().nullable().describe('Null where no one can be invited.'),
    invite_email_sent: z.boolean(),
    invite_email_to: z.string().nullable().describe('Masked.'),
    reason: z.string(),
  })
  .meta({ id: 'Handoff' })
export type Handoff = z.infer<typeof Handoff>

export const CreatedSpool = SpoolView.extend({
  lane: Lane,
  share_url: z.string(),
  handoff: Handoff.nullable(),
}).meta({ id: 'CreatedSpool' })
export type CreatedSpool = z.infer<typeof CreatedSpool>

/** One page of the Spools that the account is a party of, newest first. */
export const SpoolList = pageOf(SpoolView).meta({ id: 'SpoolList' })
export type SpoolList = z.infer<typeof SpoolList>
