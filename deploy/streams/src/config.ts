import { commonSettings, defineConfig, secret } from '@outturn/service'
import { z } from 'zod'

const { ENVIRONMENTS, NATS_URL, NATS_CA_FILE, NATS_CERT_FILE, NATS_KEY_FILE } = commonSettings
const { OUTTURN_INTERNAL_HOST, OUTTURN_INTERNAL_PORT, OUTTURN_LOG_LEVEL } = commonSettings

/** Settings of the program that makes the streams. */
export const streamsConfig = defineConfig({
  ENVIRONMENTS,
  NATS_URL,
  NATS_CA_FILE,
  NATS_CERT_FILE,
  NATS_KEY_FILE,
  OUTTURN_NATS_PASSWORD: secret(z.string().min(8).describe('Password of the NATS user `deploy`.')),
  OUTTURN_INTERNAL_HOST,
  OUTTURN_INTERNAL_PORT,
  OUTTURN_LOG_LEVEL,
  OUTTURN_STREAM_REPLICAS: z
    .enum(['1', '3', '5'])
    .default('1')
    .transform(Number)
    .describe('NATS servers that keep a copy of each stream: 1, or 3 or 5 on a cluster.'),
})
