import { errorCodes, reasons } from '@outturn/contracts'
import { badge, card, type Entry, html, keyValues, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { PageSite } from '../site.ts'

const codes = Object.entries(errorCodes).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Pages of the guide that say more of a code. */
const guides: Readonly<Record<string, readonly [page: string, title: string]>> = {
  ambiguity_required: ['reading', 'How a sentence is read, and what is asked about'],
  compile_failed: ['policies', 'Agreements in plain text'],
  credits_required: ['credits', 'Credits'],
  evidence_too_large: ['limits', 'Limits'],
  input_too_large: ['limits', 'Limits'],
  invalid_state: ['statuses', 'Statuses and polling'],
  rate_limited: ['limits', 'Limits'],
  session_expired: ['sandbox', 'The sandbox'],
}

function moreOf(code: string): Entry[] {
  const guide = Object.hasOwn(guides, code) ? guides[code] : undefined
  return guide === undefined ? [] : [['More', html`<a href=${`/docs/guide/${guide[0]}`}>${guide[1]}</a>`]]
}

/** Every error code and reason, each with an anchor of its own: where the `docs` address of an error leads. */
export function errorsPage(site: PageSite): VNode {
  const description = `Every error code of ${site.name}: its status, whether to try again, and what to do next.`
  return pageShell({ title: 'Error codes', site, description }, [
    html`<div class="wrap read stack hero plain">
      <h1>Error codes</h1>
      <p class="lead">Each refusal names a code and what to do next. Branch on <code>code</code> and <code>retryable</code>, not on words: <code>retryable: true</code> means that the same request can succeed later. <a href="/docs/guide/errors">How errors work</a></p>
      <nav aria-label="Error codes">
        <ul class="codes">${codes.map(([code]) => html`<li><a class="mono" href=${`#${code}`}>${code}</a></li>`)}<li><a href="#reasons">Reasons</a></li></ul>
      </nav>
      ${codes.map(([code, { status, retryable, remediation }]) =>
        card(
          {
            id: code,
            title: html`<a class="anchor" href=${`#${code}`}>${code}</a>`,
            aside: badge(retryable ? 'info' : 'neutral', `retryable: ${retryable}`),
          },
          keyValues(`${code}-facts`, [
            ['Status', String(status)],
            ['What to do', remediation],
            ...moreOf(code),
          ]),
        ),
      )}
      ${card({ id: 'reasons', title: 'Reasons' }, [
        html`<p class="small quiet">An error can have a reason, which is finer than its code.</p>`,
        html`<dl class="kv">
          ${Object.entries(reasons).map(
            ([reason, meaning]) => html`<div id=${`reason-${reason}`}>
            <dt class="mono">${reason}</dt>
            <dd>${meaning}</dd>
          </div>`,
          )}
        </dl>`,
      ])}
    </div>`,
  ])
}
