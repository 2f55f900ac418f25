import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const allowedScript = 'sha256-DQUgNM9X0iH2019NkUxeBvnBoEoRKkHBc/I0iLqPNPA='

const files: Readonly<Record<string, string>> = {
  'content-policy.json': JSON.stringify({ scripts: [allowedScript], styles: [], styleAttributes: [] }),
  'index.html': '<h1>Built home</h1>',
  'errors.html': '<h1>Built errors</h1>',
  'guide/index.html': '<h1>Built guide</h1>',
  'guide/one-call.html': '<h1>Built one call</h1>',
  'guide/one-call.md': '# Built one call',
  'reference/read-spool.html': '<h1>Built operation</h1>',
  'assets/app.0123.js': 'export {}',
  'llms.txt': '# Built list',
  'long.md': 'A long page. '.repeat(200),
}

/** A folder as `npm run docs` builds it, with a secret beside it that must not be served. */
export function createDocsFolder(): { readonly parent: string; readonly folder: string } {
  const parent = mkdtempSync(join(tmpdir(), 'outturn-docs-'))
  const folder = join(parent, 'site')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  writeFileSync(join(parent, 'secret.html'), 'secret')
  return { parent, folder }
}
