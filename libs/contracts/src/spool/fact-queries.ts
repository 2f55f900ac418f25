import { AccountId, SourceId, SpoolId } from '@outturn/agreement'
import { sides } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineCommand, defineQuery } from '../operation.ts'
import { actionRefusals } from './action-target.ts'

/** The side of a Spool that the caller is on, for services that keep something of the Spool; refused for every other caller. */
export const readOwnSide = defineQuery('spool.read-own-side', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({ side: z.enum(sides) }),
  refuses: ['spool_not_found', 'unauthenticated'],
  sentBy: ['verification'],
})

/** Who the parties of these Spools are, and whether each takes facts now; a Spool that does not exist is left out. */
export const readFactTargets = defineQuery('spool.read-fact-targets', {
  input: z.strictObject({ spoolIds: z.array(SpoolId).max(1_000) }),
  output: z.strictObject({
    targets: z.array(
      z.strictObject({
        spoolId: SpoolId,
        /** Accounts of the sides; null for one without an account. */
        buyer: AccountId.nullable(),
        provider: AccountId.nullable(),
        takesFacts: z.boolean(),
      }),
    ),
  }),
  sentBy: ['verification'],
})

/** Notes in the history of a Spool that the caller, a party of it, registered a source for it. Once for each source, by command id. */
export const bindSource = defineCommand('spool.bind-source', {
  input: z.strictObject({
    spoolId: SpoolId,
    sourceId: SourceId,
    scheme: z.enum(['hmac_sha256', 'ed25519']).nullable(),
  }),
  output: z.strictObject({}),
  refuses: actionRefusals,
  sentBy: ['verification'],
})
