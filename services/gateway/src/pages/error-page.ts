import { errorCodes, type Refusal } from '@outturn/contracts'
import { type HtmlPage, html, htmlPage, keyValues, minuteText, pageShell, type Site } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { retryAfterSeconds } from '../wire/error-body.ts'

export type Failure = {
  readonly refusal: Refusal
  readonly requestId: string
  readonly now: Date
  /** What the page would have shown, such as a receipt. */
  readonly thing?: string
  /** The path that was asked for: what fails in the console leads back to it. */
  readonly path?: string
  /** Stands under the title, such as a form to try again. */
  readonly help?: ComponentChildren
}

/** The page that stands in for one that cannot be shown: what happened, what to do, and what to tell support. */
export function errorPage(site: Site, failure: Failure): HtmlPage {
  const { refusal, requestId, now, thing, help, path = '' } = failure
  const isInConsole = /^\/console(?:\/|$)/.test(path)
  const title = titleOf(refusal.status, thing)
  const seconds = retryAfterSeconds(refusal)
  const headers = { 'cache-control': 'no-store', ...(seconds !== null && { 'retry-after': String(seconds) }) }
  const page = pageShell({ title, site }, [
    html`<div class="wrap read hero plain">
      <div class="stack">
        <p class="kicker">${refusal.status} · ${refusal.code.replaceAll('_', ' ')}</p>
        <h1>${title}</h1>
        ${help ?? null}
        <p class="small">${isInConsole ? html`<a href="/console">Go to the overview of the console</a>` : html`<a href="/">Go to the front page</a>`}</p>
        <div class="card">
          ${keyValues('failure', [
            [
              'What happened',
              refusal.code === 'route_not_found' ? 'No page has this address.' : refusal.message,
            ],
            ['What to do', remedyOf(refusal)],
            ['Code', html`<a href=${`/docs/errors#${refusal.code}`}>${refusal.code}</a>`],
            ['Request', html`<span class="mono">${requestId}</span>`],
            ['Time', minuteText(now.toISOString())],
          ])}
        </div>
        <p class="small quiet">Tell the operator of this service the request id and nothing else; it finds all of this.</p>
      </div>
    </div>`,
  ])
  return htmlPage(site, refusal.status, page, headers)
}

function titleOf(status: number, thing: string | undefined): string {
  if (status === 404)
    return thing === undefined ? 'There is nothing at this address' : `There is no such ${thing}`
  if (status === 401 || status === 403) return 'This address needs a key that may use it'
  return status < 500 && status !== 429
    ? 'The request cannot be carried out'
    : 'This page cannot be shown now'
}

function remedyOf({ status, code, options }: Refusal): string {
  if (status === 404) return 'Check the address, or ask its sender for the whole link.'
  return options.remediation ?? errorCodes[code].remediation
}
