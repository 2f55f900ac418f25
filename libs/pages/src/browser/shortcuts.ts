import { type Dialog, type Element, type Happening, make, type PageDocument } from './dom.ts'

declare const localStorage: {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
}
declare const location: { href: string }
declare function setTimeout(act: () => void, ms: number): number
declare function clearTimeout(timer: number | undefined): void

/** After `g` the second key is waited for so long, ms. */
const secondKeyMs = 1_500
const setting = 'outturn-shortcuts'

/**
 * Single keys that lead through the console: `/` to the search, `g` and a letter to a place, `j` and `k` from row to row, `?` to their list.
 * They do nothing while something is typed, and can be turned off, which the browser remembers.
 */
export function addShortcuts(document: PageDocument): void {
  let isGoing = false
  let timer: number | undefined
  const list = shortcutList(document)

  function go(key: string): void {
    const place = document.querySelector(`a[data-go="${key}"]`)
    if (place !== null) location.href = place.href
  }

  document.addEventListener('keydown', (event) => {
    if (isElsewhere(document, event)) return
    const wasGoing = isGoing
    isGoing = false
    clearTimeout(timer)
    if (wasGoing) {
      if (/^[a-z]$/.test(event.key)) go(event.key)
      return
    }
    if (!isOn()) return
    switch (event.key) {
      case '/':
        event.preventDefault()
        return focusSearch(document)
      case 'g':
        isGoing = true
        timer = setTimeout(() => (isGoing = false), secondKeyMs)
        return
      case 'j':
        return moveRow(document, 1)
      case 'k':
        return moveRow(document, -1)
      case '?':
        return list.open()
    }
  })
}

/** A key that is meant for something else: a field, a dialog, the browser, or the composing of a letter. */
function isElsewhere(document: PageDocument, event: Happening): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return true
  if (document.querySelector('dialog[open]') !== null) return true
  return event.target.matches?.('input, textarea, select, [contenteditable]') ?? false
}

function isOn(): boolean {
  return stored() !== 'off'
}

/** A browser may keep pages from storing anything. */
function stored(): string | null {
  try {
    return localStorage.getItem(setting)
  } catch {
    return null
  }
}

function store(value: 'on' | 'off'): void {
  try {
    localStorage.setItem(setting, value)
  } catch {
    // The setting then holds for no other page.
  }
}

function focusSearch(document: PageDocument): void {
  const field = document.querySelector('[role="search"] input')
  field?.focus()
  field?.select()
}

/** Rows are the lines of a table and the hits of a search; each has its main link. */
function moveRow(document: PageDocument, step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main a.main, main a.hit')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const row = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** The list of shortcuts, in a dialog, and the button of the page that opens it. */
function shortcutList(document: PageDocument): { open(): void } {
  const dialog = make(document, 'dialog', 'stack') as Dialog
  const heading = make(document, 'h2', '', 'Keyboard shortcuts')
  heading.id = 'shortcuts-title'
  dialog.setAttribute('aria-labelledby', heading.id)
  const keys = make(document, 'dl', 'kv')
  const places = [...document.querySelectorAll('a[data-go]')].map((place): [string, string] => [
    `g ${place.dataset['go']}`,
    `Go to ${place.textContent}`,
  ])
  const lines = [
    ['/', 'Search'] as const,
    // The menu of a narrow screen has the same places again.
    ...new Map(places),
    ['j', 'Next row'] as const,
    ['k', 'Previous row'] as const,
    ['?', 'This list'] as const,
  ]
  for (const [key, text] of lines) keys.append(shortcutLine(document, key, text))
  const close = make(document, 'button', 'btn', 'Close')
  close.type = 'button'
  close.addEventListener('click', () => dialog.close())
  dialog.append(heading, keys, offSwitch(document), close)
  document.body.append(dialog)
  const open = () => {
    dialog.showModal()
    close.focus()
  }
  // The page has its place from the start, so that nothing moves.
  const button = document.querySelector('[data-shortcuts]')
  if (button !== null) {
    button.addEventListener('click', open)
    button.className = 'btn only-broad'
  }
  return { open }
}

function shortcutLine(document: PageDocument, keys: string, text: string): Element {
  const [line, name, meaning] = ['div', 'dt', 'dd'].map((each) => make(document, each, ''))
  if (line === undefined || name === undefined || meaning === undefined) throw new Error('no elements')
  for (const key of keys.split(' ')) name.append(make(document, 'kbd', '', key), ' ')
  meaning.textContent = text
  line.append(name, meaning)
  return line
}

function offSwitch(document: PageDocument): Element {
  const label = make(document, 'label', 'row')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = isOn()
  box.addEventListener('change', () => store(box.checked ? 'on' : 'off'))
  label.append(box, 'Use single keys as shortcuts')
  return label
}
