import { keyValues, type Entry, html, minuteText, pageShell } from '@outturn/pages'
import { acceptSpool, pathTo, type SharedSpool } from '@outturn/contracts'
import { decimal } from '@outturn/money'
import type { TermSource } from '@outturn/vocabulary'
import type { VNode } from 'preact'
import { agreedConditionsSection } from './agreed-conditions-section.ts'
import type { PageAssets } from '../assets.ts'
import { nextWords, summaryOf } from './spool-words.ts'

/** The agreement and its state, for every holder of the link: readable without scripts, a key or an account. */
export function sharedSpoolPage(spool: SharedSpool, assets: PageAssets): VNode {
  return pageShell({ title: `${spool.deliverable.title} – Spool ${spool.id}`, assets }, [
    spool.environment === 'demo'
      ? html`<p class="notice">A sandbox Spool: for trying out, worth nothing outside the sandbox.</p>`
      : null,
    summarySection(spool),
    nextSection(spool),
    valueSection(spool),
    partiesSection(spool),
    agreedConditionsSection(spool),
    termsSection(spool),
    evidenceSection(spool),
    acceptingSection(spool),
    identifiersSection(spool),
  ])
}

function summarySection(spool: SharedSpool): VNode {
  const { title, description, type, attributes } = spool.deliverable
  const { tone, text } = summaryOf(spool)
  const facts: Entry[] = [['Kind', type], ...Object.entries(attributes)]
  return html`<section aria-labelledby="title">
    <h1 id="title">${title}</h1>
    <p class=${`verdict ${tone}`} id="summary">${text}</p>
    ${description === '' ? null : html`<p class="prose">${description}</p>`}
    ${keyValues('deliverable', facts)}
  </section>`
}

function nextSection(spool: SharedSpool): VNode {
  return html`<section aria-labelledby="next-title">
    <h2 id="next-title">What happens next</h2>
    ${nextWords(spool).map((text) => html`<p>${text}</p>`)}
    ${
      spool.latest_receipt_id === null
        ? null
        : html`<p>The latest verification is recorded in <a href=${`/r/${spool.latest_receipt_id}`}>its signed receipt</a>.</p>`
    }
  </section>`
}

function valueSection({ value, unitization: units }: SharedSpool): VNode {
  return html`<section aria-labelledby="value-title">
    <h2 id="value-title">Value</h2>
    <p class="earned" id="value"><strong>${decimal(BigInt(value.amount_cents), 2)}</strong> ${value.currency}</p>
    ${
      units === null
        ? html`<p>Earned as a whole or not at all.</p>`
        : html`<p id="units">${units.total_units} units, ${decimal(BigInt(units.unit_amount_cents), 2)} ${value.currency} for each that is accepted.</p>`
    }
  </section>`
}

const kindWords = {
  human: 'person',
  agent: 'software agent',
  org: 'organization',
  service: 'service',
} as const

