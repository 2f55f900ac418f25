import { canonicalJson, digestOf, type Sha256 } from '@outturn/canonical'
import { z } from 'zod'

/** What was erased, as the list outside of the database has it. */
export type ListedErasure = {
  readonly kind: 'account' | 'content'
  /** Id of the account; of a content the ids of its Spool and of its evidence item, with a slash between. */
  readonly subject: string
  /** When it was listed, RFC 3339 in UTC. */
  readonly at: string
}

/** A file of the list that cannot be read, or that was changed; the message names it. */
export class UnusableErasure extends Error {
  override readonly name = 'UnusableErasure'
}

const schema = 'erasure@1'

const ErasureFile = z.strictObject({
  schema: z.literal(schema),
  kind: z.enum(['account', 'content']),
  subject: z.string().regex(/^(?:acc_[0-9a-f]{24}|spl_[0-9a-f]{24}\/ev_[0-9a-f]{24})$/),
  at: z.iso.datetime(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The name under which an erasure is listed: the same for every repetition. */
export function erasureName(
  { kind, subject }: Pick<ListedErasure, 'kind' | 'subject'>,
  sha256: Sha256,
): string {
  return digestOf(`${kind}:${subject}`, sha256)
}

/** Text of its file, with a digest over the rest. */
export function formatErasure({ kind, subject, at }: ListedErasure, sha256: Sha256): string {
  const entry = { schema, kind, subject, at }
  return `${JSON.stringify({ ...entry, digest: digestOf(canonicalJson(entry), sha256) })}\n`
}

/** Reads a file. Throws UnusableErasure unless it is whole, unchanged, and under its own name. */
export function parseErasure(text: string, name: string, sha256: Sha256): ListedErasure {
  const read = ErasureFile.safeParse(jsonOf(text))
  if (!read.success) throw new UnusableErasure(`${name} is not a whole file of the list of erasures`)
  const { digest, ...entry } = read.data
  const { kind, subject, at } = entry
  if (digest !== digestOf(canonicalJson(entry), sha256) || erasureName(entry, sha256) !== name) {
    throw new UnusableErasure(`${name} of the list of erasures was changed`)
  }
  return { kind, subject, at }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
