import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { findBrowser, openPage, startBrowser } from '../e2e/browser.ts'
import { indexedPng } from './indexed-png.ts'

const usage = `Usage: npm run docs:pictures -- ADDRESS

Makes the pictures of the README, docs/images/receipt-light.png and receipt-dark.png, from the first screen of a receipt page: that of the
sample, whose address npm start prints. It needs Chromium.
`

const repository = join(import.meta.dirname, '../..')
const viewport = { width: 1_100, height: 720 }
const maxBytes = 60 * 1_024

async function main(address: string): Promise<void> {
  const path = findBrowser()
  if (path === undefined) throw new Error('There is no Chromium on the PATH; name one in CHROMIUM.')
  const browser = await startBrowser(path)
  try {
    const context = await browser.newContext()
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage(context, { viewport, colorScheme })
      await page.goto(address, { waitUntil: 'networkidle' })
      const picture = indexedPng(await pixelsOf(page))
      if (picture.length > maxBytes)
        throw new Error(`The ${colorScheme} picture has ${picture.length} bytes.`)
      const file = join(repository, `docs/images/receipt-${colorScheme}.png`)
      writeFileSync(file, picture)
      process.stdout.write(`${relative(repository, file)} ${picture.length} bytes\n`)
    }
  } finally {
    await browser.close()
  }
}

/** The browser reads its own picture; a blank page has no policy against it. */
async function pixelsOf(page: Page): Promise<{ width: number; height: number; data: Uint8Array }> {
  const picture = (await page.screenshot()).toString('base64')
  await page.goto('about:blank')
  const data = await page.evaluate<string>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (each) => each.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data
    return pixels.toBase64 ? pixels.toBase64() : btoa(Array.from(pixels, (each) => String.fromCharCode(each)).join(''))
  })()`)
  return { ...viewport, data: Buffer.from(data, 'base64') }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const [address] = positionals
if (values.help === true) process.stdout.write(usage)
else if (address === undefined || positionals.length > 1) {
  process.stderr.write(usage)
  process.exitCode = 2
} else await main(address)