function partiesSection({ parties }: SharedSpool): VNode {
  return html`<section aria-labelledby="parties-title">
    <h2 id="parties-title">Parties</h2>
    ${keyValues(
      'parties',
      parties.map(({ role, kind, display_name: name, assigned }) => [
        `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
        `${name} (${kindWords[kind]}${assigned ? '' : ', has not joined yet'})`,
      ]),
    )}
  </section>`
}

/** Where the words of a term come from, as people say it. */
const originWords: Readonly<Record<TermSource, string>> = {
  listing: 'Taken from the listing.',
  chat: 'Taken from a conversation.',
  image: 'Read from an image.',
  freeform: 'Written by the author of the agreement.',
  user_added: 'Added by a party.',
}

function termOrigin(source: string): string {
  const known = Object.hasOwn(originWords, source) ? originWords[source as TermSource] : undefined
  return known ?? `From: ${source.replaceAll('_', ' ')}.`
}

function termsSection({ terms }: SharedSpool): VNode {
  return html`<section aria-labelledby="terms-title">
    <h2 id="terms-title">Terms</h2>
    ${terms.length === 0 ? html`<p>None were agreed.</p>` : null}
    <ol id="terms">
      ${terms.map(
        ({ text, provenance: { source } }) =>
          html`<li>
          <p class="prose">${text}</p>
          <p class="quiet">${termOrigin(source)} Agreed in words; no check decides it.</p>
        </li>`,
      )}
    </ol>
  </section>`
}

/** What was delivered, each content once, without where it came from: the parties see that. */
function evidenceSection({ evidence, conditions }: SharedSpool): VNode | null {
  if (evidence.length === 0) return null
  const items = new Map<string, { item: SharedSpool['evidence'][number]; numbers: number[] }>()
  for (const [index, item] of evidence.entries()) {
    const number = conditions.findIndex(({ id }) => id === item.condition_id) + 1
    const { type, status, content_digest: digest } = item
    const key = JSON.stringify([type, status, digest, digest === null ? index : null])
    const known = items.get(key)
    if (known === undefined) items.set(key, { item, numbers: [number] })
    else if (!known.numbers.includes(number)) known.numbers.push(number)
  }
  return html`<section aria-labelledby="evidence-title">
    <h2 id="evidence-title">Evidence</h2>
    <ol id="evidence">
      ${[...items.values()].map(({ item, numbers }) => {
        const judged = item.status === 'judged' ? 'seen by the last verification' : 'not verified yet'
        const what = `${item.type.charAt(0).toUpperCase()}${item.type.slice(1)}`
        return html`<li>
          <p>${what} for ${numbers.length === 1 ? 'condition' : 'conditions'} ${listed(numbers)}, ${judged}.</p>
          ${item.content_digest === null ? null : html`<p class="quiet"><code>${item.content_digest}</code></p>`}
        </li>`
      })}
    </ol>
  </section>`
}

/** `1`, `1 and 2`, `1, 2 and 3`. */
function listed(numbers: readonly number[]): string {
  const last = numbers.at(-1) ?? ''
  return numbers.length < 2 ? String(last) : `${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** How the other party accepts exactly what this page shows, and nothing that it is amended to meanwhile. */
function acceptingSection({ id, status, agreement, pricing_quote: quote }: SharedSpool): VNode | null {
  if (status.agreement !== 'proposed' || status.outcome !== 'active') return null
  const body = {
    agreement_hash: agreement.agreement_hash,
    ...(quote !== null && { quote_digest: quote.quote_digest }),
  }
  return html`<section aria-labelledby="accept-title">
    <h2 id="accept-title">Accepting these terms</h2>
    <p>The other party accepts with the key that it got for its invitation; this page is no invitation. It sends <code>POST ${pathTo(acceptSpool.http, { id })}</code> with this body. That accepts the terms on this page: if they are amended meanwhile, it is refused.</p>
    <p id="acceptance"><code>${JSON.stringify(body)}</code></p>
  </section>`
}

function identifiersSection(spool: SharedSpool): VNode {
  const { agreement } = spool
  const code = (value: string) => html`<code>${value}</code>`
  return html`<section aria-labelledby="identifiers-title">
    <h2 id="identifiers-title">Identifiers</h2>
    ${keyValues('identifiers', [
      ['Spool', code(spool.id)],
      ['Agreement', `version ${agreement.version}, ${agreement.mode}`],
      ['Agreement hash', code(agreement.agreement_hash)],
      ['Plan hash', code(agreement.plan_hash)],
      ['Created', html`<time dateTime=${spool.created_at}>${minuteText(spool.created_at)}</time>`],
      ['Last changed', html`<time dateTime=${spool.updated_at}>${minuteText(spool.updated_at)}</time>`],
      ['Environment', spool.environment],
    ])}
    <p class="quiet">Everyone who has this link can read the agreement. It gives no right to act and takes no seat: only an invitation of a party binds an account to the open role, and to accept, decline or deliver takes the key of that account.</p>
  </section>`
}
