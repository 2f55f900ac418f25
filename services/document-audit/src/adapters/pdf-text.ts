import { definePDFJSModule, getDocumentProxy } from 'unpdf'
import { type EInvoice, UnreadableEInvoice } from '../domain/e-invoice/e-invoice.ts'
import { readEInvoice } from '../domain/e-invoice/read-e-invoice.ts'
import type { PdfContent } from '../domain/pdf-invoice/audit-pdf.ts'
import type { TextItem } from '../domain/pdf/text-rows.ts'

/** A PDF that cannot be read, with the reason for its sender. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

export const maxPages = 2_000
const maxItems = 2_000_000
const maxAttachments = 1_000

type PDFPageProxy = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>>['getPage']>>

/** A run of text as the reader gives it. */
type FoundText = { str: string; transform: number[]; width: number; fontName: string }

/** An attached file as the reader gives it. */
type AttachedPart = { readonly filename?: string; readonly content?: Uint8Array | null }

/** Reads the text of a PDF with its positions, and the e-invoice that is attached to it. Scripts, forms and links are never run. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  const pdf = await openPdf(bytes)
  if (pdf.numPages > maxPages)
    throw new UnreadablePdf(`The PDF has ${pdf.numPages} pages; at most ${maxPages} are read.`)
  const eInvoice = await eInvoiceOf(pdf)
  const items: TextItem[] = []
  const fonts = new Map<string, boolean>()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items: found } = await page.getTextContent()
    const texts = found.filter((item) => 'str' in item && item.str.trim() !== '') as FoundText[]
    if (texts.some(({ fontName }) => !fonts.has(fontName))) await learnFonts(page, texts, fonts)
    for (const item of texts) {
      items.push(toItem(number, fonts.get(item.fontName) === false ? unreadable(item) : item))
      if (items.length > maxItems) throw new UnreadablePdf('The PDF has more text than an invoice may have.')
    }
    page.cleanup()
  }
  return { items, eInvoice }
}

/** Fonts as the reader knows them once the page is laid out. */
type KnownFont = { readonly composite?: boolean; readonly toUnicode?: object }

/**
 * Notes which fonts of a page say what their characters are. A composite font that does not has numbers of glyphs for characters, and they
 * look like text. A page that cannot be laid out, for a picture in a rare form, tells nothing about its fonts.
 */
async function learnFonts(page: PDFPageProxy, texts: readonly FoundText[], fonts: Map<string, boolean>) {
  await page.getOperatorList().catch(() => null)
  for (const { fontName } of texts) {
    if (fonts.has(fontName)) continue
    const objects = page.commonObjs as { has(name: string): boolean; get(name: string): KnownFont }
    const font = objects.has(fontName) ? objects.get(fontName) : null
    const isIdentity = font?.composite === true && 'firstChar' in (font.toUnicode ?? {})
    fonts.set(fontName, !isIdentity)
  }
}

function unreadable(item: FoundText): FoundText {
  return { ...item, str: '\uFFFD'.repeat(item.str.length) }
}

async function eInvoiceOf(pdf: Awaited<ReturnType<typeof openPdf>>): Promise<EInvoice | null> {
  const attached = (await pdf.getAttachments()) as Readonly<Record<string, AttachedPart>> | null
  // A damaged file has neither, and one of a standard name without content must not be passed over.
  const files = Object.values(attached ?? {}).map(({ filename = '', content }) => ({
    name: filename,
    content: content ?? new Uint8Array(),
  }))
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
      fontExtraProperties: true,
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

function toItem(page: number, { str, transform, width }: FoundText): TextItem {
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
