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
import { hasOneBasis, oneBasis, RecipeReference } from '../recipe.ts'
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
    role: z
      .enum(partyRoles)
      .describe('Role of the party. One party is the buyer or client, the other the seller or provider.'),
    kind: z.enum(partyKinds).describe('Kind of party.'),
    display_name: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'Name of the party, as the other party sees it.', examples: ['Acme Sales'] }),
    contact: optionalText(2_000).meta({
      description: 'Contact details of the party, visible only to it and to you.',
      examples: ['lena@example.com'],
    }),
    account_id: optionalText(200).meta({
      description: 'ID of the account that acts for the party. The account must exist and have an API key.',
      examples: ['acc_0123456789abcdef01234567'],
    }),
    settlement_address: z
      .string()
      .regex(
        /^(?:wallet:eip155:42431:0x[0-9a-fA-F]{40})?$/,
        'must be "wallet:eip155:42431:0x" and 40 hexadecimal digits',
      )
      .optional()
      .meta({
        description: 'Wallet at which the party is paid.',
        examples: ['wallet:eip155:42431:0x52908400098527886E0F7030069857D2E4169EE7'],
      }),
    processor_account_id: z
      .string()
      .max(500)
      .regex(/^(?:acct_.*)?$/s, 'must begin with "acct_"')
      .optional()
      .meta({
        description: 'ID of the account of the party at the payment processor.',
        examples: ['acct_1A2b3C'],
      }),
  })
  .meta({ id: 'PartyInput' })
export type PartyInput = z.infer<typeof PartyInput>

export const FinalityInput = z.strictObject({
  mode: z
    .enum(finalityModes)
    .describe(
      '`open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`.',
    ),
  max_runs: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Most verification runs.', examples: [20] }),
  closes_at: SentInstant.nullable()
    .optional()
    .meta({ description: 'Time after which no run is possible.', examples: ['2026-01-31T17:00:00.000Z'] }),
})

export const DisputePolicyInput = z.strictObject({
  window_hours: z
    .int()
    .min(0)
    .max(720)
    .optional()
    .meta({
      description: 'Number of hours in which a receipt can be disputed. 0 allows no disputes.',
      examples: [72],
    }),
  holds_settlement: z.boolean().optional().describe('True to pause settlement while a dispute is open.'),
  resolver: z.enum(disputeResolvers).optional().describe('Party that resolves disputes.'),
  resolver_ref: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description:
        'ID of the judge if `resolver` is `external`, where it is required; e-mail address of the agreed reviewer if it is `review`.',
      examples: ['arbiter-7'],
    }),
})

