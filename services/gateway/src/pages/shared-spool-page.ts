import type { SharedSpool } from '@outturn/contracts'
import type { VNode } from 'preact'
import { agreedConditionsSection } from './agreed-conditions-section.ts'
import type { PageAssets } from './assets.ts'
import { h } from './markup.ts'
import { definitions, type Entry } from './definitions.ts'
import { pageShell } from './page-shell.ts'
import { nextWords, standingOf } from './spool-words.ts'
import { minuteText, moneyText } from './words.ts'

/** What was agreed and where it stands, for whoever has the link: readable without scripts, a key or an account. */
export function sharedSpoolPage(spool: SharedSpool, assets: PageAssets): VNode {
  return pageShell({ title: `${spool.deliverable.title} – Spool ${spool.id}`, assets }, [
    spool.environment === 'demo'
      ? h('p', { class: 'notice' }, 'A sandbox Spool: for trying out, worth nothing outside the sandbox.')
      : null,
    standingSection(spool),
    nextSection(spool),
    valueSection(spool),
    partiesSection(spool),
    agreedConditionsSection(spool),
    termsSection(spool),
    identifiersSection(spool),
  ])
}

function standingSection(spool: SharedSpool): VNode {
  const { title, description, type, attributes } = spool.deliverable
  const { tone, text } = standingOf(spool)
  const facts: Entry[] = [['Kind', type], ...Object.entries(attributes)]
  return h('section', { 'aria-labelledby': 'title' }, [
    h('h1', { id: 'title' }, title),
    h('p', { class: `verdict ${tone}`, id: 'standing' }, text),
    description === '' ? null : h('p', { class: 'prose' }, description),
    definitions('deliverable', facts),
  ])
}

function nextSection(spool: SharedSpool): VNode {
  return h('section', { 'aria-labelledby': 'next-title' }, [
    h('h2', { id: 'next-title' }, 'What happens next'),
    ...nextWords(spool).map((text) => h('p', null, text)),
    spool.latest_receipt_id === null
      ? null
      : h('p', null, [
          'The latest verification is recorded in ',
          h('a', { href: `/r/${spool.latest_receipt_id}` }, 'its signed receipt'),
          '.',
        ]),
  ])
}

function valueSection({ value, unitization: units }: SharedSpool): VNode {
  return h('section', { 'aria-labelledby': 'value-title' }, [
    h('h2', { id: 'value-title' }, 'Value'),
    h('p', { class: 'earned', id: 'value' }, [
      h('strong', null, moneyText(value.amount_cents)),
      ` ${value.currency}`,
    ]),
    units === null
      ? h('p', null, 'Earned as a whole or not at all.')
      : h(
          'p',
          { id: 'units' },
          `${Number(units['total_units'])} units, ${moneyText(Number(units['unit_amount_cents']))} ${value.currency} for each that is accepted.`,
        ),
  ])
}

const kindWords = {
  human: 'person',
  agent: 'software agent',
  org: 'organization',
  service: 'service',
} as const

function partiesSection({ parties }: SharedSpool): VNode {
  return h('section', { 'aria-labelledby': 'parties-title' }, [
    h('h2', { id: 'parties-title' }, 'Parties'),
    definitions(
      'parties',
      parties.map(({ role, kind, display_name: name, assigned }) => [
        `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
        `${name} (${kindWords[kind]}${assigned ? '' : ', has not joined yet'})`,
      ]),
    ),
  ])
}

function termsSection({ terms }: SharedSpool): VNode {
  return h('section', { 'aria-labelledby': 'terms-title' }, [
    h('h2', { id: 'terms-title' }, 'Terms'),
    h(
      'ol',
      { id: 'terms' },
      terms.map(({ text, provenance: { source, origin } }) =>
        h('li', null, [
          h('p', { class: 'prose' }, text),
          h(
            'p',
            { class: 'quiet' },
            `From: ${source.replaceAll('_', ' ')}${origin === undefined ? '' : `, ${origin}`}`,
          ),
        ]),
      ),
    ),
  ])
}

function identifiersSection(spool: SharedSpool): VNode {
  const { agreement } = spool
  const code = (value: string) => h('code', null, value)
  return h('section', { 'aria-labelledby': 'identifiers-title' }, [
    h('h2', { id: 'identifiers-title' }, 'Identifiers'),
    definitions('identifiers', [
      ['Spool', code(spool.id)],
      ['Agreement', `version ${agreement.version}, ${agreement.mode}`],
      ['Agreement hash', code(agreement.agreement_hash)],
      ['Plan hash', code(agreement.plan_hash)],
      ['Created', h('time', { dateTime: spool.created_at }, minuteText(spool.created_at))],
      ['Last changed', h('time', { dateTime: spool.updated_at }, minuteText(spool.updated_at))],
      ['Environment', spool.environment],
    ]),
    h('p', { class: 'quiet' }, [
      'This link shows the agreement to whoever has it. It gives no right to act: to accept, decline or deliver takes the key of a party.',
    ]),
  ])
}
