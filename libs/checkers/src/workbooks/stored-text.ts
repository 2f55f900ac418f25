import type { WorkbookParts } from './workbook-parts.ts'
import { readXml } from './xml-events.ts'

/** A text of a workbook. `fault` says why no body of JSON could hold it: U+0000, or half of a character. */
export interface StoredText {
  readonly text: string
  readonly fault: string | null
}

/** Characters that XML cannot hold are written `_xHHHH_`. */
export function storedText(written: string): StoredText {
  const text = written.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  if (text.includes('\u0000')) return { text, fault: 'holds the character U+0000' }
  return { text, fault: text.isWellFormed() ? null : 'holds half of a character' }
}

/** The texts that cells refer to by their number; phonetic guides are no part of them. */
export function readSharedTexts(parts: WorkbookParts): readonly StoredText[] {
  const path = parts.relatedByType('sharedStrings')
  if (path === null) return []
  const texts: StoredText[] = []
  let text: string | null = null
  let isRead = false
  let guides = 0
  readXml(parts.textOf(path), {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') guides += 1
      isRead = name === 't' && guides === 0
    },
    text: (value) => {
      if (isRead && text !== null) text += value
    },
    close: (name) => {
      if (name === 'rPh') guides -= 1
      if (name === 't') isRead = false
      if (name === 'si') {
        texts.push(storedText(text ?? ''))
        text = null
      }
    },
  })
  return texts
}
