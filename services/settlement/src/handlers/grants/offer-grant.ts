import type { offerGrant } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { toTemplate } from '../../domain/grants/grant-view.ts'
import { askingChain, grantsClosed, openGrantChain } from '../../flows/known-grants.ts'
import { offeredGrant } from '../../flows/offered-grant.ts'

export function handleOfferGrant(deps: SettlementDeps): Handler<typeof offerGrant> {
  return (terms) =>
    askingChain(async () => {
      const open = openGrantChain(deps)
      if (open === null) throw grantsClosed()
      const grant = await offeredGrant(deps, open, terms)
      return toTemplate(grant, grant.network, terms)
    })
}
