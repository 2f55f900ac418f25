import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import { readExecutors } from '../verification/commands.ts'

export const Capabilities = z
  .strictObject({
    environment: z
      .enum(environments)
      .describe('Environment of the caller. Requests without credentials belong to production.'),
    methods: readExecutors.output.shape.methods
      .extend({
        external_tool: z
          .enum(['live', 'unavailable'])
          .describe('`live` if an external party can decide conditions.'),
      })
      .describe('Availability of each verification method.'),
    checkers: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Name of the checker.', examples: ['completeness'] }),
          version: z.string().meta({ description: 'Version of the checker.', examples: ['3.2.0'] }),
        }),
      )
      .describe('Available checkers.'),
    settlement: z.array(z.string()).describe('Available ways to settle earned amounts.'),
    rails: z
      .strictObject({
        x402: z.boolean().describe('True if requests can be paid with x402.'),
        mpp: z.boolean().describe('True if credits can be bought with MPP.'),
      })
      .describe('Available protocols for paying the service.'),
    signing: z
      .enum(['configured', 'not_configured'])
      .describe('`configured` if this deployment can sign receipts.'),
  })
  .meta({ id: 'Capabilities' })
export type Capabilities = z.infer<typeof Capabilities>
