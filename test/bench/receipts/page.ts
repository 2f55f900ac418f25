import { gzipSync } from 'node:zlib'
import { findBrowser, openPage, startBrowser } from '../../e2e/browser.ts'
import type { PageResult } from '../report/result.ts'
import { median, rounded } from '../statistics.ts'

const loads = 7

/** What the page of a receipt weighs, and how long a browser takes until it has verified it. */
export async function measurePage(baseUrl: string, receiptId: string): Promise<PageResult> {
  const url = `${baseUrl}/r/${receiptId}`
  const html = await bytesOf(url)
  const paths = [...html.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const files = await Promise.all(paths.map((path) => bytesOf(baseUrl + path)))
  const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length
  return {
    html_bytes: html.length,
    html_gzip_bytes: compressed(html),
    files_bytes: files.reduce((sum, { length }) => sum + length, 0),
    files_gzip_bytes: files.reduce((sum, bytes) => sum + compressed(bytes), 0),
    ...(await loadTimes(url)),
  }
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Null where there is no browser on the machine. */
async function loadTimes(url: string): Promise<Pick<PageResult, 'readable_ms' | 'verified_ms'>> {
  const path = findBrowser()
  if (path === undefined) return { readable_ms: null, verified_ms: null }
  const browser = await startBrowser(path)
  try {
    const readable: number[] = []
    const verified: number[] = []
    for (let load = 0; load < loads; load += 1) {
      // Every load has a context and so a cache of its own.
      const { page } = await openPage(await browser.newContext())
      const startedAt = performance.now()
      await page.goto(url, { waitUntil: 'commit' })
      await page.locator('#identifiers').waitFor()
      readable.push(performance.now() - startedAt)
      await page.locator('#verification .verdict.good').waitFor()
      verified.push(performance.now() - startedAt)
      await page.context().close()
    }
    return { readable_ms: rounded(median(readable)), verified_ms: rounded(median(verified)) }
  } finally {
    await browser.close()
  }
}
