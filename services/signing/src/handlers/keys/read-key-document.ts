import { absent, type readKeyDocument } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { findKeyDocument } from '../../store/key-store.ts'

/** The newest version, or the one that is asked for, as it was published. */
export function handleReadKeyDocument({ db }: SigningDeps): Handler<typeof readKeyDocument> {
  return async ({ version }) => {
    const found = await findKeyDocument(db, version)
    if (found !== null) return rawReply(found.text)
    if (version !== undefined) throw absent('There is no such version of the key document.')
    // The start publishes one before any command is served.
    throw new Error('no key document was ever published')
  }
}
