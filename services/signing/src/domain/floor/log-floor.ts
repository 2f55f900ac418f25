import { type Environment, environments } from '@outturn/vocabulary'
import { z } from 'zod'

/** The newest state of the log that was given out, as it is kept outside of the database. */
export type LogFloor = {
  readonly environment: Environment
  readonly origin: string
  /** Number of leaves. */
  readonly size: number
  /** Hex SHA-256: the root of the tree of these leaves. */
  readonly root: string
  /** Grows with each decision after a restore, by as much as chance says: ids differ from one epoch to the next. */
  readonly recoveryEpoch: number
}

/** A floor that cannot be read or is of something else; the message names the file and what is wrong. */
export class UnusableFloor extends Error {
  override readonly name = 'UnusableFloor'
}

const schema = 'log-floor@1'

const FloorFile = z.strictObject({
  schema: z.literal(schema),
  environment: z.enum(environments),
  origin: z.string().min(1),
  size: z.int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  recovery_epoch: z.int().min(0),
})

/** Text of the file of a floor. */
export function formatFloor({ recoveryEpoch, environment, origin, size, root }: LogFloor): string {
  return `${JSON.stringify({ schema, environment, origin, size, root, recovery_epoch: recoveryEpoch })}\n`
}

/** Reads the file of a floor. Throws UnusableFloor unless it is a whole one of this environment. */
export function parseFloor(text: string, environment: Environment, name: string): LogFloor {
  const read = FloorFile.safeParse(jsonOf(text))
  // A whole file ends with its line; a part of one could read as a smaller number.
  if (!read.success || !text.endsWith('}\n')) {
    throw new UnusableFloor(`${name} is not a whole file of a log floor`)
  }
  const { schema: _, recovery_epoch: recoveryEpoch, ...floor } = read.data
  if (floor.environment !== environment) {
    throw new UnusableFloor(`${name} is the floor of ${floor.environment}, not of ${environment}`)
  }
  return { ...floor, recoveryEpoch }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
