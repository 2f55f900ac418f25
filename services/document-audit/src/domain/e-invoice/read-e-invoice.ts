import { ciiInvoice, ciiLine, ciiLineName } from './cii-invoice.ts'
import { type EInvoice, type EInvoiceLine, UnreadableEInvoice } from './e-invoice.ts'
import { ublInvoice, ublLine, ublLineNames } from './ubl-invoice.ts'
import { readXml, type XmlElement } from './xml-tree.ts'

/** A file that is attached to a PDF. */
export type AttachedFile = { readonly name: string; readonly content: Uint8Array }

/** Names that the standards give to the attached invoice. */
const standardNames = new Set(['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'])
const maxLines = 50_000
const maxSniffedBytes = 65_536

type Syntax = {
  readonly lineDepth: number
  isLine(name: string): boolean
  toLine(element: XmlElement): EInvoiceLine | null
  toInvoice(root: XmlElement, lines: readonly EInvoiceLine[]): Omit<EInvoice, 'attachment'>
}

const cii: Syntax = {
  lineDepth: 3,
  isLine: (name) => name === ciiLineName,
  toLine: ciiLine,
  toInvoice: ciiInvoice,
}
const ubl: Syntax = {
  lineDepth: 2,
  isLine: (name) => ublLineNames.includes(name),
  toLine: ublLine,
  toInvoice: ublInvoice,
}

/** Root elements of invoices, with the namespaces that they may have. */
const roots = new Map<string, { readonly syntax: Syntax; readonly namespace: RegExp }>([
  [
    'CrossIndustryInvoice',
    { syntax: cii, namespace: /^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:/ },
  ],
  ['CrossIndustryDocument', { syntax: cii, namespace: /^urn:ferd:CrossIndustryDocument:invoice:/ }],
  ['Invoice', { syntax: ubl, namespace: /^urn:oasis:names:specification:ubl:schema:xsd:Invoice-2$/ }],
  ['CreditNote', { syntax: ubl, namespace: /^urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2$/ }],
])

/**
 * The invoice among the files that are attached to a PDF; null for none. Files that are no invoice are left alone, whatever they are.
 * Several invoices, and one that cannot be read, are refused.
 */
export function readEInvoice(files: readonly AttachedFile[]): EInvoice | null {
  const invoices = files.filter(isInvoice)
  const [file, other] = invoices
  if (file === undefined) return null
  const name = JSON.stringify(shownName(file))
  if (other !== undefined) {
    const names = invoices.slice(0, 5).map((each) => JSON.stringify(shownName(each)))
    throw new UnreadableEInvoice(
      `The PDF has ${invoices.length} e-invoices attached, ${names.join(', ')}; one is read.`,
    )
  }
  try {
    return invoiceOf(file)
  } catch (error) {
    if (!(error instanceof UnreadableEInvoice)) throw error
    throw new UnreadableEInvoice(`The e-invoice ${name} that is attached to the PDF ${error.message}.`)
  }
}

/** A file with the root element of an invoice, or with a name that the standards give to one. */
function isInvoice(file: AttachedFile): boolean {
  if (standardNames.has(file.name.toLowerCase())) return true
  const text = decodeXml({ ...file, content: file.content.subarray(0, maxSniffedBytes) }, false)
  const root = /<(?:[\w.-]+:)?([A-Za-z]+)[\s/>]/.exec(text.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ''))
  const known = roots.get(root?.[1] ?? '')
  const namespaces = [...text.matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)["']/g)].map(([, uri]) => uri)
  return known !== undefined && namespaces.some((uri) => known.namespace.test(uri ?? ''))
}

function invoiceOf(file: AttachedFile): EInvoice {
  const lines: EInvoiceLine[] = []
  const take = (element: XmlElement, path: readonly string[]): boolean => {
    const syntax = roots.get(path[0] ?? '')?.syntax
    if (syntax === undefined || path.length !== syntax.lineDepth || !syntax.isLine(element.name)) return false
    const line = syntax.toLine(element)
    if (line !== null) lines.push(line)
    if (lines.length > maxLines) throw new UnreadableEInvoice(`has more than ${maxLines} lines`)
    return true
  }
  const { root, namespace } = readXml(decodeXml(file, true), take)
  const known = roots.get(root.name)
  if (known === undefined || !known.namespace.test(namespace)) {
    throw new UnreadableEInvoice(
      'is no invoice: its root element is neither that of a Cross Industry Invoice nor of UBL',
    )
  }
  const invoice = { attachment: shownName(file), ...known.syntax.toInvoice(root, lines) }
  if (!/^[A-Z]{3}$/.test(invoice.currency)) throw new UnreadableEInvoice('states no currency')
  return invoice
}

/** The characters of an XML file, by its byte order mark or its own declaration. */
function decodeXml({ content }: AttachedFile, isFatal: boolean): string {
  const [first, second] = content
  const isUtf16 = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
  const head = new TextDecoder('latin1').decode(content.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  const encoding = isUtf16 ? (first === 0xfe ? 'utf-16be' : 'utf-16le') : declared
  try {
    return new TextDecoder(encoding, { fatal: isFatal }).decode(content)
  } catch {
    if (!isFatal) return ''
    throw new UnreadableEInvoice(`cannot be decoded as ${JSON.stringify(encoding.slice(0, 40))}`)
  }
}

function shownName({ name }: AttachedFile): string {
  return name.slice(0, 100)
}
