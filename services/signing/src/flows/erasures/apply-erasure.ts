import { type ErasingService, type ErasurePage, Refusal } from '@outturn/contracts'
import { erasedReply } from '@outturn/messaging'
import { type AccountData, erasedText, eraseReplies, eraseRows, type Pool } from '@outturn/postgres'
import type { ErasingServices, Sent } from '../../adapters/erasing-services.ts'
import { consumptionIdsOf, eraseCorrections, type StoredErasure } from '../../store/accounts/erasure-store.ts'

export type ApplyDeps = {
  readonly services: ErasingServices
  readonly pool: Pool
  readonly data: AccountData
}

/** Keys and sessions stop first, so that nothing new is written; then the Spools, and what is left. */
const others = [
  'gateway',
  'spool',
  'verification',
  'billing',
  'settlement',
] as const satisfies ErasingService[]

/**
 * Erases an account, or a content that came back with a restore. Returns what it still waits for; nothing once it is done. Every step may
 * be repeated.
 */
export async function applyErasure(
  deps: ApplyDeps,
  { kind, subject, isRepeated }: Pick<StoredErasure, 'isRepeated' | 'kind' | 'subject'>,
  sent: Sent,
): Promise<string[]> {
  try {
    if (kind === 'content') {
      const [spoolId = '', evidenceId = ''] = subject.split('/')
      await deps.services.withdraw({ spoolId, evidenceId }, sent)
      return []
    }
    const waits: string[] = []
    for (const service of others) {
      waits.push(...(await eraseIn(deps, service, { accountId: subject, isRepeated }, sent)))
    }
    await eraseReplies(deps.pool, await consumptionIdsOf(deps.pool, subject), erasedReply)
    await eraseRows(deps.pool, deps.data.tables, { accountId: subject })
    return waits.length > 0 ? waits : await leftovers(deps, subject, sent)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.message]
  }
}

async function eraseIn(
  { services, pool }: ApplyDeps,
  service: ErasingService,
  owner: { readonly accountId: string; readonly isRepeated: boolean },
  sent: Sent,
): Promise<string[]> {
  const waits: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: ErasurePage = await services.erase(service, { ...owner, after: after ?? null }, sent)
    const { spoolIds = [], correctedReceiptIds = [] } = page
    await eraseCorrections(pool, correctedReceiptIds, erasedText)
    if (spoolIds.length > 0) await services.erase('verification', { ...owner, spoolIds, after: null }, sent)
    waits.push(...page.blockers.map(({ message }) => message))
    after = page.next
  }
  return waits
}

/** What is planned again once everything was erased: requests that were on their way are recorded after it. */
export async function leftovers(
  { services }: Pick<ApplyDeps, 'services'>,
  accountId: string,
  sent: Sent,
): Promise<string[]> {
  const { changes } = await services.plan(accountId, sent)
  return changes.map(({ service, table, rows }) => `${rows} rows of ${service}.${table} are not erased yet.`)
}
