import { parseStrictJson } from '@outturn/canonical'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { readPastedReceipt } from '../verify/pasted-receipt.ts'
import { checkWords } from '../receipt/check-words.ts'
import { pastedVerdict } from '../verify/pasted-verdict.ts'
import { factsText } from '../verify/receipt-facts.ts'
import { type PageElement, show, showCheck, write } from './show-verdict.ts'

type ChosenFile = { text(): Promise<string> }
type Happening = {
  preventDefault(): void
  readonly dataTransfer?: { readonly files: readonly ChosenFile[] }
}
type Field = PageElement & {
  value: string
  readonly files: readonly ChosenFile[] | null
  addEventListener(name: string, act: (event: Happening) => void): void
}
declare const document: {
  querySelector(selector: string): Field | null
  addEventListener(name: string, act: (event: Happening) => void): void
}

const form = document.querySelector('#verify')
const field = document.querySelector('#receipt')
const file = document.querySelector('#file')
const output = document.querySelector('#verification')

if (form !== null && field !== null && output !== null) {
  const verify = () => verifyText(field.value, form.dataset['keysUrl'] ?? '', output)
  const take = async (chosen: ChosenFile | undefined) => {
    if (chosen === undefined) return
    field.value = await chosen.text()
    await verify()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void verify()
  })
  file?.addEventListener('change', () => void take(file.files?.[0]))
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    void take(event.dataTransfer?.files[0])
  })
}

/** Takes away what the checks of another text have found. */
function clearChecks(): void {
  for (const [name, [, meaning]] of Object.entries(checkWords)) {
    showCheck(name, 'not_checked', '')
    write(`[data-check=${name}] .detail`, meaning)
  }
}

/** Number of verifications that were started: when two run at once, only the newer one is shown. */
let texts = 0

/** Verifies a text with code and arithmetic of the reader's own browser; the text is not sent. */
async function verifyText(text: string, keysUrl: string, shown: PageElement): Promise<void> {
  texts += 1
  const own = texts
  write('#facts', '')
  clearChecks()
  const pasted = readPastedReceipt(text)
  if ('problem' in pasted) {
    show(shown, { tone: 'bad', summary: 'Not verified.', detail: pasted.problem })
    return
  }
  show(shown, { tone: 'unknown', summary: 'Verifying …', detail: '' })
  const { receipt, id, environment } = pasted
  try {
    const status =
      id === null ? undefined : await read(`/api/v1/receipts/${id}/status`).catch(() => undefined)
    const trustSet = parseKeyDocument(await read(keysUrl))
    if (own !== texts) return
    const verdict = verifyOutcomeReceipt(receipt, { trustSet, environment, status })
    show(shown, pastedVerdict(verdict))
    for (const { name, status: found, detail } of verdict.checks) showCheck(name, found, detail)
    write('#facts', factsText(verdict))
  } catch {
    if (own !== texts) return
    show(shown, {
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
