import { defineConfig } from 'vitest/config'

// `npm run sign-in:timing`: measures that the time of a sign-in does not say whether an address is known. Nothing else may run beside it.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['services/gateway/src/**/*.timing.test.ts'],
    experimental: { viteModuleRunner: false },
    globalSetup: './libs/testkit/src/global-setup.ts',
    testTimeout: 600_000,
    hookTimeout: 180_000,
    maxWorkers: 1,
  },
})
