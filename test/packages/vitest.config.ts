import { defineConfig } from 'vitest/config'

// `npm run packages`: everything that is published is packed, installed and tried as a stranger would.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    experimental: { viteModuleRunner: false },
    globalSetup: './global-setup.ts',
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // Each file runs programs that take a processor by themselves.
    maxWorkers: 2,
  },
})
