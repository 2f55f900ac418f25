import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** Number of a log of the environment, the last part of its name; the first one where left out. */
const log = z.int().min(2).max(999_999_999_999_999).optional()

/** The newest checkpoint of a transparency log, as it was signed. */
export const readLogCheckpoint = defineQuery('signing.read-log-checkpoint', {
  input: z.strictObject({ log }),
  output: z.strictObject({ checkpoint: z.string() }),
  refuses: ['configuration_unavailable', 'not_found'],
  sentBy: ['gateway'],
})

/** The first `width` hashes or entries of one tile of the log, in base64. */
export const readLogTile = defineQuery('signing.read-log-tile', {
  input: z.strictObject({
    log,
    level: z.union([z.int().min(0).max(6), z.literal('entries')]),
    index: z.int().min(0),
    width: z.int().min(1).max(256),
  }),
  output: z.strictObject({ tile: z.base64() }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
})
