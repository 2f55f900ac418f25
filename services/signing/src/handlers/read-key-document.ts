import type { readKeyDocument } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres'
import type { SigningDeps } from '../service.ts'
import { latestKeyDocument } from '../store/key-store.ts'
import type { Tables } from '../store/tables.ts'

/** The newest version, as it was published. */
export function handleReadKeyDocument({ pool }: SigningDeps): Handler<typeof readKeyDocument> {
  const db = createDatabase<Tables>(pool)
  return async () => {
    const latest = await latestKeyDocument(db)
    // The start publishes one before any command is served.
    if (latest === null) throw new Error('no key document was ever published')
    return rawReply(latest.text)
  }
}
