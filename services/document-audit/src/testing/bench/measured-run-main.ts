// A process of its own for one measurement: audits a request twice in a thread, or reads the PDFs of a folder, and writes JSON.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@outturn/service'
import { createAuditor } from '../../adapters/auditor.ts'
import { readPdf } from '../../adapters/pdf-text.ts'
import { readLineTable } from '../../domain/pdf/line-table.ts'
import { toRows } from '../../domain/pdf/text-rows.ts'

/** What a run measured; times in milliseconds. */
export type MeasuredRun = { readonly peakMb: number } & (
  | {
      readonly firstMs: number
      readonly nextMs: number
      readonly billedCents: number
      readonly supportedCents: number
    }
  | { readonly pages: number; readonly lines: number; readonly ms: number }
)

const [kind, path = ''] = process.argv.slice(2)
const measured = kind === 'audit' ? await auditTwice() : await readPages()
const peakMb = (process.resourceUsage().maxRSS * 1_024) / 1e6
process.stdout.write(JSON.stringify({ ...measured, peakMb }))

async function auditTwice() {
  const metrics = createMetrics({ service: 'bench', tellsProcess: false })
  const auditor = createAuditor({ threads: 1, timeoutMs: 60_000, memoryMb: 512 }, metrics)
  const task = {
    request: new Uint8Array(readFileSync(path)),
    pdf: null,
    auditId: 'aud_000000000000000000000001',
    slug: 'outturn',
  }
  const times: number[] = []
  let text = ''
  for (let run = 0; run < 2; run += 1) {
    const startedAt = performance.now()
    const caller = { accountId: 'a', deadline: Date.now() + 60_000 }
    text = (await auditor.auditInvoice(task, caller)).text
    times.push(performance.now() - startedAt)
  }
  await auditor.stop()
  const { totals } = JSON.parse(text) as { totals: { billed_cents: number; supported_cents: number } }
  return {
    firstMs: times[0] ?? 0,
    nextMs: times[1] ?? 0,
    billedCents: totals.billed_cents,
    supportedCents: totals.supported_cents,
  }
}

async function readPages() {
  const startedAt = performance.now()
  let [pages, lines] = [0, 0]
  const columns = { key: 'Shipment', quantity: 'Pieces', unit_price: 'Price', amount: 'Sum' }
  for (const file of readdirSync(path).filter((name) => name.endsWith('.pdf'))) {
    const { items } = await readPdf(new Uint8Array(readFileSync(join(path, file))))
    pages += items.at(-1)?.page ?? 0
    lines += readLineTable(toRows(items), columns, 'EUR').length
  }
  return { pages, lines, ms: performance.now() - startedAt }
}
