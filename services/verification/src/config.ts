import {
  commonSettings,
  databaseSettings,
  defineConfig,
  integer,
  perEnvironment,
  secret,
} from '@outturn/service'
import { z } from 'zod'

const JudgeSecrets = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('must be a JSON object of secrets by source id')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string().min(1).max(120), z.string().min(32, 'a secret must have 32 characters or more')))

/** Settings of the judges of conditions that no checker can judge. */
const judgeSettings = {
  OUTTURN_JUDGE_URL: perEnvironment(
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Base address of an OpenAI-compatible model; without one, claims are judged word for word.'),
  ),
  OUTTURN_JUDGE_MODEL: perEnvironment(
    z.string().min(1).max(200).optional().describe('Model that is asked; required with the address.'),
  ),
  OUTTURN_JUDGE_API_KEY: perEnvironment(
    secret(z.string().optional().describe('Key that the model asks for.')),
  ),
  OUTTURN_JUDGE_TIMEOUT_MS: integer({ min: 100, max: 300_000 })
    .default(20_000)
    .describe('Longest time for one answer of the model, in milliseconds.'),
  OUTTURN_JUDGE_EVIDENCE_BYTES: integer({ min: 1_000, max: 10_000_000 })
    .default(200_000)
    .describe('Most evidence in one question to the model, in bytes; more leaves the claim uncertain.'),
  OUTTURN_JUDGE_QUESTIONS_PER_ACCOUNT: integer({ min: 1, max: 1_000 })
    .default(4)
    .describe('Questions of one account to the model under way at once.'),
  OUTTURN_JUDGE_SECRETS: perEnvironment(
    secret(
      JudgeSecrets.optional().describe(
        'Secrets of outside judges that prove results by HMAC: a JSON object of secrets by source id.',
      ),
    ),
  ),
}

/** Settings of the model that suggests sentences beside the questions of the policy compiler, in production only. */
const policyModelSettings = {
  OUTTURN_POLICY_MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base address of an OpenAI-compatible model that suggests sentences for clauses the policy compiler cannot read; without one, none are suggested.',
    ),
  OUTTURN_POLICY_MODEL_NAME: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Model that is asked for them; required with the address.'),
  OUTTURN_POLICY_MODEL_KEY: secret(z.string().optional().describe('Key that this model asks for.')),
}

const shape = {
  ...commonSettings,
  ...databaseSettings,
  OUTTURN_RUNS_AT_ONCE: integer({ min: 1, max: 1_000 })
    .default(64)
    .describe(
      'Most runs under way at once in one environment of one process; those that observe URLs mostly wait.',
    ),
  OUTTURN_HEAVY_RUNS_AT_ONCE: integer({ min: 1, max: 1_000 })
    .default(32)
    .describe('Most large runs taken off the queue at once; threads take turns among their accounts.'),
  OUTTURN_EVALUATION_THREADS: integer({ min: 1, max: 64 })
    .default(1)
    .describe('Large runs judged at once, each in a thread of its own.'),
  OUTTURN_EVALUATION_TIMEOUT_MS: integer({ min: 100, max: 600_000 })
    .default(30_000)
    .describe(
      'Most processor time of one large run, in milliseconds; a full machine may take ten times as long.',
    ),
  OUTTURN_EVALUATION_MEMORY_MB: integer({ min: 64, max: 16_384 })
    .default(512)
    .describe('Most heap of one evaluation thread, in MiB.'),
  OUTTURN_POLICY_THREADS: integer({ min: 1, max: 64 })
    .default(1)
    .describe('Policy texts above 500 characters that are read at once, each in a thread of its own.'),
  OUTTURN_POLICY_TIMEOUT_MS: integer({ min: 100, max: 60_000 })
    .default(3_000)
    .describe(
      'Most processor time of reading one such text, in milliseconds; a full machine may take ten times as long.',
    ),
  OUTTURN_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('Address under which systems reach this deployment; sources send their deliveries to it.'),
  OUTTURN_SOURCE_KEY: secret(
    z
      .string()
      .min(32)
      .optional()
      .describe(
        'Secret under which the secrets of sources are made and encrypted, 32 characters or more; changing it ends them. Without one there are no sources.',
      ),
  ),
  ...judgeSettings,
  ...policyModelSettings,
}

export const verificationConfig = defineConfig(shape, {
  check: (config) => [...judgeMistakes(config), ...policyModelMistakes(config)],
})

function policyModelMistakes(config: {
  readonly OUTTURN_POLICY_MODEL_URL?: string | undefined
  readonly OUTTURN_POLICY_MODEL_NAME?: string | undefined
}): string[] {
  const { OUTTURN_POLICY_MODEL_URL: url, OUTTURN_POLICY_MODEL_NAME: name } = config
  return (url === undefined) === (name === undefined)
    ? []
    : ['OUTTURN_POLICY_MODEL_URL and OUTTURN_POLICY_MODEL_NAME must be set together']
}

/** Problems of the values together: an address and a model need each other. */
function judgeMistakes(config: {
  readonly OUTTURN_JUDGE_URL: Readonly<Partial<Record<string, string | undefined>>>
  readonly OUTTURN_JUDGE_MODEL: Readonly<Partial<Record<string, string | undefined>>>
}): string[] {
  const named = new Set([
    ...Object.keys(config.OUTTURN_JUDGE_URL),
    ...Object.keys(config.OUTTURN_JUDGE_MODEL),
  ])
  return [...named].flatMap((environment) => {
    const hasUrl = config.OUTTURN_JUDGE_URL[environment] !== undefined
    const hasModel = config.OUTTURN_JUDGE_MODEL[environment] !== undefined
    return hasUrl === hasModel
      ? []
      : [`OUTTURN_JUDGE_URL and OUTTURN_JUDGE_MODEL of ${environment} must be set together`]
  })
}
