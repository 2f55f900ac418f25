import type { Route } from '../http/route.ts'
import { openapiRoute } from '../openapi/openapi-route.ts'
import type { PageAssets } from '../pages/assets.ts'
import { accountRoutes } from './account.ts'
import { verifyAttestationRoute } from './attestations.ts'
import { capabilitiesRoute } from './capabilities.ts'
import { healthRoutes } from './health.ts'
import { createKeyReader, keyDocumentRoute } from './key-document.ts'
import { receiptBundleRoute } from './receipt-bundle.ts'
import { receiptPageRoutes } from './receipt-page.ts'
import { receiptRoutes } from './receipts.ts'
import { sandboxSessionRoutes } from './sandbox-session.ts'
import { spoolRoutes } from './spools.ts'
import { verifyDeliveryRoute, verifySandboxDeliveryRoute } from './verify.ts'

/** Every route there is; routing, access, the interface document and the tests all read this list. */
export function routeTable(slug: string, assets: PageAssets): readonly Route[] {
  const readKeys = createKeyReader()
  const described: readonly Route[] = [
    verifyDeliveryRoute,
    ...spoolRoutes,
    ...receiptRoutes,
    receiptBundleRoute(slug, readKeys),
    verifyAttestationRoute,
    ...accountRoutes,
    capabilitiesRoute,
    ...sandboxSessionRoutes,
    verifySandboxDeliveryRoute,
    ...healthRoutes(slug),
    keyDocumentRoute(slug, readKeys),
    ...receiptPageRoutes(slug, assets),
  ]
  return [...described, openapiRoute(described)]
}
