import { conflict, type confirmDomain, invalid } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { assertOpenAccount } from '../../store/account-store.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { confirmDomain as keepDomain } from '../../store/console/organisation-store.ts'
import type { Db } from '../../store/tables.ts'

type Deps = { db: Db; allowsPlainProviders: boolean }

/** Notes that a domain is an account's: from then on the issuer may speak for the addresses of the domain, in this account alone. */
export function handleConfirmDomain({ db, allowsPlainProviders }: Deps): Handler<typeof confirmDomain> {
  return async ({ accountId, domain, issuer }, { principal, now }) => {
    if (!issuer.startsWith('https://') && !allowsPlainProviders) {
      throw invalid('issuer', 'An issuer has an https address.')
    }
    await assertOpenAccount(db, accountId)
    const by = principal.kind === 'operator' ? principal.name : principal.kind
    await inTransaction(db, async (tx) => {
      const outcome = await keepDomain(tx, { accountId, domain, issuer, by, now })
      if (outcome === 'other_account') {
        throw conflict(`The domain ${domain} is confirmed for another account.`, {
          reason: 'domain_confirmed',
          remediation: 'Withdraw it there first, with `account withdraw-domain`.',
        })
      }
      if (outcome === 'other_issuer') {
        throw conflict('Another issuer speaks for the domains of this account.', {
          reason: 'domain_confirmed',
          remediation: 'Withdraw its domains first, with `account withdraw-domain`.',
        })
      }
      const note = { accountId, at: now, actor: `operator ${by}`, chainId: null, addressPrefix: 'operator' }
      await noteAction(tx, { ...note, action: 'oidc.domain_confirmed', target: domain, details: { issuer } })
    })
    return { accountId, domain, issuer }
  }
}
