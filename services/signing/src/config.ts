import { commonConfig, defineConfig, integer } from '@outturn/service'
import { z } from 'zod'

export const signingConfig = defineConfig({
  ...commonConfig,
  OUTTURN_SIGNING_KEYS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the key files `<environment>/<purpose>.pem`; without it nothing is signed.'),
  OUTTURN_ATTESTATION_TTL_SECONDS: integer({ min: 60, max: 31_536_000 })
    .default(7 * 24 * 60 * 60)
    .describe('How long an attestation authorises settlement, in seconds.'),
  OUTTURN_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('Address under which people and clients reach this deployment; the issuer of its documents.'),
})
