import { spoolClosed } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { firstTime, inTransaction } from '@outturn/postgres/typed'
import type { KeyDirectory } from '../auth/key-directory.ts'
import { forgetGrantsOfSpool } from '../store/grant-store.ts'
import { endKeysOfSpool } from '../store/key-store.ts'
import type { Db } from '../store/tables.ts'

/**
 * Ends the grants of a Spool that is over, and lets its counterparty keys end with its dispute window. The grants go
 * first: an exchange that holds its grant is waited for, and its key is then among those that end.
 */
export function onSpoolClosed({ db, keys }: { db: Db; keys: KeyDirectory }): Reaction<typeof spoolClosed> {
  return {
    event: spoolClosed,
    concurrency: 16,
    async handle({ spoolId, keysEndAt }, { id }) {
      await inTransaction(db, async (tx) => {
        if (!(await firstTime(tx, id))) return
        await forgetGrantsOfSpool(tx, spoolId)
        await endKeysOfSpool(tx, spoolId, new Date(keysEndAt))
      })
      keys.forgetKeysOfSpool(spoolId)
    },
  }
}
