import type { Route } from '../http/route.ts'
import { openapiRoute } from '../openapi/openapi-route.ts'
import type { PageAssets } from '../pages/assets.ts'
import { accountRoutes } from './account.ts'
import { verifyAttestationRoute } from './attestations.ts'
import { capabilitiesRoute } from './capabilities.ts'
import { healthRoutes } from './health.ts'
import { invitationRoutes } from './invitations.ts'
import { createKeyReader, keyDocumentRoutes } from './key-document.ts'
import { logRoutes } from './log.ts'
import { policyRoutes } from './policies.ts'
import { quoteRoutes } from './quotes.ts'
import { receiptBundleRoute } from './receipt-bundle.ts'
import { receiptConsumptionsRoute } from './receipt-consumptions.ts'
import { receiptExportRoutes } from './receipt-exports.ts'
import { receiptPageRoutes } from './receipt-page.ts'
import { receiptSupersedeRoute } from './receipt-supersede.ts'
import { receiptRoutes } from './receipts.ts'
import { recipeRoutes } from './recipes.ts'
import { sandboxSessionRoutes } from './sandbox-session.ts'
import { sharedSpoolRoute } from './shared-spool.ts'
import { spoolActionRoutes } from './spool-actions.ts'
import { spoolRoutes } from './spools.ts'
import { unknownActionRoute } from './unknown-action.ts'
import { verifyDeliveryRoute, verifySandboxDeliveryRoute } from './verify.ts'
import { verifySpoolRoute } from './verify-spool.ts'

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
