import type { listRevocations } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { openRevocationRequests } from '../../store/revocation-store.ts'

export function handleListRevocations({ db }: SigningDeps): Handler<typeof listRevocations> {
  return async (_, { now }) => {
    const open = await openRevocationRequests(db, now)
    return open.map(({ message, ...request }) => ({ ...request, advisory: message }))
  }
}
