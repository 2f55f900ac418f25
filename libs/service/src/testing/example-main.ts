import { existsSync } from 'node:fs'
import {
  readSettlementCapabilities,
  spoolDisputeChanged,
  spoolHoldsChanged,
  spoolSettlementDecided,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { z } from 'zod'
import { commonConfig, frontSettings } from '../config/common-settings.ts'
import { defineConfig } from '../config/define-config.ts'
import { failPoint } from '../fail-point.ts'
import { runService } from '../lifecycle/run-service.ts'
import { defineService } from '../lifecycle/service-definition.ts'
import { exampleFront } from './example-front.ts'

/** A process under test. What its one command does on the way is chosen by `OUTTURN_ON_COMMAND`. */
const example = defineService({
  name: 'settlement',
  config: defineConfig({
    ...commonConfig,
    ...frontSettings,
    /** A file without which the demo instance does not start. */
    OUTTURN_DEMO_START_NEEDS: z.string().default(''),
    OUTTURN_ON_COMMAND: z.enum(['answer', 'answer-after-stop', 'throw-elsewhere']).default('answer'),
  }),
  build: ({ config, environment, log, metrics, pool }) => ({
    observed: metrics.observe({
      name: 'example_instances',
      help: 'Instances that were built and have not stopped.',
      kind: 'gauge',
      labels: ['environment'],
      read: () => [{ labels: { environment }, value: 1 }],
    }),
    commands: [
      on(readSettlementCapabilities, async () => {
        log.info('taken')
        failPoint('gateway.before-answer')
        if (config.OUTTURN_ON_COMMAND === 'throw-elsewhere') {
          setImmediate(() => {
            throw new Error('no one catches this')
          })
        }
        if (config.OUTTURN_ON_COMMAND === 'answer-after-stop') {
          await new Promise((resolve) => process.once('SIGUSR2', resolve))
        }
        await pool.query('select 1')
        return { adapters: ['external'] }
      }),
    ],
    reactions: [spoolDisputeChanged, spoolHoldsChanged, spoolSettlementDecided].map((event) => ({
      event,
      concurrency: 1,
      handle: async () => {},
    })),
    countTables: () => pool.query('select count(*)::int as tables from pg_tables').then(({ rows }) => rows),
    start: async () => {
      const needed = config.OUTTURN_DEMO_START_NEEDS
      if (environment === 'demo' && needed !== '' && !existsSync(needed))
        throw new Error(`${needed} is missing`)
      log.info('instance started')
    },
    stop: async () => log.info('instance stopped'),
  }),
  front: ({ instances, log }) => exampleFront(async () => instances.production?.countTables(), log),
})

await runService(example)
