/** The part of the browser that the scripts of pages use. */
export type Element = {
  readonly tagName: string
  id: string
  className: string
  textContent: string | null
  readonly isConnected: boolean
  readonly dataset: Record<string, string | undefined>
  readonly href: string
  checked: boolean
  type: string
  append(...parts: (Element | string)[]): void
  prepend(...parts: (Element | string)[]): void
  replaceWith(other: Element): void
  replaceChildren(...parts: (Element | string)[]): void
  remove(): void
  focus(): void
  select(): void
  setAttribute(name: string, value: string): void
  getAttribute(name: string): string | null
  contains(other: Element | null): boolean
  closest(selector: string): Element | null
  matches(selector: string): boolean
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
  addEventListener(name: string, act: (event: Happening) => void): void
  scrollIntoView(options: { readonly block: 'nearest' }): void
}

export type Dialog = Element & {
  readonly open: boolean
  showModal(): void
  close(): void
}

export type Happening = {
  readonly target: Element
  readonly key: string
  readonly button: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export type OtherDocument = { querySelector(selector: string): Element | null }

export type PageDocument = OtherDocument & {
  readonly body: Element
  readonly activeElement: Element | null
  readonly visibilityState: 'visible' | 'hidden'
  createElement(name: string): Element
  adoptNode(element: Element): Element
  querySelectorAll(selector: string): Iterable<Element>
  addEventListener(name: string, act: (event: Happening) => void): void
}

/** An element with a class and a text. */
export function make(document: PageDocument, name: string, className: string, text = ''): Element {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
