import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { Call } from '../../http/route.ts'
import { allowedScript, createDocsFolder } from '../../testing/docs-folder.ts'
import { openDocsSite } from './docs-site.ts'

const { parent, folder } = createDocsFolder()
const site = openDocsSite(folder, { isSecure: false })
afterAll(() => rmSync(parent, { recursive: true }))

const call = { headers: {} } as unknown as Call

test.each([
  ['', 'Built home'],
  ['guide/', 'Built guide'],
  ['guide', 'Built guide'],
  ['guide/one-call', 'Built one call'],
  ['guide/one-call.html', 'Built one call'],
  ['guide/one-call.md', '# Built one call'],
  ['reference/read-spool', 'Built operation'],
])('the page at "%s" is %s', async (path, text) => {
  expect(String((await site.find(call, path))?.body)).toContain(text)
})

test.each([
  'nothing',
  '../secret',
  '../secret.html',
  'guide/../../secret.html',
  '/etc/passwd',
  'content-policy.json',
  '__proto__',
  '\0',
])('there is nothing at "%s"', async (path) => {
  expect(await site.find(call, path)).toBeUndefined()
})

test('a page runs the inline scripts of the build and no other', async () => {
  const policy = (await site.find(call, ''))?.headers?.['content-security-policy']
  expect(policy).toContain(`script-src 'self' '${allowedScript}';`)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

test('a file whose name has the hash of its content is kept, and a page is asked about again', async () => {
  expect((await site.find(call, 'assets/app.0123.js'))?.headers?.['cache-control']).toContain('immutable')
  const page = await site.find(call, 'errors')
  expect(page?.headers?.['cache-control']).toBe('public, max-age=300')
  const known = { headers: { 'if-none-match': page?.headers?.['etag'] } } as unknown as Call
  expect((await site.find(known, 'errors'))?.status).toBe(304)
})

test('a file that is a text goes out compressed to who takes it, with a tag of its own', async () => {
  const compressed = { headers: { 'accept-encoding': 'gzip' } } as unknown as Call
  const [plain, small] = [await site.find(call, 'long.md'), await site.find(compressed, 'long.md')]
  expect(gunzipSync(small?.body ?? '').toString()).toBe(String(plain?.body))
  expect(small?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain?.headers?.['vary']).toBe('accept-encoding')
  expect(small?.headers?.['etag']).not.toBe(plain?.headers?.['etag'])
  const known = { headers: { 'accept-encoding': 'gzip', 'if-none-match': small?.headers?.['etag'] } }
  expect((await site.find(known as unknown as Call, 'long.md'))?.status).toBe(304)
})

test('a folder that is not a built site is refused with the setting that names it', () => {
  expect(() => openDocsSite(join(parent, 'none'), { isSecure: false })).toThrow(
    /OUTTURN_DOCS_FOLDER.*npm run docs/,
  )
})
