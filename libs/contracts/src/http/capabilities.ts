import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import { readExecutors } from '../verification/commands.ts'

export const Capabilities = z
  .strictObject({
    environment: z.enum(environments).describe('That of the caller; production without a credential.'),
    methods: readExecutors.output.shape.methods.extend({
      external_tool: z.enum(['live', 'unavailable']),
    }),
    checkers: z.array(z.strictObject({ name: z.string(), version: z.string() })),
    settlement: z.array(z.string()),
    rails: z.strictObject({ x402: z.boolean(), mpp: z.boolean() }),
    signing: z.enum(['configured', 'not_configured']),
  })
  .meta({ id: 'Capabilities' })
export type Capabilities = z.infer<typeof Capabilities>
