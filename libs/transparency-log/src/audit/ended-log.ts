import {
  canonicalJson,
  type CryptoSuite,
  digestOf,
  fromBase64Url,
  signingKeyIdOf,
  toHex,
} from '@outturn/canonical'
import type { Checkpoint, TrustedLog } from '@outturn/receipt-verifier'
import {
  type LogSuccession,
  logEntryText,
  logSubject,
  logSuccessionShape,
  signedSuccessionText,
  slugOfSchemaId,
} from '@outturn/receipt-verifier/issuing'
import { finding, type LogFinding } from './finding.ts'

/** A log that ended, with the statement by which its successor began. */
export interface EndedLog {
  readonly log: TrustedLog
  readonly succession: LogSuccession
}

/**
 * The logs that a key document says came before its log, oldest first, each with its statement; or what is wrong with the first statement
 * that does not say so under a key of the log.
 */
export function readEndedLogs(
  log: TrustedLog,
  published: unknown,
  suite: CryptoSuite,
): readonly EndedLog[] | LogFinding {
  const statements = Array.isArray(published) ? published : []
  const logs = log.ended ?? []
  const ended: EndedLog[] = []
  for (const [at, each] of logs.entries()) {
    const { succession } = (statements[at] ?? {}) as { succession?: unknown }
    const successor = logs[at + 1]?.origin ?? log.origin
    if (!isSuccession(succession, each, successor, suite)) {
      return finding(
        'unsigned_end',
        `The key document says that the log ${each.origin} ended, and has no statement of it that a key of the log signed.`,
      )
    }
    ended.push({ log: each, succession })
  }
  return ended
}

function isSuccession(
  value: unknown,
  { origin, keys, lastSize }: TrustedLog,
  successor: string,
  { sha256, verifySignature }: CryptoSuite,
): value is LogSuccession {
  if (logSuccessionShape(value, '') !== undefined) return false
  const statement = value as LogSuccession
  const signature = fromBase64Url(statement.signature)
  const says =
    statement.old_origin === origin &&
    statement.successor === successor &&
    statement.last_size === lastSize &&
    statement.restored_to <= statement.last_size
  return (
    says &&
    signature !== undefined &&
    keys.some(
      ({ publicKey }) =>
        signingKeyIdOf(publicKey, sha256) === statement.signing_key_id &&
        verifySignature(signedSuccessionText(statement), signature, publicKey),
    )
  )
}

/** The leaf that a log which follows another begins with. */
export function successionLeafText(
  statement: LogSuccession,
  { sha256 }: Pick<CryptoSuite, 'sha256'>,
): string {
  const slug = slugOfSchemaId(statement.schema, 'log-succession') ?? ''
  return logEntryText({
    kind: 'succession',
    subject: logSubject(slug, statement.old_origin, sha256),
    digest: digestOf(canonicalJson({ ...statement }), sha256),
  })
}

/** What a pinned checkpoint of a log that ended contradicts in its statement; undefined where it fits. */
export function judgePinnedEnd({ succession }: EndedLog, pinned: Checkpoint): LogFinding | undefined {
  const { old_origin: origin, last_size: lastSize, last_root: lastRoot } = succession
  if (pinned.size > lastSize) {
    const detail = `The log ${origin} is said to have ended at ${lastSize} leaves, and the pinned checkpoint signs ${pinned.size}.`
    return finding('rolled_back', detail, lastSize)
  }
  if (pinned.size === lastSize && toHex(pinned.root) !== lastRoot) {
    return finding(
      'forked',
      `The log ${origin} is said to have ended with other leaves than the pinned checkpoint signs.`,
    )
  }
  return undefined
}
