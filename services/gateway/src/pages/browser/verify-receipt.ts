import { parseStrictJson } from '@outturn/canonical'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { inWords, type Wording } from '../result-words.ts'
import { type PageElement, show, showCheck, write } from './show-verdict.ts'
import { describeVerdict, logWords } from './verdict-words.ts'

declare const document: {
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
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
    const environment = receipt.environment === 'demo' ? 'demo' : 'production'
    const verdict = verifyOutcomeReceipt(receipt, { trustSet: parseKeyDocument(keys), environment, status })
    show(output, describeVerdict(verdict, misprinted(receipt)))
    for (const { name, status: found, detail } of verdict.checks) showCheck(name, found, detail)
    write('#log-verdict', logWords[verdict.log_inclusion])
  } catch {
    show(output, {
      tone: 'unknown',
      summary: 'Not verified: the keys of the service could not be read.',
      detail: 'It can be verified offline.',
    })
  }
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return parseStrictJson(await response.text())
}

/** What no page of a receipt may leave out. */
const indispensable = ['result', 'amounts.earned', 'amounts.committed', 'id']

/** Paths of what the page shows otherwise than the receipt states it, or not at all. */
function misprinted(receipt: unknown): string[] {
  const wrong: string[] = []
  const shown = new Set<string>()
  for (const element of document.querySelectorAll('[data-claim]')) {
    const { claim: path = '', words } = element.dataset
    shown.add(path)
    const stated = inWords(String(valueAt(receipt, path)), words as Wording | undefined)
    if (stated !== element.textContent) wrong.push(path)
  }
  return [...wrong, ...indispensable.filter((path) => !shown.has(path))]
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value)
}

void verifyThisPage()
