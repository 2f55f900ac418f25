import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pageHeaders } from '@outturn/pages'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Answer, Call } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { encodedAnswer, type StaticText, takesGzip, toStaticText } from '../../pages/text-encoding.ts'
import { tagged } from '../tagged-answer.ts'

/** The built documentation site. */
export type DocsSite = {
  /** The file at a path below `/docs/`, with or without a suffix; undefined where there is none. */
  find(call: Call, path: string): Promise<Answer | undefined>
}

/** What the build notes of the inline scripts and styles of its pages. */
const ContentPolicy = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  styleAttributes: z.array(z.string()),
})
const policyFile = 'content-policy.json'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Bytes of files that are kept in memory. */
const keptBytes = 8 * 1_024 * 1_024

type KeptFile = StaticText & { readonly contentType: string; readonly digest: string }

/** Opens a folder that `npm run docs` built. Only files that it has now are served, so no path leads out of it. */
export function openDocsSite(folder: string, { isSecure }: Pick<PageSite, 'isSecure'>): DocsSite {
  const policy = readPolicy(folder)
  const forPages = { ...pageHeaders({ isSecure }, policy), 'x-robots-tag': 'all' }
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== policyFile)
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  )
  const kept = new LRUCache<string, KeptFile>({
    maxSize: keptBytes,
    sizeCalculation: ({ bytes, compressed }) => Math.max(1, bytes.byteLength + (compressed?.byteLength ?? 0)),
  })

  async function read(name: string): Promise<KeptFile> {
    const known = kept.get(name)
    if (known !== undefined) return known
    const bytes = await readFile(join(folder, name))
    const contentType = contentTypes[extname(name)] ?? 'application/octet-stream'
    const file = { ...(await toStaticText(bytes, contentType)), contentType, digest: hash('sha256', bytes) }
    kept.set(name, file)
    return file
  }

  return {
    async find(call, path) {
      const base = path === '' || path.endsWith('/') ? `${path}index` : path
      const name = [base, `${base}.html`, `${base}/index.html`].find((each) => names.has(each))
      if (name === undefined) return undefined
      const file = await read(name)
      const { bytes, contentType, digest } = file
      const isGzip = takesGzip(call.headers)
      const seconds = name.startsWith('assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=300'
      // Each form has a tag of its own.
      const tag = isGzip && file.compressed !== null ? `${digest}-gzip` : digest
      const plain = tagged(call, bytes, tag, { 'cache-control': seconds })
      const answer = encodedAnswer(plain, file, isGzip)
      const headers = name.endsWith('.html') ? { ...forPages, ...answer.headers } : answer.headers
      return { ...answer, contentType, ...(headers !== undefined && { headers }) }
    },
  }
}

function readPolicy(folder: string): z.output<typeof ContentPolicy> {
  try {
    return ContentPolicy.parse(JSON.parse(readFileSync(join(folder, policyFile), 'utf8')))
  } catch (cause) {
    throw new Error(
      `OUTTURN_DOCS_FOLDER: ${folder} is not a built documentation site; build one with npm run docs, or leave the setting out`,
      { cause },
    )
  }
}
