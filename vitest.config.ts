import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/gates/longest-first.ts'

const servers = './libs/testkit/src/global-setup.ts'
/** What is waited for is waited for on a busy machine too: by `expect.poll`, and by `vi.waitFor` in the same way. */
const expectWaits = { poll: { timeout: 60_000 } }
const patientWaits = './test/gates/patient-waits.ts'
const setupFiles = ['./test/gates/property-seed.ts', patientWaits]
const ignored = [...configDefaults.exclude, '.outturn/**']

/** With servers that others run, test files take turns; with servers of their own they run side by side. */
const fileParallelism = process.env['NATS_URL'] === undefined

/**
 * All kinds of tests with servers share these: those that end processes mostly wait for what they ended to come back, and the
 * others have the processor meanwhile.
 */
const maxWorkers = Math.max(5, availableParallelism())

export default defineConfig({
  test: {
    // Node loads the modules itself, as it does for the services: nothing is transformed.
    experimental: { viteModuleRunner: false },
    // `npm test -- --changed` runs what reaches a changed file, also where a manifest is among them.
    forceRerunTriggers: [],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{libs,services,deploy}/**/*.test.ts', 'test/{gates,bench,spec-verifier}/**/*.test.ts'],
          exclude: [...ignored, '**/*.{int,timing}.test.ts'],
          setupFiles,
          expect: expectWaits,
          // What is pure keeps nothing between files, and modules are loaded once for all of them.
          isolate: false,
          // It waits for nothing: more workers than processors would only load the modules more often.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          // A hang ends a test; how fast the machine is does not.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'int',
          include: ['{libs,services,deploy}/**/*.int.test.ts'],
          exclude: ignored,
          globalSetup: servers,
          isolate: false,
          maxWorkers,
          setupFiles,
          expect: expectWaits,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...(fileParallelism ? {} : { fileParallelism, maxWorkers: 1, sequence: { groupOrder: 2 } }),
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/{e2e,gaming}/**/*.test.ts'],
          exclude: ignored,
          globalSetup: './test/e2e/global-setup.ts',
          setupFiles: ['./test/e2e/described/described-answers.ts', patientWaits],
          expect: expectWaits,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // One system serves all files, and each counts what its own accounts and sessions do.
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['test/{crash,exhaustion}/**/*.test.ts'],
          exclude: ignored,
          setupFiles: [patientWaits],
          expect: expectWaits,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers,
        },
      },
    ],
  },
})
