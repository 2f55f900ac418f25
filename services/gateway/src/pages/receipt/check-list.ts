import type { ReceiptCheck } from '@outturn/receipt-verifier'
import { html } from '@outturn/pages'
import type { VNode } from 'preact'
import { checkWords } from './check-words.ts'

const marks = { ok: 'passed', failed: 'failed', not_checked: null } as const
const spoken = { ok: 'Passed: ', failed: 'Failed: ', not_checked: 'Not checked here: ' } as const

/** Every check of a receipt with its mark; without results, each waits for the script of the page. */
export function checkList(checks: readonly ReceiptCheck[]): VNode {
  const results = new Map<string, ReceiptCheck>(checks.map((check) => [check.name, check]))
  return html`<ul class="checks">
    ${Object.entries(checkWords).map(([name, [title, meaning]]) => {
      const { status = 'not_checked', detail = meaning } = results.get(name) ?? {}
      return html`<li data-check=${name} class=${marks[status]}>
        <span><span class="vh">${spoken[status]}</span><span class="strong">${title}.</span> <span class="quiet detail">${status === 'failed' ? detail : meaning}</span></span>
      </li>`
    })}
  </ul>`
}
