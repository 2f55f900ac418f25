import { commonConfig, defineConfig, integer } from '@outturn/service'
import { z } from 'zod'

/** Settings of the spool service, beside the common ones. */
export const spoolConfig = defineConfig({
  ...commonConfig,
  OUTTURN_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('Address under which people and clients reach this deployment; receipts link to it.'),
  EVIDENCE_RETENTION_DAYS: integer({ min: 0, max: 36_500 })
    .default(0)
    .describe(
      'Days after which the content of evidence is deleted, from the time on at which nothing needs it any more; 0 keeps it.',
    ),
})
