import { AgreedValue, ExactTimestamp } from '@outturn/agreement'
import { partyKinds, partyRoles } from '@outturn/vocabulary'
import { z } from 'zod'

/** Parts of an agreement that a Spool and the bundle of its receipt both show. */

export const SpoolValue = AgreedValue.extend({
  currency: z.literal('USD').describe('Currency of the price.'),
  rail_preference: z
    .string()
    .optional()
    .meta({ description: 'Payment method that the parties prefer.', examples: ['external'] }),
}).meta({ id: 'SpoolValue' })

export const Deliverable = z
  .strictObject({
    type: z
      .string()
      .meta({ description: 'Kind of deliverable, in the words of the creator.', examples: ['dataset'] }),
    title: z
      .string()
      .meta({ description: 'Title of the deliverable.', examples: ['Qualified leads, spring campaign'] }),
    description: z.string().meta({
      description: 'Description of the deliverable for people.',
      examples: ['A list of qualified leads with e-mail addresses.'],
    }),
    attributes: z
      .record(z.string(), z.string())
      .describe('Additional properties of the deliverable, by name.'),
  })
  .meta({ id: 'Deliverable' })

const source = z
  .string()
  .meta({ description: 'Kind of source that the term comes from.', examples: ['chat'] })

export const AgreementTerm = z
  .strictObject({
    text: z.string().meta({ description: 'Text of the term.', examples: ['Payment per accepted row.'] }),
    provenance: z
      .strictObject({
        source,
        origin: z
          .string()
          .optional()
          .meta({
            description: 'Document or message that the term comes from.',
            examples: ['mail of 2 March'],
          }),
      })
      .describe('Origin of the text of the term.'),
  })
  .meta({ id: 'AgreementTerm' })

/** A term without the document or message that it comes from, which is for the parties. */
export const SharedTerm = AgreementTerm.extend({
  provenance: z.strictObject({ source }).describe('Origin of the text of the term.'),
}).meta({ id: 'SharedTerm' })

export const FeeAndExpiry = z
  .strictObject({
    fee_cents: z
      .int()
      .optional()
      .meta({ description: 'Fee that the parties agreed on, in cents.', examples: [20] }),
    expiry: ExactTimestamp.optional().describe('Time until which the proposal can be accepted.'),
  })
  .meta({ id: 'FeeAndExpiry' })

export const agreementParty = {
  role: z.enum(partyRoles).describe('Role of the party in the agreement.'),
  kind: z.enum(partyKinds).describe('Kind of party, such as a person, an organization or an agent.'),
  display_name: z
    .string()
    .meta({ description: 'Name of the party, as the other party sees it.', examples: ['Acme Sales'] }),
  settlement_address: z
    .string()
    .optional()
    .meta({
      description: 'Wallet at which the party is paid.',
      examples: ['wallet:eip155:42431:0x52908400098527886E0F7030069857D2E4169EE7'],
    }),
} as const
