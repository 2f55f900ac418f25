import type { Route } from '../http/route.ts'
import type { PageAssets } from '../pages/assets.ts'
import { auditInvoiceRoute } from './audits/audit-invoice.ts'
import { replayPromiseRoute } from './audits/replay-promise.ts'
import { consoleCookies } from '../console/sessions/session-cookies.ts'
import { createPageSite } from '../pages/site.ts'
import { commandRoutes } from './command-routes.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { buyPackRoutes } from './credits/buy-pack.ts'
import { exchangeKeyRoute } from './keys/exchange-key.ts'
import { didDocumentRoute } from './keys/did-document.ts'
import { createKeyReader, keyDocumentRoutes } from './keys/key-document.ts'
import { logRoutes } from './keys/log.ts'
import type { DocsSite } from './guide/docs-site.ts'
import { guideRoutes } from './guide/guide.ts'
import { accountRoute } from './meta/account.ts'
import { capabilitiesRoute } from './meta/capabilities.ts'
import { healthRoutes } from './meta/health.ts'
import { outcomeIndexPageRoute, readOutcomeIndexRoute } from './outcome-index/outcome-index.ts'
import { helpPageRoutes } from './meta/help-pages.ts'
import { openapiRoute } from './meta/openapi.ts'
import { verifyAttestationRoute } from './receipts/attestations.ts'
import { requestRoutes } from './requests/requests.ts'
import { returnPageRoute } from './onboarding/return-page.ts'
import { openDisputeRoute } from './receipts/open-dispute.ts'
import { reviewRoutes } from './reviews/decide-review.ts'
import { reviewPageRoutes } from './reviews/review-page.ts'
import { requestReviewRoute } from './reviews/request-review.ts'
import { receiptBundleRoute } from './receipts/receipt-bundle.ts'
import { receiptConsumptionsRoute } from './receipts/receipt-consumptions.ts'
import { receiptPageRoutes } from './receipts/receipt-page.ts'
import { receiptStatusRoutes } from './receipts/receipt-status.ts'
import { receiptSupersedeRoute } from './receipts/receipt-supersede.ts'
import { acceptSandboxSpoolRoute } from './sandbox/accept-spool.ts'
import { compileSandboxSpoolRoute } from './sandbox/compile-spool.ts'
import { sandboxSessionRoutes } from './sandbox/sandbox-session.ts'
import { buyVerificationRoute } from './payments/buy-verification.ts'
import { receiveDeliveryRoute } from './sources/receive-delivery.ts'
import { testSourceRoute } from './sources/test-source.ts'
import { frontPageRoutes } from './site/front-page.ts'
import { openReceiptRoute } from './site/open-receipt.ts'
import { siteFileRoutes } from './site/site-files.ts'
import { verifyPageRoutes } from './site/verify-page.ts'
import { amendSpoolRoute } from './spools/amend-spool.ts'
import { createSpoolRoute } from './spools/create-spool.ts'
import { downloadEvidenceRoute } from './spools/download-evidence.ts'
import { inviteCounterpartyRoute } from './spools/invite-counterparty.ts'
import { listEventsRoutes } from './spools/list-events.ts'
import { readSpoolRoutes } from './spools/read-spool.ts'
import { sharedSpoolRoute } from './spools/shared-spool.ts'
import { submitEvidenceRoutes } from './spools/submit-evidence.ts'
import { unknownActionRoutes } from './spools/unknown-action.ts'
import { verifyDeliveryRoutes } from './spools/verify-delivery.ts'
import { verifySpoolRoutes } from './spools/verify-spool.ts'
import { callToolsRoute } from './tools/call-tools.ts'

type RouteSettings = {
  readonly securityContact?: string | null
  readonly quota?: number
  /** The documentation site, where one was built. */
  readonly docs?: DocsSite | null
}

/** Every route; routing, access, the interface document and the tests all read this list. */
export function routeTable(
  slug: string,
  assets: PageAssets,
  publicUrl = 'http://127.0.0.1:8080',
  { securityContact = null, quota = 120, docs = null }: RouteSettings = {},
): readonly Route[] {
  const readKeys = createKeyReader()
  const site = createPageSite(slug, publicUrl, assets)
  const described = [
    ...commandRoutes([
      ...verifyDeliveryRoutes,
      auditInvoiceRoute,
      replayPromiseRoute,
      buyVerificationRoute,
      createSpoolRoute,
      ...readSpoolRoutes,
      ...listEventsRoutes,
      ...submitEvidenceRoutes,
      amendSpoolRoute,
      ...verifySpoolRoutes,
      inviteCounterpartyRoute,
      ...receiptStatusRoutes,
      receiptConsumptionsRoute,
      receiptSupersedeRoute,
      openDisputeRoute,
      requestReviewRoute,
      ...reviewRoutes,
      verifyAttestationRoute,
      readOutcomeIndexRoute,
      ...buyPackRoutes,
      receiveDeliveryRoute,
      testSourceRoute,
    ]),
    ...unknownActionRoutes,
    exchangeKeyRoute,
    receiptBundleRoute(slug, readKeys),
    downloadEvidenceRoute,
    accountRoute,
    ...requestRoutes(publicUrl),
    capabilitiesRoute,
    ...sandboxSessionRoutes,
    acceptSandboxSpoolRoute,
    compileSandboxSpoolRoute,
    ...healthRoutes(slug),
    ...keyDocumentRoutes(slug, readKeys),
    didDocumentRoute(readKeys),
    ...logRoutes(),
    ...receiptPageRoutes(site, assets),
    sharedSpoolRoute(site),
    returnPageRoute(site),
    ...reviewPageRoutes(site),
    outcomeIndexPageRoute(site),
    ...helpPageRoutes(site),
    ...frontPageRoutes(site, quota),
    ...verifyPageRoutes(site, readKeys),
    openReceiptRoute,
    ...siteFileRoutes(site, securityContact ?? `mailto:security@${site.host}`),
    ...guideRoutes(site, docs),
    callToolsRoute(slug, publicUrl),
    ...consoleRoutes(site, consoleCookies(site.isSecure), readKeys),
  ]
  return [...described, openapiRoute(described, publicUrl)]
}
