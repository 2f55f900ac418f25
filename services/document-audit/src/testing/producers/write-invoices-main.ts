// `npm run invoices`: writes the invoices of this folder by programs that people make PDFs with.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type InvoiceName, type ProducedInvoice, producedInvoices } from './produced-invoices.ts'
import { toCairo, toHtml, toReportLab, toTroff } from './written-forms.ts'

const usage = `Usage: npm run invoices

Writes the invoices of services/document-audit/src/testing/producers anew, by the programs that are installed. A program
that is not is left out, and its files stay as they are.`

/** Writes an invoice to a path; false where the program is not installed. */
type Producer = (
  invoice: ProducedInvoice,
  path: string,
  folder: string,
  name: InvoiceName,
) => Promise<boolean>

const folder = new URL('./files/', import.meta.url).pathname

/** The output of a program; null where it is not installed. */
function outputOf(program: string, parameters: readonly string[], input = ''): Uint8Array | null {
  const { error, status, stdout, stderr } = spawnSync(program, parameters, { input, maxBuffer: 64_000_000 })
  if (error !== undefined) return null
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.toString()}`)
  return stdout
}

function run(program: string, parameters: readonly string[], input = ''): boolean {
  return outputOf(program, parameters, input) !== null
}

async function page(invoice: ProducedInvoice, inFolder: string, name: InvoiceName): Promise<string> {
  const path = join(inFolder, 'invoice.html')
  const form = { isTwice: name === 'side-by-side', isRightToLeft: name === 'right-to-left' }
  await writeFile(path, toHtml(invoice, form))
  return path
}

const chromium: Producer = async (invoice, path, inFolder, name) => {
  const printed = ['--headless', '--no-sandbox', '--no-pdf-header-footer', `--print-to-pdf=${path}`]
  return run('chromium', [...printed, `file://${await page(invoice, inFolder, name)}`])
}

const producers: Readonly<Record<string, Producer>> = {
  chromium,
  weasyprint: async (invoice, path, inFolder, name) =>
    run('weasyprint', [await page(invoice, inFolder, name), path]),
  wkhtmltopdf: async (invoice, path, inFolder, name) =>
    run('wkhtmltopdf', ['-q', await page(invoice, inFolder, name), path]),
  groff: async (invoice, path) => {
    const pdf = outputOf('groff', ['-t', '-ms', '-Kutf8', '-Tpdf'], toTroff(invoice))
    if (pdf !== null) await writeFile(path, pdf)
    return pdf !== null
  },
  reportlab: async (invoice, path) => run('/usr/bin/python3', ['-'], toReportLab(invoice, path)),
  cairo: async (invoice, path) => run('/usr/bin/python3', ['-'], toCairo(invoice, path)),
  // The maps to Unicode are taken out of what Chromium printed.
  'chromium-stripped': async (...parameters) => {
    const [, path] = parameters
    if (!(await chromium(...parameters))) return false
    const text = await readFile(path, 'latin1')
    await writeFile(path, text.replaceAll('/ToUnicode', '/XoUnicode'), 'latin1')
    return true
  },
  // PostScript in between leaves glyphs without names.
  ghostscript: async (invoice, path, inFolder, name) => {
    const [printed, script] = [join(inFolder, 'printed.pdf'), join(inFolder, 'printed.ps')]
    if (!(await chromium(invoice, printed, inFolder, name))) return false
    const batch = ['-q', '-dNOPAUSE', '-dBATCH']
    return (
      run('gs', [...batch, '-sDEVICE=ps2write', `-sOutputFile=${script}`, printed]) &&
      run('gs', [...batch, '-sDEVICE=pdfwrite', `-sOutputFile=${path}`, script])
    )
  },
}

const written: readonly (readonly [producer: string, name: InvoiceName])[] = [
  ['chromium', 'signs'],
  ['chromium', 'wrapped'],
  ['chromium', 'side-by-side'],
  ['chromium', 'right-to-left'],
  ['chromium-stripped', 'no-unicode'],
  ['weasyprint', 'signs'],
  ['weasyprint', 'wrapped'],
  ['weasyprint', 'decimal-commas'],
  ['weasyprint', 'right-to-left'],
  ['wkhtmltopdf', 'signs'],
  ['wkhtmltopdf', 'wrapped'],
  ['wkhtmltopdf', 'carried'],
  ['groff', 'brackets'],
  ['groff', 'wrong-sum'],
  ['groff', 'carried'],
  ['reportlab', 'brackets'],
  ['reportlab', 'carried'],
  ['cairo', 'brackets'],
  ['cairo', 'signs'],
  ['ghostscript', 'glyphs'],
]

if (process.argv.length > 2) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else await writeInvoices()

async function writeInvoices(): Promise<void> {
  const inFolder = await mkdtemp(join(tmpdir(), 'invoices-'))
  for (const [producer, name] of written) {
    const path = join(folder, `${producer}.${name}.pdf`)
    const isWritten = await producers[producer]?.(producedInvoices[name], path, inFolder, name)
    process.stdout.write(`${isWritten ? 'wrote' : 'skipped, not installed:'} ${producer}.${name}\n`)
  }
  await rm(inFolder, { recursive: true })
}
