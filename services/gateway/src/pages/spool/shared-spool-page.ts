import { acceptSpool, pathTo, type SharedSpool } from '@outturn/contracts'
import { decimal } from '@outturn/money'
import {
  badge,
  card,
  codeBlock,
  type Entry,
  html,
  keyValues,
  minuteText,
  note,
  pageShell,
  type Site,
  type Tone,
} from '@outturn/pages'
import type { TermSource } from '@outturn/vocabulary'
import type { VNode } from 'preact'
import { agreedConditionsSection } from './agreed-conditions-section.ts'
import { nextWords, type Summary, summaryOf } from './spool-words.ts'

/** The agreement and its state, for every holder of the link: readable without scripts, a key or an account. */
export function sharedSpoolPage(spool: SharedSpool, site: Site): VNode {
  const { title, description } = spool.deliverable
  return pageShell({ title: `${title} – Spool ${spool.id}`, site, hasCode: true }, [
    html`<div class="wrap read stack hero plain">
      <div class="stack-s">
        <p class="kicker">Spool · ${spool.environment}</p>
        <h1 id="title">${title}</h1>
        ${description === '' || description === title ? null : html`<p class="lead prose">${description}</p>`}
      </div>
      ${
        spool.environment === 'demo'
          ? note('info', 'A sandbox Spool: for trying out, worth nothing outside the sandbox.')
          : null
      }
      <div class="cols slip-cols">
        ${slip(spool)}
        ${nextSection(spool)}
      </div>
      ${agreedConditionsSection(spool)}
      ${termsSection(spool)}
      ${evidenceSection(spool)}
      ${acceptingSection(spool)}
      ${identifiersSection(spool)}
    </div>`,
  ])
}

const tones: Readonly<Record<Summary['tone'], Tone>> = { good: 'pass', bad: 'fail', unknown: 'info' }

/** The state, the value, the parties and the work. */
function slip(spool: SharedSpool): VNode {
  const { type, attributes } = spool.deliverable
  const { value, unitization: units } = spool
  const { tone, text } = summaryOf(spool)
  const amount = (cents: number) => decimal(BigInt(cents), 2)
  return html`<section class="slip" aria-label="Summary of the Spool">
    <div class="row end">
      ${badge(tones[tone], text.split(':', 1)[0]?.replace(/\.$/, ''))}
      <time class="small quiet" dateTime=${spool.updated_at}>${minuteText(spool.updated_at)}</time>
    </div>
    <div>
      <p class="sum" id="value">${amount(value.amount_cents)} <small>${value.currency}</small></p>
      <p class="small quiet" id="units">${
        units === null
          ? 'Earned as a whole or not at all.'
          : `${units.total_units} units, ${amount(units.unit_amount_cents)} ${value.currency} for each that is accepted.`
      }</p>
    </div>
    <div>
      ${keyValues('summary', [
        ['State', text],
        ...partyEntries(spool),
        ['Kind', type],
        ...Object.entries(attributes).map(([name, fact]): Entry => [name, fact]),
      ])}
    </div>
  </section>`
}

/** What was agreed: value, parties, conditions and terms. */
export function agreementSections(spool: SharedSpool): readonly (VNode | null)[] {
  return [slip(spool), agreedConditionsSection(spool), termsSection(spool)]
}

function nextSection(spool: SharedSpool): VNode {
  return html`<section class="stack-s" aria-labelledby="next-title">
    <h2 id="next-title">What happens next</h2>
    ${nextWords(spool).map((text) => html`<p>${text}</p>`)}
    ${
      spool.latest_receipt_id === null
        ? null
        : html`<p>The latest verification is recorded in <a href=${`/r/${spool.latest_receipt_id}`}>its signed receipt</a>.</p>`
    }
    <p class="small quiet">Everyone who has this link can read the agreement. It gives no right to act and takes no seat: only an invitation of a party binds an account to the open role, and to accept, decline or deliver takes the key of that account.</p>
  </section>`
}

const kindWords = {
  human: 'person',
  agent: 'software agent',
  org: 'organization',
  service: 'service',
} as const

function partyEntries({ parties }: SharedSpool): Entry[] {
  return parties.map(({ role, kind, display_name: name, assigned }) => [
    `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    `${name} (${kindWords[kind]}${assigned ? '' : ', has not joined yet'})`,
  ])
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

/** The number of the condition that a term repeats word for word; 0 where none does. */
function conditionOf(text: string, { conditions }: SharedSpool): number {
  return conditions.findIndex(({ description }) => description.trim() === text.trim()) + 1
}

function termsSection(spool: SharedSpool): VNode {
  const { terms } = spool
  return card({ id: 'terms', title: 'Terms' }, [
    terms.length === 0 ? html`<p>None were agreed.</p>` : null,
    html`<ol class="stack-s">
      ${terms.map(({ text, provenance: { source } }) => {
        const number = conditionOf(text, spool)
        const decided =
          number === 0 ? 'Agreed in words; no check decides it.' : `Condition ${number} decides it.`
        return html`<li>
            <p class="prose">${text}</p>
            <p class="small quiet">${termOrigin(source)} ${decided}</p>
          </li>`
      })}
    </ol>`,
  ])
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
  return card(
    { id: 'evidence', title: 'Evidence' },
    html`<ol class="stack-s">
      ${[...items.values()].map(({ item, numbers }) => {
        const judged = item.status === 'judged' ? 'seen by the last verification' : 'not verified yet'
        const what = `${item.type.charAt(0).toUpperCase()}${item.type.slice(1)}`
        return html`<li>
          <p>${what} for ${numbers.length === 1 ? 'condition' : 'conditions'} ${listed(numbers)}, ${judged}.</p>
          ${item.content_digest === null ? null : html`<p class="small quiet"><code>${item.content_digest}</code></p>`}
        </li>`
      })}
    </ol>`,
  )
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
  return card({ id: 'acceptance', title: 'Accepting these terms' }, [
    html`<p>The other party accepts with the key that it got for its invitation; this page is no invitation. It sends <code>POST ${pathTo(acceptSpool.http, { id })}</code> with this body. That accepts the terms on this page: if they are amended meanwhile, it is refused.</p>`,
    codeBlock('Body', JSON.stringify(body)),
  ])
}

function identifiersSection(spool: SharedSpool): VNode {
  const { agreement } = spool
  const code = (value: string) => html`<code>${value}</code>`
  return card(
    { id: 'identifiers', title: 'Identifiers' },
    keyValues('identifier-list', [
      ['Spool', code(spool.id)],
      ['Agreement', `version ${agreement.version}, ${agreement.mode}`],
      ['Agreement hash', code(agreement.agreement_hash)],
      ['Plan hash', code(agreement.plan_hash)],
      ['Created', html`<time dateTime=${spool.created_at}>${minuteText(spool.created_at)}</time>`],
      ['Last changed', html`<time dateTime=${spool.updated_at}>${minuteText(spool.updated_at)}</time>`],
      ['Environment', spool.environment],
    ]),
  )
}
