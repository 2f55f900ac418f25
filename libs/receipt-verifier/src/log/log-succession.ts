import { canonicalJson } from '@outturn/canonical'
import { environments } from '@outturn/vocabulary'
import { type Shaped, hex64, integer, openObject, oneOf, text, time } from '../shape.ts'

/** What a service signs when it ends a log and begins its successor: how far the old log was given out, and how far it is still served. */
export const logSuccessionShape = openObject({
  /** `<service>/log-succession@1`. */
  schema: text(),
  environment: oneOf(...environments),
  old_origin: text(),
  /** Number of leaves that were given out of the old log. */
  last_size: integer(0),
  /** Root of these leaves, hex SHA-256. */
  last_root: hex64(),
  /** Number of leaves of the old log that are still served; those from here to `last_size` are lost. */
  restored_to: integer(0),
  declared_at: time(),
  /** Origin of the log that follows. */
  successor: text(),
  signing_key_id: hex64(),
  signature: text(),
})
export interface LogSuccession extends Shaped<typeof logSuccessionShape> {}

/** The text that the signature of the log's key is over: the canonical statement without its signature. */
export function signedSuccessionText(
  statement: Omit<LogSuccession, 'signature'> & { signature?: string },
): string {
  const { signature: _, ...signed } = statement
  return canonicalJson(signed)
}
