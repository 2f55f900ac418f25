import type { Route } from '../../http/route.ts'
import { keepingForm } from '../../console/pages/kept-form-page.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { PageSite } from '../../pages/site.ts'
import type { ReadKeys } from '../keys/key-document.ts'
import { invitationRoutes } from '../invitations/invitation-page.ts'
import { auditRoutes } from './audit.ts'
import { claimRoutes } from './claims/claims-and-facts.ts'
import { joinRoutes } from './join.ts'
import { keyRoutes } from './keys.ts'
import { creditRoutes } from './money/credits.ts'
import { keyCapRoutes } from './money/key-caps.ts'
import { moneyFileRoutes } from './money/money-files.ts'
import { purchaseRoutes } from './money/purchases.ts'
import { statementRoutes } from './money/statements.ts'
import { usageRoute } from './money/usage.ts'
import { accountSwitchRoute, overviewRoute } from './overview.ts'
import { receiptDetailRoute } from './receipts/receipt-detail.ts'
import { receiptListRoutes } from './receipts/receipt-list.ts'
import { organisationSettingsRoutes } from './organisation-settings.ts'
import { organisationSignInRoutes } from './organisation-sign-in.ts'
import { passkeySignInRoutes } from './passkey-sign-in.ts'
import { passkeyRoutes } from './passkeys.ts'
import { requestLogRoutes } from './requests.ts'
import { searchRoute } from './search.ts'
import { securityRoutes } from './security.ts'
import { newSourceRoutes } from './sources/new-source.ts'
import { sourceKeyRoutes } from './sources/source-keys.ts'
import { sourceRoutes } from './sources/sources.ts'
import { spoolActionRoutes } from './spools/actions.ts'
import { disputeActRoutes } from './spools/dispute-acts.ts'
import { discrepancyRoutes } from './spools/discrepancies.ts'
import { disputeRoutes } from './spools/disputes.ts'
import { reviewRoutes } from './spools/reviews.ts'
import { spoolListRoutes } from './spools/list.ts'
import { settingsRoutes } from './settings.ts'
import { newSpoolRoutes } from './spools/new-spool.ts'
import { spoolPageRoutes } from './spools/page.ts'
import { signInRoutes } from './sign-in.ts'
import { teamRoutes } from './team.ts'

/** Every page for people who are signed in, and how they sign in. */
export function consoleRoutes(site: PageSite, cookies: ConsoleCookies, readKeys: ReadKeys): readonly Route[] {
  const routes = [
    ...signInRoutes(site, cookies),
    ...passkeySignInRoutes(site, cookies),
    ...organisationSignInRoutes(site, cookies),
    overviewRoute(site, cookies),
    accountSwitchRoute(site, cookies),
    ...spoolListRoutes(site, cookies),
    ...newSpoolRoutes(site, cookies),
    ...spoolPageRoutes(site, cookies, readKeys),
    ...disputeRoutes(site, cookies),
    ...disputeActRoutes(site, cookies),
    ...discrepancyRoutes(site, cookies),
    ...reviewRoutes(site, cookies),
    ...claimRoutes(site, cookies),
    ...spoolActionRoutes(site, cookies),
    ...receiptListRoutes(site, cookies),
    receiptDetailRoute(site, cookies),
    searchRoute(site, cookies),
    ...requestLogRoutes(site, cookies),
    ...newSourceRoutes(site, cookies),
    ...sourceRoutes(site, cookies),
    ...sourceKeyRoutes(site, cookies),
    ...keyRoutes(site, cookies),
    ...keyCapRoutes(site, cookies),
    usageRoute(site, cookies),
    ...creditRoutes(site, cookies),
    ...purchaseRoutes(site, cookies),
    ...statementRoutes(site, cookies),
    ...moneyFileRoutes(site, cookies),
    ...teamRoutes(site, cookies),
    ...joinRoutes(site, cookies),
    ...invitationRoutes(site, cookies),
    ...securityRoutes(site, cookies),
    ...passkeyRoutes(site, cookies),
    ...settingsRoutes(site, cookies),
    ...organisationSettingsRoutes(site, cookies),
    ...auditRoutes(site, cookies),
  ]
  return routes.map((route) => keepingForm(site, route))
}
