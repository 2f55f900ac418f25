import { z } from 'zod'
import { SpoolId } from '@outturn/agreement'

/** `expectedVersion` is the version of an If-Match; another version of the Spool refuses with `store_conflict`. */
export const actionTarget = { spoolId: SpoolId, expectedVersion: z.int().min(1).optional() }

/** Codes that every change of a Spool may be refused with. */
export const actionRefusals = [
  'forbidden',
  'invalid_state',
  'spool_not_found',
  'store_conflict',
  'unauthenticated',
] as const
