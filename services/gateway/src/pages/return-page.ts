import { html, pageShell, type Site } from '@outturn/pages'
import type { VNode } from 'preact'
import type { NamedReturn } from '../store/return-store.ts'

/** Names where a browser would go on to, and who asked for it, before it goes there. */
export function returnPage({ url, accountName }: NamedReturn, site: Site): VNode {
  // The host as the browser resolves it: letters outside of ASCII are written in Punycode, so that no host looks like another.
  const { host, href } = new URL(url)
  return pageShell({ title: `Continue to ${host}?`, site }, [
    html`<div class="wrap read stack hero plain">
      <h1>Continue to ${host}?</h1>
      <p>You come from the setup of payouts at the payment processor. <strong>${accountName}</strong> asked for you to go on to this address:</p>
      <p><code>${href}</code></p>
      <p>It belongs to <strong>${host}</strong> and is not part of this service. Do not enter payout or bank details there: only the payment processor asks for those.</p>
      <p><a class="btn go" href=${href} rel="noreferrer">Continue to ${host}</a></p>
      <p class="quiet">If you do not know this address, close this page. Nothing that you entered at the payment processor is lost.</p>
    </div>`,
  ])
}
