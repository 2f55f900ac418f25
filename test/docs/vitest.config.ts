import { defineConfig } from 'vitest/config'

// `npm run docs:check`: the documentation site is built, served by the whole system, followed link by link and opened in a browser.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    experimental: { viteModuleRunner: false },
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})
