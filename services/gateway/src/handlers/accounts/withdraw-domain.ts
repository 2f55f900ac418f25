import { absent, type withdrawDomain } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { noteAction } from '../../store/console/audit-store.ts'
import { withdrawDomain as removeDomain } from '../../store/console/organisation-store.ts'
import type { Db } from '../../store/tables.ts'

/** Takes a domain from an account: its organisation signs no one in by it any more. */
export function handleWithdrawDomain({ db }: { db: Db }): Handler<typeof withdrawDomain> {
  return async ({ accountId, domain }, { principal, now }) => {
    const by = principal.kind === 'operator' ? principal.name : principal.kind
    await inTransaction(db, async (tx) => {
      if (!(await removeDomain(tx, accountId, domain))) throw absent('The account has no such domain.')
      const note = { accountId, at: now, actor: `operator ${by}`, chainId: null, addressPrefix: 'operator' }
      await noteAction(tx, { ...note, action: 'oidc.domain_withdrawn', target: domain })
    })
    return { accountId, domain }
  }
}
