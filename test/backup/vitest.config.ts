import { defineConfig } from 'vitest/config'

/** `npm run backup:drill`: a Postgres of its own is backed up, damaged and restored. */
export default defineConfig({
  test: {
    include: ['test/backup/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
})
