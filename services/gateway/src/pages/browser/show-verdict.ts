import type { VerdictWords } from './verdict-words.ts'

/** The part of the browser that the scripts use. */
export type PageElement = {
  textContent: string | null
  className: string
  readonly dataset: Readonly<Record<string, string | undefined>>
}
declare const document: { querySelector(selector: string): PageElement | null }

/** Writes into elements that have their room already, so that nothing moves. */
export function show(output: PageElement, { tone, summary, detail }: VerdictWords): void {
  output.className = `proof ${tone}`
  write('.verdict strong', summary)
  write('.verdict span', detail)
}

const marks = { ok: 'passed', failed: 'failed', not_checked: '' } as const
const spoken = { ok: 'Passed: ', failed: 'Failed: ', not_checked: 'Not checked here: ' } as const

export function showCheck(name: string, found: keyof typeof marks, detail: string): void {
  const line = document.querySelector(`[data-check=${name}]`)
  if (line === null) return
  line.className = marks[found]
  write(`[data-check=${name}] .vh`, spoken[found])
  if (found === 'failed') write(`[data-check=${name}] .detail`, detail)
}

export function write(selector: string, text: string): void {
  const element = document.querySelector(selector)
  if (element !== null) element.textContent = text
}
