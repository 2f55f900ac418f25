import { badge, codeBlock, html } from '@outturn/pages'
import { decimal } from '@outturn/money'
import type { VNode } from 'preact'
import type { PageSite } from '../site.ts'
import {
  deliveryOf,
  mostCellLength,
  mostConditionsLength,
  type TryForm,
  tryFields,
  unitCents,
} from './try-form.ts'
import type { TryOutcome } from './try-outcome.ts'
import { faultyCells, resultPane } from './try-result.ts'

type TryView = {
  readonly form: TryForm
  readonly outcome: TryOutcome | null
  /** Whether this deployment has a sandbox. */
  readonly isHosted: boolean
}

/** The form of the front page that verifies a table in the sandbox; it works without scripts. */
export function trySection(site: PageSite, { form, outcome, isHosted }: TryView): VNode {
  return html`<section class="wrap" id="try" aria-labelledby="try-title">
    <div class="card">
      <header>
        <h2 id="try-title">Deliver four companies. See what they earn.</h2>
        ${badge('info', 'Sandbox, no account')}
      </header>
      ${isHosted ? tryForm(site, form, outcome) : html`<p>This deployment does not host the sandbox.</p>`}
    </div>
  </section>`
}

function tryForm(site: PageSite, form: TryForm, outcome: TryOutcome | null): VNode {
  return html`<form action="/try#result" method="post">
    <div class="cols main">
      <div class="stack">
        <div class="field">
          <label for="conditions">What was agreed, in plain words</label>
          <textarea id="conditions" name="conditions" rows="3" maxlength=${mostConditionsLength} aria-describedby="conditions-hint" defaultValue=${form.conditions}></textarea>
          <p class="hint" id="conditions-hint">One condition a line. An accepted row earns ${decimal(BigInt(unitCents), 2)} USD.</p>
        </div>
        ${deliveryTable(form, outcome)}
        <p class="row"><button class="btn go" type="submit">Verify the delivery</button> <a class="btn" href="/#try">Start again</a></p>
      </div>
      <div class="stack" id="result">
        <h3>Result</h3>
        ${resultPane(form, outcome)}
        <details class="more">
          <summary>The same by curl</summary>
          ${codeBlock('Terminal', curlOf(site, form))}
        </details>
      </div>
    </div>
  </form>`
}

function deliveryTable({ rows }: TryForm, outcome: TryOutcome | null): VNode {
  const faults = faultyCells(rows, outcome)
  return html`<table class="grid-in" role="table">
    <caption class="caption">What was delivered. Edit any cell.</caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" class="n" scope="col"><span class="vh">Row</span></th>
        <th role="columnheader" scope="col">Name</th>
        <th role="columnheader" scope="col">Website</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row, index) => html`<tr role="row">
          <th role="rowheader" class="n" scope="row">${index + 1}</th>
          ${tryFields.map((field) => {
            const isFaulty = faults.has(`${index + 1}:${field}`)
            const label = `${field === 'name' ? 'Name' : 'Website'} in row ${index + 1}`
            return html`<td role="cell" class=${isFaulty ? 'bad' : null}>
              <input name=${`${field}${index + 1}`} aria-label=${label} defaultValue=${row[field]} maxlength=${mostCellLength} autocomplete="off" spellcheck="false" aria-invalid=${isFaulty ? 'true' : null} aria-describedby=${isFaulty ? 'problems' : null} />
            </td>`
          })}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** The request as a program sends it; no quote of the visitor ends the one of the shell. */
function curlOf({ publicUrl }: PageSite, form: TryForm): string {
  const body = JSON.stringify(deliveryOf(form)).replaceAll("'", String.raw`'\''`)
  return `token=$(curl -sS -X POST ${publicUrl}/api/sandbox/session | jq -r .token)
curl -sS ${publicUrl}/api/sandbox/verify \\
  -H "authorization: Bearer $token" \\
  -H 'content-type: application/json' \\
  -d '${body}'`
}
