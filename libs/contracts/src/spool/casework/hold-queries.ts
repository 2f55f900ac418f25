import { CaseId, SpoolId, Timestamp } from '@outturn/agreement'
import { holdCauses } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineQuery } from '../../operation.ts'

/** What holds the settlement of a Spool now, for the services that move money or record that it moved; nothing where it may move. */
export const readHold = defineQuery('spool.read-hold', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({
    holds: z.array(z.strictObject({ id: CaseId, cause: z.enum(holdCauses), until: Timestamp })),
  }),
  refuses: ['spool_not_found'],
  sentBy: ['settlement', 'signing'],
})
