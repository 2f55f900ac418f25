import type { listRevocations } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres'
import type { SigningDeps } from '../service.ts'
import { openRevocationRequests } from '../store/revocation-store.ts'
import type { Tables } from '../store/tables.ts'

export function handleListRevocations({ pool }: SigningDeps): Handler<typeof listRevocations> {
  const db = createDatabase<Tables>(pool)
  return async (_, { now }) => {
    const open = await openRevocationRequests(db, now)
    return open.map(({ message, ...request }) => ({ ...request, advisory: message }))
  }
}
