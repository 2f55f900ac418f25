import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const LARGEST_GZIP_BYTES = 21.25 * 1024

test('what a browser loads to verify a receipt and hold it against a policy is at most 21.25 KiB', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { parseKeyDocument, parseStrictJson, requireOutcome, verifyOutcomeReceipt } from './index.ts'`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    legalComments: 'none',
  })
  const script = outputFiles[0]?.contents ?? new Uint8Array()
  expect(script.length).toBeGreaterThan(10_000)
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(LARGEST_GZIP_BYTES)
})
