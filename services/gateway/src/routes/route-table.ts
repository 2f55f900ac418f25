import type { Route } from '../http/route.ts'
import { openapiRoute } from '../openapi/openapi-route.ts'
import type { PageAssets } from '../pages/assets.ts'
import { accountRoutes } from './meta/account.ts'
import { verifyAttestationRoute } from './receipts/attestations.ts'
import { capabilitiesRoute } from './meta/capabilities.ts'
import { healthRoutes } from './meta/health.ts'
import { invitationRoutes } from './spools/invitations.ts'
import { createKeyReader, keyDocumentRoutes } from './keys/key-document.ts'
import { logRoutes } from './keys/log.ts'
import { policyRoutes } from './policies/policies.ts'
import { quoteRoutes } from './spools/quotes.ts'
import { receiptBundleRoute } from './receipts/receipt-bundle.ts'
import { receiptConsumptionsRoute } from './receipts/receipt-consumptions.ts'
import { receiptExportRoutes } from './receipts/receipt-exports.ts'
import { receiptPageRoutes } from './receipts/receipt-page.ts'
import { receiptSupersedeRoute } from './receipts/receipt-supersede.ts'
import { receiptRoutes } from './receipts/receipts.ts'
import { recipeRoutes } from './policies/recipes.ts'
import { sandboxSessionRoutes } from './sandbox/sandbox-session.ts'
import { sharedSpoolRoute } from './spools/shared-spool.ts'
import { spoolActionRoutes } from './spools/spool-actions.ts'
import { spoolRoutes } from './spools/spools.ts'
import { unknownActionRoute } from './spools/unknown-action.ts'
import { verifyDeliveryRoute, verifySandboxDeliveryRoute } from './spools/verify.ts'
import { verifySpoolRoute } from './spools/verify-spool.ts'

/** Every route there is; routing, access, the interface document and the tests all read this list. */
export function routeTable(slug: string, assets: PageAssets): readonly Route[] {
  const readKeys = createKeyReader()
  const described: readonly Route[] = [
    verifyDeliveryRoute,
    ...spoolRoutes,
    ...spoolActionRoutes,
    verifySpoolRoute,
    ...quoteRoutes,
    ...invitationRoutes,
    unknownActionRoute,
    ...policyRoutes,
    ...recipeRoutes,
    ...receiptRoutes,
    receiptBundleRoute(slug, readKeys),
    ...receiptExportRoutes,
    receiptConsumptionsRoute,
    receiptSupersedeRoute,
    verifyAttestationRoute,
    ...accountRoutes,
    capabilitiesRoute,
    ...sandboxSessionRoutes,
    verifySandboxDeliveryRoute,
    ...healthRoutes(slug),
    ...keyDocumentRoutes(slug, readKeys),
    ...logRoutes(),
    ...receiptPageRoutes(slug, assets),
    sharedSpoolRoute(assets),
  ]
  return [...described, openapiRoute(described)]
}
