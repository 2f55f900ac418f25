import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the fetcher does not start while it is given database credentials', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: 'postgres://outturn_verification:secret@127.0.0.1:5432/outturn',
    },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('unset DATABASE_URL')
  expect(stderr).not.toContain('secret')
})
