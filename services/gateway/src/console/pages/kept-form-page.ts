import { html, htmlPage, pageShell, postForm } from '@outturn/pages'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { parseForm } from '../../wire/body/form-body.ts'
import { signInFirst, switchAccountFirst } from '../sessions/serve-person.ts'
import { withForm } from './console-page.ts'

/** Proofs of who a person is, which are good for one request alone. */
const proofs: readonly string[] = ['code', 'response']

/** Fields whose content is not shown again. */
const secrets = /secret|header|password/

/**
 * The route of a form, whose fields stay on a page where its person has to sign in first: nothing is stored, and the person sends them
 * again by its button.
 */
export function keepingForm(site: PageSite, route: Route): Route {
  if (route.method !== 'POST' || route.access.kind !== 'person') return route
  return {
    ...route,
    async answer(call) {
      const answered = await route.answer(call)
      if (answered !== signInFirst && answered !== switchAccountFirst) return answered
      return keptForm(site, call, answered === signInFirst) ?? answered
    },
  }
}

/** The page that keeps a form; null where nothing was filled in. */
function keptForm(site: PageSite, call: Call, isSignedOut: boolean): Answer | null {
  const { _t: token, ...sent } = parseForm(call.bytes)
  const fields = Object.entries(sent).filter(([name, value]) => value !== '' && !proofs.includes(name))
  if (token === undefined || token === '' || fields.length === 0) return null
  const written = fields.flatMap(([name, value]) =>
    /\S\s+\S/.test(value) && !secrets.test(name) ? [value] : [],
  )
  const words = isSignedOut
    ? {
        title: 'You are signed out',
        first: html`<a href="/sign-in" target="_blank" rel="noopener">Sign in in a new tab</a>, as the same person.`,
      }
    : {
        title: 'The form is of another account',
        first: html`<a href="/console" target="_blank" rel="noopener">Open the console in a new tab</a> and go on in the account in which you opened the form.`,
      }
  const content = html`<div class="centre"><div class="stack">
    <h1 tabindex="-1" autofocus>${words.title}</h1>
    <p>Nothing was done yet. What you filled in stays on this page, and nowhere else, as long as the page is open.</p>
    <ol class="stack-s"><li>${words.first}</li><li>Come back to this page, and send the form again.</li></ol>
    ${postForm({ action: call.path, token, hidden: Object.fromEntries(fields) }, [
      html`<p><button class="btn go" type="submit">Send the form again</button></p>`,
    ])}
    ${
      written.length === 0
        ? null
        : html`<section class="card" aria-labelledby="written-title"><h2 id="written-title">What you wrote</h2>${written.map(
            (text) => html`<p class="prose" dir="auto">${text}</p>`,
          )}</section>`
    }
  </div></div>`
  const page = pageShell({ title: words.title, site }, content)
  return htmlPage(site, isSignedOut ? 401 : 403, page, { ...withForm, 'cache-control': 'no-store' })
}
