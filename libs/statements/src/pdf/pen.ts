import type PDFDocument from 'pdfkit'
import { type Typeface, textRuns, type Weight } from './fonts.ts'

type Document = InstanceType<typeof PDFDocument>

/** How a text is set; lengths are in points. */
export type TextStyle = { readonly size: number; readonly weight: Weight; readonly color: string }

/** Where a line of text goes: from `x`, `width` wide, at the left or the right end of it. */
export type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align: 'left' | 'right'
}

/** Writes single lines into a document, each letter in a file of the typeface that has it. */
export type Pen = {
  readonly document: Document
  /** Whether every letter of the text can be set. */
  canSet(text: string): boolean
  /** Writes one line; what is longer than its box ends in an ellipsis. */
  write(text: string, style: TextStyle, box: Box): void
}

export function createPen(document: Document, typeface: Typeface): Pen {
  for (const face of [...typeface[400], ...typeface[600]]) document.registerFont(face.name, face.bytes)

  function widthOf(text: string, { size, weight }: TextStyle): number {
    const runs = textRuns(typeface, weight, text) ?? []
    return runs.reduce((sum, run) => sum + document.font(run.face, size).widthOfString(run.text), 0)
  }

  function fit(text: string, style: TextStyle, width: number): string {
    if (widthOf(text, style) <= width) return text
    const letters = Array.from(text)
    while (letters.length > 0 && widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('')}…`
  }

  return {
    document,
    canSet: (text) => textRuns(typeface, 400, text) !== null && textRuns(typeface, 600, text) !== null,
    write(text, style, { x, y, width, align }) {
      const shown = fit(text, style, width)
      let left = align === 'left' ? x : x + width - widthOf(shown, style)
      document.fillColor(style.color)
      for (const run of textRuns(typeface, style.weight, shown) ?? []) {
        document.font(run.face, style.size)
        document.text(run.text, left, y, { lineBreak: false })
        left += document.widthOfString(run.text)
      }
    },
  }
}
