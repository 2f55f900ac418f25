import { commonConfig, defineConfig, frontSettings, integer, secret } from '@outturn/service'
import { z } from 'zod'
import { parseTestKeys } from './auth/test-keys.ts'
import { parseTrustedProxies } from './rate-limit/client-address.ts'

/** Whether `parse` takes a text without throwing, for values that have a reader of their own. */
function readableBy(parse: (text: string) => unknown) {
  return (text: string, context: z.RefinementCtx) => {
    try {
      parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not valid' })
    }
  }
}

const count = { min: 0, max: 1_000_000_000 }

export const gatewayConfig = defineConfig(
  {
    ...commonConfig,
    ...frontSettings,
    OUTTURN_HTTP_HOST: z.string().default('127.0.0.1').describe('Address that the interface is served on.'),
    OUTTURN_HTTP_PORT: integer({ min: 0, max: 65_535 })
      .default(8080)
      .describe('Port of the interface; 0 takes any free one and logs it.'),
    OUTTURN_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:8080')
      .describe('Address under which people and clients reach this deployment; invitations lead to it.'),
    OUTTURN_SECURITY_CONTACT: z
      .string()
      .regex(/^(?:mailto:|https:\/\/)\S+$/, 'must begin with mailto: or https://')
      .optional()
      .describe(
        'Where to report vulnerabilities, for /.well-known/security.txt; by default mailto:security@ the host of the public address.',
      ),
    OUTTURN_DOCS_FOLDER: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder of the documentation site that `npm run docs` builds, served at /docs; without it the pages of the guide alone are there.',
      ),
    OUTTURN_KEY_PEPPER: secret(
      z
        .string()
        .min(32)
        .describe('Secret under which keys are hashed, 32 characters or more; changing it ends every key.'),
    ),
    OUTTURN_TEST_KEYS: secret(
      z
        .string()
        .superRefine(readableBy((text) => parseTestKeys(text, (token) => token.padEnd(64).slice(0, 64))))
        .optional()
        .describe('Static test keys, `label:spk_test_…`, comma-separated; refused in production.'),
    ),
    OUTTURN_SIGN_UP: z
      .enum(['open', 'closed'])
      .default('closed')
      .describe('Whether anybody may open an account by signing in to the console: open or closed.'),
    SMTP_URL: secret(
      z
        .url({ protocol: /^smtps?$/ })
        .optional()
        .describe('Mail server with its user and password, smtp:// or smtps://; needs MAIL_FROM.'),
    ),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an address, such as Outturn <mail@outturn.example>')
      .optional()
      .describe('Sender of mails.'),
    OUTTURN_MAIL_FOLDER: z
      .string()
      .optional()
      .describe(
        'Folder that keeps each mail as a file where there is no mail server; refused in production.',
      ),
    OUTTURN_TRUSTED_PROXIES: z
      .string()
      .superRefine(readableBy(parseTrustedProxies))
      .optional()
      .describe('Proxies whose X-Forwarded-For counts: how many there are, or their networks.'),
    RATE_QUOTA: integer({ min: 1, max: 10_000_000 })
      .default(120)
      .describe(
        'Requests a minute of an account without a quota of its own, and of a client address without an account.',
      ),
    OUTTURN_RATE_STATEMENT_TIMEOUT_MS: integer({ min: 1, max: 60_000 })
      .default(50)
      .describe('Longest time of one statement of the rate limit, in milliseconds.'),
    OUTTURN_BODY_LIMIT_BYTES: integer({ min: 1_024, max: 64 * 1024 * 1024 })
      .default(8 * 1024 * 1024)
      .describe('Largest request body in bytes.'),
    OUTTURN_MAX_IN_FLIGHT: integer({ min: 1, max: 100_000 })
      .default(1_000)
      .describe('Most requests under way at once; further ones are told to come back.'),
    OUTTURN_MAX_IN_FLIGHT_PER_ADDRESS: integer({ min: 0, max: 100_000 })
      .default(400)
      .describe('Most requests of one client address under way at once; 0 for any number.'),
    OUTTURN_MAX_LARGE_BODIES: integer({ min: 1, max: 10_000 })
      .default(32)
      .describe('Most request bodies above 256 KiB under way at once; further ones are told to come back.'),
    OUTTURN_MAX_LARGE_BODIES_PER_CALLER: integer({ min: 1, max: 10_000 })
      .default(8)
      .describe('Most request bodies above 256 KiB of one caller under way at once.'),
    OUTTURN_LARGE_ANSWERS_BYTES: integer({ min: 1_048_576, max: 1_000_000_000_000 })
      .default(256 * 1024 * 1024)
      .describe(
        'Most bytes of answers above 256 KiB under way at once, until their readers have them; further ones wait.',
      ),
    OUTTURN_LARGE_ANSWERS_BYTES_PER_CALLER: integer({ min: 1_048_576, max: 1_000_000_000_000 })
      .default(64 * 1024 * 1024)
      .describe(
        'Most bytes of such answers to one caller under way at once; one answer alone may be longer.',
      ),
    OUTTURN_LARGE_ANSWERS_LEAST_BYTES_PER_SECOND: integer({ min: 1_024, max: 1_000_000_000 })
      .default(256 * 1024)
      .describe(
        'Least bytes of such an answer that its reader takes in a second while others wait for its room; a slower one is cut off.',
      ),
    OUTTURN_BODY_THREADS: integer({ min: 1, max: 64 })
      .default(2)
      .describe(
        'Request bodies above 128 KiB that are read at once, each in a thread of its own; one caller has all but one of several.',
      ),
    OUTTURN_BODY_TIMEOUT_MS: integer({ min: 1_000, max: 600_000 })
      .default(10_000)
      .describe('Longest time until such a body is read, in milliseconds; its thread is ended then.'),
    OUTTURN_REQUEST_TIMEOUT_MS: integer({ min: 1_000, max: 600_000 })
      .default(30_000)
      .describe('How long a request may take to arrive, in milliseconds.'),
    OUTTURN_HEADERS_TIMEOUT_MS: integer({ min: 1_000, max: 600_000 })
      .default(10_000)
      .describe('How long the headers of a request may take to arrive, in milliseconds.'),
    OUTTURN_WRITE_TIMEOUT_MS: integer({ min: 1_000, max: 600_000 })
      .default(10_000)
      .describe('How long a caller may take nothing of its answer before it is cut off, in milliseconds.'),
    OUTTURN_MAX_CONNECTIONS: integer({ min: 10, max: 1_000_000 })
      .default(4_000)
      .describe('Most connections at once; further ones are told to come back.'),
    OUTTURN_MAX_CONNECTIONS_PER_ADDRESS: integer({ min: 0, max: 1_000_000 })
      .default(400)
      .describe(
        'Most connections of one client address at once; 0 for any number. A trusted proxy may have any number.',
      ),
    OUTTURN_SANDBOX_TTL_SECONDS: integer({ min: 60, max: 86_400 })
      .default(3_600)
      .describe('How long a sandbox session lasts, in seconds.'),
    OUTTURN_SANDBOX_COMPILES: integer(count).default(10).describe('Compilations of one sandbox session.'),
    OUTTURN_SANDBOX_SPOOLS: integer(count)
      .default(10)
      .describe('Spools that one sandbox session may create step by step.'),
    OUTTURN_SANDBOX_VERIFIES: integer(count).default(25).describe('Verifications of one sandbox session.'),
    OUTTURN_SANDBOX_DAILY_VERIFIES: integer(count)
      .default(2_000)
      .describe('Verifications of all sandbox sessions in one day (UTC).'),
    OUTTURN_SANDBOX_DAILY_VERIFIES_PER_ADDRESS: integer(count)
      .default(200)
      .describe('Sandbox verifications of one client address in one day (UTC); 0 for any number.'),
    OUTTURN_SANDBOX_MAX_ROWS: integer({ min: 1, max: 50_000 })
      .default(100)
      .describe('Most evidence rows of one sandbox verification.'),
    OUTTURN_SANDBOX_MAX_EVIDENCE_BYTES: integer({ min: 1_024, max: 1_048_576 })
      .default(65_536)
      .describe('Most bytes of the evidence rows of one sandbox verification.'),
  },
  {
    check: ({ OUTTURN_DEPLOYMENT, OUTTURN_TEST_KEYS, OUTTURN_MAIL_FOLDER, SMTP_URL, MAIL_FROM }) => [
      ...(OUTTURN_DEPLOYMENT === 'production' && OUTTURN_TEST_KEYS !== undefined
        ? ['OUTTURN_TEST_KEYS cannot be used when OUTTURN_DEPLOYMENT is production']
        : []),
      // A reader of the folder could sign in as any person.
      ...(OUTTURN_DEPLOYMENT === 'production' && OUTTURN_MAIL_FOLDER !== undefined
        ? ['OUTTURN_MAIL_FOLDER cannot be used when OUTTURN_DEPLOYMENT is production']
        : []),
      ...((SMTP_URL === undefined) === (MAIL_FROM === undefined)
        ? []
        : ['SMTP_URL and MAIL_FROM are set together']),
    ],
  },
)

export type GatewayShape = typeof gatewayConfig.shape
