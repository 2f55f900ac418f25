import { type Element, make, type PageDocument } from './dom.ts'

type Clipboard = { writeText(text: string): Promise<void> }
declare const navigator: { readonly clipboard?: Clipboard }
declare function setTimeout(act: () => void, ms: number): number
declare function getSelection(): { selectAllChildren(element: Element): void } | null

/** A button says so long that it has copied, ms. */
const copiedMs = 2_000

/**
 * Adds a button to every code block, and to every element with `data-copy`, that copies its text. Where the browser keeps pages from the
 * clipboard, the button selects the text instead. Without scripts there is no button.
 */
export function addCopyButtons(document: PageDocument): void {
  for (const block of document.querySelectorAll('.code')) {
    const [header, text] = [block.querySelector('header'), block.querySelector('pre')]
    if (header === null || text === null || header.querySelector('button') !== null) continue
    header.append(copyButton(document, text, header.textContent ?? ''))
  }
  for (const text of document.querySelectorAll('[data-copy]')) {
    const button = copyButton(document, text, text.dataset['copy'] ?? '')
    delete text.dataset['copy']
    const pair = make(document, 'span', 'copied')
    text.replaceWith(pair)
    pair.append(text, button)
  }
}

function copyButton(document: PageDocument, text: Element, subject: string): Element {
  const button = make(document, 'button', 'btn copy')
  const word = make(document, 'span', '', 'Copy')
  const status = make(document, 'span', 'vh')
  button.type = 'button'
  button.append(word, make(document, 'span', 'vh', ` ${subject.trim()}`))
  status.setAttribute('role', 'status')
  const say = (shown: string, spoken: string) => {
    word.textContent = shown
    status.textContent = spoken
    setTimeout(() => {
      word.textContent = 'Copy'
      status.textContent = ''
    }, copiedMs)
  }
  button.addEventListener('click', () => {
    const select = () => {
      getSelection()?.selectAllChildren(text)
      say('Selected', 'Selected. Copy it with your keyboard.')
    }
    const { clipboard } = navigator
    if (clipboard === undefined) select()
    else clipboard.writeText(text.textContent ?? '').then(() => say('Copied', 'Copied.'), select)
  })
  const pair = make(document, 'span', 'copier')
  pair.append(button, status)
  return pair
}
