import type { ReceiptVerdict } from '@outturn/receipt-verifier'
import { card, html, icon, note, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { VerdictWords } from '../browser/verdict-words.ts'
import { checkList } from '../receipt/check-list.ts'
import type { PageSite } from '../site.ts'
import { pastedVerdict } from './pasted-verdict.ts'
import { factsText } from './receipt-facts.ts'

/** Most characters of a pasted receipt. */
export const mostReceiptLength = 250_000

export type VerifyView = {
  readonly text: string
  readonly outcome:
    | { readonly problem: string }
    | { readonly verdict: ReceiptVerdict; readonly id: string | null }
    | null
}

const waiting: VerdictWords = {
  tone: 'unknown',
  summary: 'Nothing verified yet.',
  detail: 'With scripts, the receipt stays in this browser; without them, it is sent to this service.',
}

/** A page that verifies the file of a receipt: in the browser with scripts, by the service without. */
export function verifyPage(site: PageSite, { text, outcome }: VerifyView): VNode {
  const verdict = outcome !== null && 'verdict' in outcome ? outcome.verdict : null
  const problem = outcome !== null && 'problem' in outcome ? outcome.problem : null
  return pageShell({ title: 'Verify a receipt', site, script: site.verifyFileScript }, [
    html`<div class="wrap read stack hero plain">
      <div class="stack-s">
        <h1>Verify a receipt</h1>
        <p class="lead">Paste the file of an outcome receipt of ${site.name}, or choose it. The check takes the published keys and asks whether the receipt still counts.</p>
      </div>
      <form class="card stack" id="verify" action="/verify#outcome" method="post" data-keys-url=${site.keysUrl}>
        <div class="field">
          <label for="receipt">Receipt</label>
          <textarea id="receipt" name="receipt" class="mono" rows="8" maxlength=${mostReceiptLength} required spellcheck="false" aria-describedby="receipt-hint" defaultValue=${text}></textarea>
          <p class="hint" id="receipt-hint">The JSON of the receipt, or an answer of the service that has one.</p>
        </div>
        <div class="field with-scripts">
          <label for="file">Or a file</label>
          <input id="file" type="file" accept=".json,application/json" />
        </div>
        <p><button class="btn go" type="submit">Verify</button></p>
      </form>
      ${outcomeCard(verdict, problem, outcome)}
      ${card({ id: 'what', title: 'What a receipt is' }, [
        html`<p>A signed record of one piece of work: what was agreed, what was delivered, and what that earned. It does not prove that the evidence is true or that a party was paid.</p>`,
        html`<p class="small">To depend on nothing here, run <code>npx -p @outturn/receipt-verifier outturn-verify receipt.json --keys keys.json</code> with keys that you have pinned.</p>`,
      ])}
    </div>`,
  ])
}

function outcomeCard(
  verdict: ReceiptVerdict | null,
  problem: string | null,
  outcome: VerifyView['outcome'],
): VNode {
  const words = verdict === null ? waiting : byService(pastedVerdict(verdict))
  const id = outcome !== null && 'id' in outcome ? outcome.id : null
  return card({ id: 'outcome', title: 'Result' }, [
    problem === null ? null : note('bad', problem, 'problem'),
    html`<div class=${`proof ${words.tone}`} id="verification">
      ${icon('shield')}
      <div>
        <p class="verdict" aria-live="polite"><strong>${words.summary}</strong> <span class="quiet">${words.detail}</span></p>
        <p class="small" id="facts">${verdict === null ? '' : factsText(verdict)}</p>
        ${verdict?.valid === true && id !== null ? html`<p class="small"><a href=${`/r/${id}`}>Open the page of this receipt</a></p>` : null}
      </div>
    </div>`,
    checkList(verdict?.checks ?? []),
  ])
}

/** The words of the browser's own check, for one that the service made. */
function byService(words: VerdictWords): VerdictWords {
  return { ...words, summary: words.summary.replace('in this browser', 'by this service') }
}
