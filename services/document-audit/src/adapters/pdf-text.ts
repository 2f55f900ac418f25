import { definePDFJSModule, getDocumentProxy } from 'unpdf'
import { type EInvoice, UnreadableEInvoice } from '../domain/e-invoice/e-invoice.ts'
import { readEInvoice } from '../domain/e-invoice/read-e-invoice.ts'
import type { PdfContent } from '../domain/invoice/audit-invoice.ts'
import type { TextItem } from '../domain/pdf/text-rows.ts'

/** A PDF that cannot be read, with the reason for its sender. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

export const maxPages = 2_000
const maxItems = 2_000_000
const maxAttachments = 1_000

/** An attached file as the reader gives it. */
type AttachedPart = { readonly filename: string; readonly content: Uint8Array }

/** Reads the text of a PDF with its positions, and the e-invoice that is attached to it. Scripts, forms and links are never run. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  const pdf = await openPdf(bytes)
  if (pdf.numPages > maxPages)
    throw new UnreadablePdf(`The PDF has ${pdf.numPages} pages; at most ${maxPages} are read.`)
  const eInvoice = await eInvoiceOf(pdf)
  const items: TextItem[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items: found } = await page.getTextContent()
    for (const item of found) {
      if (!('str' in item) || item.str.trim() === '') continue
      items.push(toItem(number, item))
      if (items.length > maxItems) throw new UnreadablePdf('The PDF has more text than an invoice may have.')
    }
    page.cleanup()
  }
  return { items, eInvoice }
}

async function eInvoiceOf(pdf: Awaited<ReturnType<typeof openPdf>>): Promise<EInvoice | null> {
  const attached = (await pdf.getAttachments()) as Readonly<Record<string, AttachedPart>> | null
  const files = Object.values(attached ?? {}).map(({ filename, content }) => ({ name: filename, content }))
  if (files.length > maxAttachments)
    throw new UnreadablePdf(`The PDF has ${files.length} files attached; at most ${maxAttachments} are read.`)
  try {
    return readEInvoice(files)
  } catch (error) {
    if (error instanceof UnreadableEInvoice) throw new UnreadablePdf(error.message)
    throw error
  }
}

async function openPdf(data: Uint8Array) {
  try {
    return await getDocumentProxy(data, {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: true,
      verbosity: 0,
    })
  } catch (error) {
    const { name } = error as Error
    throw new UnreadablePdf(
      name === 'PasswordException'
        ? 'The PDF is protected by a password.'
        : 'The file is no PDF, or is damaged.',
    )
  }
}

function toItem(
  page: number,
  { str, transform, width }: { str: string; transform: number[]; width: number },
): TextItem {
  const [a = 1, b = 0, , , e = 0, f = 0] = transform
  const angle = Math.atan2(b, a)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    page,
    text: str,
    x: e * cos + f * sin,
    y: f * cos - e * sin,
    width,
    size: Math.hypot(a, b),
    angle: Math.round((angle * 180) / Math.PI),
  }
}
