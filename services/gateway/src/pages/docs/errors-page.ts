import { errorCodes, reasons } from '@outturn/contracts'
import { badge, card, html, keyValues, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { PageSite } from '../site.ts'

/** Every error code and reason, each with an anchor of its own: where the `docs` address of an error leads. */
export function errorsPage(site: PageSite): VNode {
  const description = `Every error code of ${site.name}: its status, whether to try again, and what to do next.`
  return pageShell({ title: 'Error codes', site, description }, [
    html`<div class="wrap read stack hero plain">
      <h1>Error codes</h1>
      <p class="lead">Each refusal names a code and what to do next. Branch on <code>code</code> and <code>retryable</code>, not on words. <a href="/docs/guide/errors">How errors work</a></p>
      ${Object.entries(errorCodes).map(([code, { status, retryable, remediation }]) =>
        card(
          {
            id: code,
            title: html`<a class="anchor" href=${`#${code}`}>${code}</a>`,
            aside: badge(retryable ? 'info' : 'neutral', retryable ? 'Try again' : 'Not retryable'),
          },
          keyValues(`${code}-facts`, [
            ['Status', String(status)],
            ['What to do', remediation],
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
