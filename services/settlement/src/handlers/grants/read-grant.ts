import { absent, type readGrant } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { toGrantView } from '../../domain/grants/grant-view.ts'
import { isGranted } from '../../domain/grants/settlement-grant.ts'
import { readGrants } from '../../store/grant-store.ts'

/** The grant that was made last. How it is revoked is told also while the chain does not answer. */
export function handleReadGrant({
  grantSettings,
  grants,
  log,
  pool,
}: SettlementDeps): Handler<typeof readGrant> {
  return async ({ spoolId }) => {
    const grant = (await readGrants(pool, spoolId)).findLast(isGranted)
    if (grant === undefined) {
      throw absent('Nothing was granted for this Spool.', {
        remediation: `Read what to grant: GET /api/v1/spools/${spoolId}/settlement/grant/template.`,
      })
    }
    const isOnThisChain = grants?.place()?.manager === grant.network.manager
    const facts =
      grants === null || !isOnThisChain
        ? null
        : await grants.facts(grant.permission).catch((error: unknown) => {
            log.warn({ err: error, spool: spoolId }, 'the chain was not asked for a grant')
            return null
          })
    return toGrantView(grant, grant.network, grantSettings.explorerUrl, facts)
  }
}
