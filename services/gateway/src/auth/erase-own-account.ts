import { accountErasure, type ServedCommand } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import type { KeyDirectory } from './key-directory.ts'
import { accountData } from '../store/account-tables.ts'
import { countOwnRows, eraseOwnRows } from '../store/erasure-store.ts'

/** What the gateway does of an erasure: keys and sessions stop at once in this process, within a second in every other. */
export function eraseOwnAccount(pool: Pool, keys: KeyDirectory): ServedCommand[] {
  return accountErasure('gateway', pool, accountData, {
    count: ({ accountId }) => countOwnRows(pool, accountId),
    erase: ({ accountId }) => eraseOwnRows(pool, accountId),
    after: () => keys.forget(),
  })
}
