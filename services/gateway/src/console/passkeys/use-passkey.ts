import { inTransaction } from '@outturn/postgres/typed'
import { countFailures, noteRefusedSignIn } from '../../store/console/audit-store.ts'
import { findPasskey, noteUse, type OwnedPasskey } from '../../store/console/passkey-store.ts'
import type { Place } from '../../store/console/session-store.ts'
import type { Tx } from '../../store/tables.ts'
import type { Console } from '../console.ts'
import { queueWasItYou } from '../../store/console/notice-store.ts'
import { maxAttemptsOfHour } from '../sign-in/sign-in-limits.ts'
import { type Asked, readUse, usedCredential } from './ceremonies.ts'

type Use = {
  readonly text: string
  readonly asked: Asked
  readonly place: Place
  readonly now: Date
  /** The one person whose passkey may be used; anybody's where it is absent. */
  readonly personId?: string
}

/**
 * Lets a person go on who has used their passkey, with what `then` does in the same transaction as the note of the use. Null when the
 * passkey is unknown, was removed, did not verify its person, or is a copy whose counter went back: each is noted for the accounts of the
 * person, and none is told from another.
 */
export async function usePasskey<Result>(
  console: Console,
  { text, asked, place, now, personId }: Use,
  then: (tx: Tx, passkey: OwnedPasskey) => Promise<Result>,
): Promise<Result | null> {
  const id = usedCredential(text)
  const passkey = id === null ? null : await findPasskey(console.db, id)
  if (passkey === null || (personId !== undefined && passkey.person_id !== personId)) return null
  const failed = await countFailures(console.db, passkey.email, now)
  const use = failed >= maxAttemptsOfHour ? null : await readUse(console, { passkey, text, asked }, now)
  const result = await inTransaction(console.db, async (tx) => {
    const note = { at: now, addressPrefix: place.addressPrefix }
    if (use === null) {
      await noteRefusedSignIn(tx, passkey.email, { ...note, action: 'sign_in.failed' })
      if (failed + 1 >= maxAttemptsOfHour) await queueWasItYou(tx, passkey.email, now)
      return null
    }
    if (!(await noteUse(tx, passkey.id, { ...use, now }))) {
      await noteRefusedSignIn(tx, passkey.email, { ...note, action: 'passkey.counter' })
      await queueWasItYou(tx, passkey.email, now)
      return null
    }
    return then(tx, passkey)
  })
  console.sendMails()
  return result
}
