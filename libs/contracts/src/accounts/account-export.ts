import { AccountId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { type Command, defineQuery } from '../operation.ts'
import type { ServiceName } from '../service-name.ts'

/** Services that keep something of accounts. */
export const exportingServices = [
  'gateway',
  'spool',
  'verification',
  'signing',
  'billing',
  'settlement',
] as const satisfies readonly ServiceName[]
export type ExportingService = (typeof exportingServices)[number]

/** Services that know Spools and not whose they are: they are asked with the ids of the Spools, up to so many at once. */
export const exportingBySpools = ['verification'] as const satisfies readonly ExportingService[]
export const spoolsAtOnce = 100

/** Where an export of one service stands: the table, and the key of its last row. */
export const ExportPlace = z.strictObject({ table: z.string(), key: z.string() })
export type ExportPlace = z.infer<typeof ExportPlace>

/** All that one service keeps of an account, table by table and page by page; secrets and hashes of secrets are left out. */
export function exportAccount(service: ExportingService) {
  return defineQuery(`${service}.export-account`, {
    input: z.strictObject({
      accountId: AccountId,
      after: ExportPlace.nullable(),
      /** Spools of the account: asks for what is found by them alone. */
      spoolIds: z.array(SpoolId).max(spoolsAtOnce).optional(),
    }),
    output: z.strictObject({
      rows: z.array(z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) })),
      next: ExportPlace.nullable(),
    }),
    sentBy: ['operator'],
  }) satisfies Command
}
