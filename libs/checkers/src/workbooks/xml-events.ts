import { Parser } from 'saxen'
import { WorkbookDefect } from './workbook-defect.ts'

/** What a reader of XML is told. Names are without their prefix, values without entities. */
export interface XmlEvents {
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(value: string): void
  close?(name: string): void
}

/** Reads a document of a workbook. It has no document type, so nothing in it stands for more than itself. */
export function readXml(text: string, { open, text: onText, close }: XmlEvents): void {
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    open?.(localName(name), (wanted) => attributeOf(attributes() as Record<string, string>, wanted, decode))
  })
  parser.on('closeTag', (name) => close?.(localName(name)))
  parser.on('text', (value, decode) => onText?.(decode(value)))
  parser.on('cdata', (value) => onText?.(value))
  parser.on('attention', () => {
    throw new WorkbookDefect('the workbook declares a document type, which no workbook does')
  })
  parser.on('error', (error: Error) => {
    throw error instanceof WorkbookDefect
      ? error
      : new WorkbookDefect(`the workbook is damaged: ${error.message}`)
  })
  parser.parse(text)
}

function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  decode: (value: string) => string,
): string | undefined {
  const own =
    attributes[wanted] ?? Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1]
  return own === undefined ? undefined : decode(own)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
