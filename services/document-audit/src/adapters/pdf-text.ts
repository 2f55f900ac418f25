import { definePDFJSModule, getDocumentProxy } from 'unpdf'
import type { TextItem } from '../domain/pdf/text-rows.ts'

/** A PDF that cannot be read, with the reason for its sender. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf'
}

export const maxPages = 2_000
const maxItems = 2_000_000

/** Reads the text of a PDF with its positions. Scripts, forms and links are never run. */
export async function readPdfText(bytes: Uint8Array): Promise<readonly TextItem[]> {
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  const pdf = await openPdf(bytes)
  if (pdf.numPages > maxPages)
    throw new UnreadablePdf(`The PDF has ${pdf.numPages} pages; at most ${maxPages} are read.`)
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
  return items
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
