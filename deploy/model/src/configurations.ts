import { billingConfig } from '@outturn/billing/config'
import { documentAuditConfig } from '@outturn/document-audit/config'
import { gatewayConfig } from '@outturn/gateway/config'
import { settlementConfig } from '@outturn/settlement/config'
import { signingConfig } from '@outturn/signing/config'
import { spoolConfig } from '@outturn/spool/config'
import { verificationConfig } from '@outturn/verification/config'
import { fetcherConfig } from '@outturn/verification/fetcher/config'

/** The declared settings of each service and of the fetcher. Loads all of them: what only needs their names imports the type. */
export const configurations = {
  gateway: gatewayConfig,
  spool: spoolConfig,
  verification: verificationConfig,
  signing: signingConfig,
  billing: billingConfig,
  settlement: settlementConfig,
  'document-audit': documentAuditConfig,
  fetcher: fetcherConfig,
}

export type Configurations = typeof configurations
