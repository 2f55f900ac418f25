import { configDefaults, defineConfig } from 'vitest/config'

const servers = './libs/testkit/src/global-setup.ts'
const ignored = [...configDefaults.exclude, '.outturn/**']

/** With servers that others run, test files take turns; with servers of their own they run side by side. */
const fileParallelism = process.env['NATS_URL'] === undefined

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{libs,services,deploy}/**/*.test.ts', 'test/src/**/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts'],
        },
      },
      {
        test: {
          name: 'int',
          include: ['{libs,services,deploy}/**/*.int.test.ts', 'test/src/**/*.int.test.ts'],
          exclude: ignored,
          globalSetup: servers,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          fileParallelism,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/{e2e,crash}/**/*.test.ts'],
          exclude: ignored,
          globalSetup: servers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file starts a whole system: one at a time on a small machine.
          fileParallelism: false,
        },
      },
    ],
  },
})
