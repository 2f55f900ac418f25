import { commonSettings, databaseSettings, defineConfig, integer } from '@outturn/service'
import { judgeMistakes, judgeSettings } from './judge-settings.ts'

const shape = {
  ...commonSettings,
  ...databaseSettings,
  OUTTURN_RUNS_AT_ONCE: integer({ min: 1, max: 1_000 })
    .default(64)
    .describe(
      'Most runs under way at once in one environment of one process; those that observe URLs mostly wait.',
    ),
  OUTTURN_EVALUATION_THREADS: integer({ min: 1, max: 64 })
    .default(1)
    .describe('Large runs judged at once, each in a thread of its own.'),
  OUTTURN_EVALUATION_TIMEOUT_MS: integer({ min: 100, max: 600_000 })
    .default(30_000)
    .describe('Longest time of one large run, in milliseconds.'),
  OUTTURN_EVALUATION_MEMORY_MB: integer({ min: 64, max: 16_384 })
    .default(512)
    .describe('Most heap of one evaluation thread, in MiB.'),
  ...judgeSettings,
}

export const verificationConfig = defineConfig(shape, { check: judgeMistakes })