/** Body of POST /api/v1/spools. */
export const CreateSpoolRequest = z
  .strictObject({
    type: z.enum(spoolTypes).optional().describe('Type of work that the Spool covers. Default: `service`.'),
    parties: z.array(PartyInput).length(2).describe('The two parties of the agreement.'),
    value: z
      .strictObject({
        amount_cents: AmountCents.meta({ description: 'Price, in cents.', examples: [50000] }),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ description: 'Currency of the price. Only `USD` is accepted.', examples: ['USD'] }),
        rail_preference: optionalText(2_000).meta({
          description: 'Payment method that the parties prefer.',
          examples: ['external'],
        }),
      })
      .describe('Price of the whole delivery.'),
    deliverable: z
      .strictObject({
        type: z
          .string()
          .min(1)
          .max(120)
          .meta({ description: 'Kind of deliverable, in your own words.', examples: ['dataset'] }),
        title: z
          .string()
          .min(1)
          .max(300)
          .meta({ description: 'Its title.', examples: ['Qualified leads, spring campaign'] }),
        description: z
          .string()
          .max(10_000)
          .meta({
            description: 'Description of the deliverable for people.',
            examples: ['A list of qualified leads with e-mail addresses.'],
          }),
        attributes: Attributes.describe('Additional properties of the deliverable, by name.'),
      })
      .describe('The work to deliver.'),
    terms: z
      .array(
        z.strictObject({
          text: z
            .string()
            .min(1)
            .max(10_000)
            .meta({ description: 'Text of the term.', examples: ['Payment per accepted row.'] }),
          provenance: z
            .strictObject({
              source: z.enum(termSources).describe('Kind of source that the term comes from.'),
              origin: optionalText(2_048).meta({
                description: 'Document or message that the term comes from.',
                examples: ['mail of 2 March'],
              }),
            })
            .describe('Origin of the text of the term.'),
        }),
      )
      .min(1)
      .max(200)
      .describe('Terms of the agreement in words, which no checker tests.'),
    conditions: z
      .array(ConditionInput)
      .max(100)
      .optional()
      .describe('Conditions that the delivery must meet.'),
    recipe: RecipeReference.optional().describe('Recipe of the conditions, in place of `conditions`.'),
    unitization: UnitizationInput.optional().describe(
      'Number of units and the price of each, if the work is split into units.',
    ),
    economics: z
      .strictObject({
        fee_cents: z
          .int()
          .min(0)
          .max(largestAmountCents)
          .optional()
          .meta({ description: 'Fee that the parties agree on, in cents.', examples: [20] }),
        expiry: SentInstant.optional().meta({
          description: 'Time until which the proposal can be accepted.',
          examples: ['2026-01-31T17:00:00.000Z'],
        }),
        unitization: UnitizationInput.optional().describe('The same as `unitization`. Send only one.'),
      })
      .optional()
      .describe('Fee and expiry of the proposal.'),
    agreement: z
      .strictObject({
        mode: z
          .enum(agreementModes)
          .optional()
          .describe(
            '`bilateral` if both parties must accept the agreement, `unilateral` if you set it alone.',
          ),
        reopen_on_decline: z
          .boolean()
          .optional()
          .describe('True to keep the Spool active after a decline, so that it can be proposed again.'),
      })
      .optional()
      .describe('Way in which the agreement is accepted.'),
    dispute_policy: DisputePolicyInput.optional().describe('Rules for disputes.'),
    finality: FinalityInput.optional().describe(
      'Limits on how often and how long the delivery can be verified.',
    ),
    gated_action: z
      .enum(gatedActions)
      .optional()
      .describe('Action that you intend to take by the verdict, which it does not affect.'),
    gated_action_note: z
      .string()
      .max(120)
      .optional()
      .meta({ description: 'Note on the intended action.', examples: ['Invoice 42'] }),
  })
  .refine(hasOneBasis, oneBasis)
  .meta({ id: 'CreateSpoolRequest' })
export type CreateSpoolRequest = z.infer<typeof CreateSpoolRequest>
/** What is sent for a Spool that names its conditions itself, and no recipe. */
export type SentWithConditions = z.input<typeof CreateSpoolRequest> & {
  conditions: NonNullable<z.input<typeof CreateSpoolRequest>['conditions']>
}

/** How the counterparty receives a bilateral Spool. */
export const Handoff = z
  .strictObject({
    method: z
      .enum(['account', 'share_url', 'email'])
      .describe(
        'Way in which the counterparty receives the Spool. `account`: its account already lists the Spool. `share_url`: you send it the link. `email` is not used at present.',
      ),
    share_url: z.string().meta({
      description: 'Link under which anyone can read the Spool.',
      examples: ['https://outturn.example/s/shr_0123456789abcdef01234567'],
    }),
    counterparty_party_id: PartyId.describe('ID of the party that has not joined yet.'),
    invite_endpoint: z
      .string()
      .nullable()
      .meta({
        description:
          'Path of the operation that creates an invitation for the counterparty; null if no party can be invited.',
        examples: ['/api/v1/spools/spl_0123456789abcdef01234567/invite'],
      }),
    invite_email_sent: z
      .boolean()
      .meta({ description: 'True if an invitation was sent by e-mail.', examples: [false] }),
    invite_email_to: z
      .string()
      .nullable()
      .meta({
        description: 'Masked e-mail address to which the invitation was sent; null if none was sent.',
        examples: ['l…@example.com'],
      }),
    reason: z.string().meta({
      description: 'Explanation of the chosen method for people.',
      examples: ['this service sends no mail; pass on the share_url, or an invitation from invite_endpoint'],
    }),
  })
  .meta({ id: 'Handoff' })
export type Handoff = z.infer<typeof Handoff>

export const CreatedSpool = SpoolView.extend({
  lane: Lane.describe('Path for the provider and the reason for it.'),
  share_url: z.string().meta({
    description: 'Link under which anyone can read the Spool.',
    examples: ['https://outturn.example/s/shr_0123456789abcdef01234567'],
  }),
  handoff: Handoff.nullable().describe(
    'Next step for getting the Spool to the counterparty; null for a unilateral agreement.',
  ),
}).meta({ id: 'CreatedSpool', extends: 'Spool' })
export type CreatedSpool = z.infer<typeof CreatedSpool>

/** One page of the Spools that the account is a party of, newest first. */
export const SpoolList = pageOf(SpoolView).meta({ id: 'SpoolList' })
export type SpoolList = z.infer<typeof SpoolList>
