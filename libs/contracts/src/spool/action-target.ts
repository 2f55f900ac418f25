import { z } from 'zod'
import { SpoolId } from '@outturn/agreement'

/** `expectedVersions` are those of an If-Match; any other version of the Spool refuses with `store_conflict`. */
export const actionTarget = {
  spoolId: SpoolId,
  expectedVersions: z.array(z.int().min(1)).min(1).max(20).optional(),
}

/** Codes that every change of a Spool may be refused with. */
export const actionRefusals = [
  'forbidden',
  'invalid_state',
  'spool_not_found',
  'store_conflict',
  'unauthenticated',
] as const
