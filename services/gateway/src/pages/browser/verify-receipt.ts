import { parseKeyDocument, parseStrictJson, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { describeVerdict, type VerdictWords } from './verdict-words.ts'

/** The part of the browser that this script uses. */
type PageElement = {
  textContent: string | null
  className: string
  readonly dataset: Readonly<Record<string, string | undefined>>
  replaceChildren(...children: PageElement[]): void
}
declare const document: {
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  createElement(name: string): PageElement
}

/** Verifies the receipt that the page carries, with code and arithmetic of the reader's own browser. */
async function verifyThisPage(): Promise<void> {
  const holder = document.querySelector('#receipt-json')
  const output = document.querySelector('#verification')
  if (holder === null || output === null) return
  const { keysUrl = '', statusUrl = '' } = output.dataset
  try {
    const receipt = parseStrictJson(holder.textContent ?? '') as { environment?: unknown }
    const [keys, status] = await Promise.all([
      read(keysUrl),
      // Without a status the receipt is still authentic or not; the verdict says that it could not be asked for.
      read(statusUrl).catch(() => undefined),
    ])
    const verdict = verifyOutcomeReceipt(receipt, { trustSet: parseKeyDocument(keys), status })
    show(output, describeVerdict(verdict, misprinted(receipt)))
  } catch {
    show(output, {
      tone: 'unknown',
      summary:
        'Not verified: this browser could not read the keys of the service. The receipt can be verified offline.',
      checks: [],
    })
  }
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return parseStrictJson(await response.text())
}

/** Paths of the figures that the page shows otherwise than the receipt states them. */
function misprinted(receipt: unknown): string[] {
  const wrong: string[] = []
  for (const element of document.querySelectorAll('[data-claim]')) {
    const path = element.dataset['claim'] ?? ''
    if (String(valueAt(receipt, path)) !== element.textContent) wrong.push(path)
  }
  return wrong
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value)
}

function show(output: PageElement, { tone, summary, checks }: VerdictWords): void {
  const line = document.createElement('p')
  line.className = `verdict ${tone}`
  line.textContent = summary
  const list = document.createElement('ul')
  list.className = 'checks'
  list.replaceChildren(
    ...checks.map(({ mark, text }) => {
      const item = document.createElement('li')
      item.className = mark
      item.textContent = text
      return item
    }),
  )
  output.replaceChildren(line, list)
}

void verifyThisPage()
