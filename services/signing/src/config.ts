import {
  commonConfig,
  defineConfig,
  type EnvironmentConfig,
  integer,
  perEnvironment,
  secret,
} from '@outturn/service'
import { z } from 'zod'
import type { KeySource } from './adapters/key-files.ts'

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

export const signingConfig = defineConfig(
  {
    ...commonConfig,
    OUTTURN_SIGNING: perEnvironment(
      z
        .enum(['on', 'off'])
        .default('on')
        .describe('`off` verifies agreed Spools without receipts; with `on` a missing key stops verifying.'),
    ),
    OUTTURN_SIGNING_KEYS_DIR: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder of the key files `<environment>/<purpose>.pem` and `<purpose>.<label>.pem`; without it nothing is signed.',
      ),
    OUTTURN_LOG_FLOOR_DIR: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder in which the last published state of the log is kept, outside of Postgres and of its backups; by default the folder of the signing keys. All replicas share it.',
      ),
    OUTTURN_SIGNING_KEYS_PASSPHRASE: perEnvironment(
      secret(z.string().min(16).optional().describe('Opens the encrypted key files.')),
    ),
    OUTTURN_REMOTE_SIGNER_URL: perEnvironment(
      z
        .url({ protocol: /^https?$/ })
        .refine(isPrivate, 'must be https, or http on this machine')
        .optional()
        .describe('Signs with the keys of which a key file holds only the public half.'),
    ),
    OUTTURN_REMOTE_SIGNER_TOKEN: perEnvironment(
      secret(z.string().min(16).optional().describe('Bearer token for the remote signer.')),
    ),
    OUTTURN_REMOTE_SIGNER_TIMEOUT_MS: integer({ min: 50, max: 10_000 })
      .default(2_000)
      .describe('How long one signature of the remote signer is waited for, in milliseconds.'),
    OUTTURN_KEY_LEAD_SECONDS: integer({ min: 0, max: 604_800 })
      .default(600)
      .describe('How long a rotated key is published before it signs, in seconds.'),
    OUTTURN_ATTESTATION_TTL_SECONDS: integer({ min: 60, max: 31_536_000 })
      .default(7 * 24 * 60 * 60)
      .describe('How long an attestation authorises settlement, in seconds.'),
    OUTTURN_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:8080')
      .describe('Address under which people and clients reach this deployment; the issuer of its documents.'),
  },
  {
    check: ({ ENVIRONMENTS, OUTTURN_REMOTE_SIGNER_URL, OUTTURN_REMOTE_SIGNER_TOKEN }) =>
      ENVIRONMENTS.filter(
        (environment) =>
          OUTTURN_REMOTE_SIGNER_URL[environment] !== undefined &&
          OUTTURN_REMOTE_SIGNER_TOKEN[environment] === undefined,
      ).map(
        (environment) => `The remote signer of ${environment} has a URL and no OUTTURN_REMOTE_SIGNER_TOKEN.`,
      ),
  },
)

/** Where this environment's keys are, and what opens them. */
export function keySourceOf(
  environment: KeySource['environment'],
  config: EnvironmentConfig<typeof signingConfig.shape>,
): KeySource {
  const url = config.OUTTURN_REMOTE_SIGNER_URL
  const token = config.OUTTURN_REMOTE_SIGNER_TOKEN
  const timeoutMs = config.OUTTURN_REMOTE_SIGNER_TIMEOUT_MS
  return {
    environment,
    directory: config.OUTTURN_SIGNING_KEYS_DIR,
    passphrase: config.OUTTURN_SIGNING_KEYS_PASSPHRASE,
    remote: url === undefined || token === undefined ? null : { url, token, timeoutMs },
  }
}

/** Whether no one on the way can read what is sent there. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.has(hostname)
}
