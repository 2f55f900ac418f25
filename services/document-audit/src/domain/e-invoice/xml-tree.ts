import { SaxesParser, type SaxesTagNS } from 'saxes'
import { UnreadableEInvoice } from './e-invoice.ts'

/** An element with its content; namespaces are those of the root alone. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly XmlElement[]
}

export type XmlDocument = { readonly root: XmlElement; readonly namespace: string }

/** Longest XML, in characters. */
export const maxXmlLength = 32_000_000
const maxDepth = 32
const maxElements = 2_000_000
/** Text beyond it is of embedded files and not kept. */
const maxTextLength = 4_096

type OpenElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

/**
 * Reads an XML document into a tree. A document type is refused, so there are no entities but those of XML itself, and nothing is ever
 * fetched. An element for which `take` answers true is not kept in the tree.
 */
export function readXml(
  text: string,
  take: (element: XmlElement, path: readonly string[]) => boolean = () => false,
): XmlDocument {
  if (text.length > maxXmlLength) {
    throw new UnreadableEInvoice(`has more than ${maxXmlLength} characters`)
  }
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true })
  const open: OpenElement[] = []
  const path: string[] = []
  let [root, namespace, elements]: [XmlElement | null, string, number] = [null, '', 0]
  parser.on('doctype', () => {
    throw new UnreadableEInvoice('has a document type, which could define entities')
  })
  parser.on('opentag', ({ local, uri, attributes }: SaxesTagNS) => {
    elements += 1
    if (elements > maxElements) throw new UnreadableEInvoice(`has more than ${maxElements} elements`)
    if (open.length >= maxDepth) throw new UnreadableEInvoice(`nests its elements deeper than ${maxDepth}`)
    if (open.length === 0) namespace = uri
    const own = Object.entries(attributes).map(([name, { value }]) => [name, value] as const)
    open.push({ name: local, attributes: Object.fromEntries(own), text: '', children: [] })
    path.push(local)
  })
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (element !== undefined && element.text.length <= maxTextLength) {
      element.text += piece.slice(0, maxTextLength + 1)
    }
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element === undefined) return
    element.text = element.text.trim()
    const isTaken = take(element, path)
    path.pop()
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else if (!isTaken) parent.children.push(element)
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof UnreadableEInvoice) throw error
    // The message of the parser begins with line and column.
    throw new UnreadableEInvoice(`is no well-formed XML (line ${parser.line})`)
  }
  if (root === null) throw new UnreadableEInvoice('is no well-formed XML (line 1)')
  return { root, namespace }
}

/** Elements under a path of names; a name may list alternatives, as `A|B`. */
export function elementsAt(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (found, names) => {
      const wanted = names.split('|')
      return found.flatMap(({ children }) => children.filter(({ name }) => wanted.includes(name)))
    },
    [element],
  )
}

/** The first element under a path that has text. */
export function textAt(element: XmlElement, ...path: readonly string[]): string {
  return elementsAt(element, ...path).find(({ text }) => text !== '')?.text ?? ''
}
