import type { listErasures } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import {
  countMissing,
  erasureRequests,
  findErasure,
  waitingErasures,
} from '../../store/accounts/erasure-store.ts'
import { erasureView, requestView } from '../../flows/erasures/erasure-view.ts'

const maxListed = 500

export function handleListErasures({ pool }: SigningDeps): Handler<typeof listErasures> {
  return async ({ accountId }, { now }) => {
    const own = accountId === null ? null : await findErasure(pool, 'account', accountId)
    const begun = accountId === null ? await waitingErasures(pool, maxListed) : own === null ? [] : [own]
    const requests = await erasureRequests(pool, accountId)
    const { content: contents } = await countMissing(pool)
    return {
      erasures: [
        ...requests.filter(({ expiresAt }) => expiresAt > now).map(requestView),
        ...begun.filter(({ kind }) => kind === 'account').map(erasureView),
      ],
      contents,
    }
  }
}
