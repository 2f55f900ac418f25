import { randomUUID } from 'node:crypto'
import type { KeyCap } from '@outturn/contracts'
import {
  badge,
  choiceField,
  codeBlock,
  html,
  minuteText,
  note,
  postForm,
  table,
  textField,
  usdText,
} from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { capWords } from './money/keys/key-cap.ts'
import type { ApiKey } from '../../store/key-store.ts'

export const keyScopeWords = [
  {
    value: 'verify',
    title: 'Verify',
    text: 'Submit evidence, run verifications before money is committed, read usage. Enough for most programs.',
  },
  {
    value: 'full',
    title: 'Full',
    text: 'All of that, and: create and amend Spools, invite, commit and release settlements.',
  },
] as const

export const keyLifetimes = {
  '90': 'In 90 days',
  '365': 'In a year',
  never: 'Never',
} as const

type KeyList = {
  readonly keys: readonly ApiKey[]
  /** Null where billing did not answer in time. */
  readonly caps: readonly KeyCap[] | null
  readonly now: Date
  readonly done: ComponentChildren
}

/** All keys of an account, those in force first. */
export function keysContent({ keys, caps, now, done }: KeyList): ComponentChildren {
  return [
    done,
    html`<div class="title">
      <div><h1>API keys</h1><p>One key for each program, so that you can revoke one without stopping the others.</p></div>
      <a class="btn go" href="/console/keys/new">Make a key</a>
    </div>`,
    keys.length === 0
      ? html`<div class="card empty"><h2>No key yet</h2><p class="quiet">A program presents a key with each request. Make one for each program.</p><a class="btn" href="/console/keys/new">Make a key</a></div>`
      : html`<div class="card">${table(
          'API keys',
          ['Name', 'Key', 'Scope', 'Monthly cap', 'Last used', 'Expires', 'State'],
          keys.map((key) => keyRow(key, capCell(key, caps), now)),
          { isCaptionShown: false },
        )}</div>`,
  ]
}

/** The cap of a key, and how much of it is used. */
function capCell({ id }: ApiKey, caps: KeyList['caps']): ComponentChildren {
  if (caps === null) return 'not known now'
  const cap = caps.find(({ keyId }) => keyId === id)
  return cap === undefined
    ? 'none'
    : html`<span>${usdText(BigInt(cap.capMicros))} USD <span class="sub">${capWords(cap)}</span></span>`
}

function keyRow(key: ApiKey, cap: ComponentChildren, now: Date): readonly ComponentChildren[] {
  const state = stateOf(key, now)
  return [
    html`<a class="main" href=${`/console/keys/${key.id}`}><bdi>${key.label === '' ? 'without a name' : key.label}</bdi></a>`,
    html`<span class="mono">${key.display}</span>`,
    key.scope,
    cap,
    key.last_used_at === null ? 'never' : minuteText(key.last_used_at.toISOString()),
    key.expires_at === null ? 'never' : minuteText(key.expires_at.toISOString()),
    state === 'in force'
      ? html`<a href=${`/console/keys/${key.id}/revoke`} data-dialog="">Revoke<span class="vh"> ${key.label}</span></a>`
      : badge('neutral', state),
  ]
}

function stateOf({ revoked_at, expires_at }: ApiKey, now: Date): 'revoked' | 'expired' | 'in force' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'in force'
}

type NewKeyForm = {
  readonly token: string
  readonly formId: string
  readonly name?: string
  readonly scope?: string
  readonly expires?: string
  readonly error?: string | undefined
  /** Absent for a role that sets no caps. */
  readonly cap?: { readonly value?: string; readonly error?: string | undefined }
}

export function newKeyContent(form: NewKeyForm): ComponentChildren {
  const chosen = form.expires ?? '90'
  return [
    html`<p class="crumbs"><a href="/console/keys">API keys</a> / New</p>`,
    html`<div class="title"><div><h1>New API key</h1><p>A key stands for your account in production. Give each program its own.</p></div></div>`,
    html`<div class="cols main">
      <div class="card">
        ${postForm({ action: '/console/keys/new', token: form.token, hidden: { form: form.formId } }, [
          textField({
            name: 'name',
            label: 'Name',
            hint: 'Where the key runs, such as nightly-audit.',
            value: form.name ?? '',
            maxLength: 60,
            error: form.error,
          }),
          choiceField({ name: 'scope', legend: 'Scope', chosen: form.scope ?? 'verify' }, keyScopeWords),
          form.cap === undefined
            ? null
            : textField({
                name: 'cap',
                label: 'Monthly spending cap, in US dollars',
                hint: 'At the cap its runs are refused until the 1st of the next month. Empty is no cap.',
                value: form.cap.value ?? '',
                inputMode: 'decimal',
                isOptional: true,
                maxLength: 20,
                error: form.cap.error,
              }),
          html`<div class="field"><label for="expires">Expires</label><select id="expires" name="expires">${Object.entries(
            keyLifetimes,
          ).map(
            ([value, text]) => html`<option value=${value} selected=${value === chosen}>${text}</option>`,
          )}</select></div>`,
          html`<p class="row"><button class="btn go" type="submit">Create the key</button><a class="btn" href="/console/keys">Cancel</a></p>`,
        ])}
      </div>
      <aside class="card stack-s" aria-label="About keys">
        <h2>What happens next</h2>
        <p class="small quiet">You confirm by a code from your mail, because a key can spend; not if you signed in within the last ten minutes.</p>
        <p class="small quiet">The key is shown once. We keep only a digest of it.</p>
        <p class="small quiet">You run the command that stands beside it, and see the first receipt.</p>
      </aside>
    </div>`,
  ]
}

type Made = {
  readonly name: string
  readonly scope: string
  /** In words; null without one. */
  readonly cap: string | null
  readonly apiKey: string
  readonly publicUrl: string
}

/** The one page that shows a key. */
export function keyMadeContent({ name, scope, cap, apiKey, publicUrl }: Made): ComponentChildren {
  return [
    html`<p class="crumbs"><a href="/console/keys">API keys</a> / <bdi>${name}</bdi></p>`,
    html`<div class="title"><div><h1><bdi>${name}</bdi> is ready</h1><p>Copy the key now. It is not shown again, and cannot be read back.</p></div></div>`,
    html`<div class="stack">
      ${note('good', html`<span class="strong">Key created.</span> Its scope is ${scope}${cap === null ? '' : `, and its cap ${cap} a month`}.`)}
      ${codeBlock('API key, shown once', apiKey)}
      <section class="card stack" aria-labelledby="first-receipt">
        <header><h2 id="first-receipt">Make a first receipt</h2></header>
        <p class="small quiet">Paste this into a terminal. It verifies a sample delivery and uses one of your included runs.</p>
        ${codeBlock('Terminal', firstRequest(apiKey, publicUrl))}
      </section>
      <section class="card" id="steps" aria-label="Steps to a first receipt" data-refresh="3000" data-refresh-from="/console">
        <p class="small quiet">The <a href="/console">overview</a> shows the run when it has ended.</p>
      </section>
    </div>`,
  ]
}

/** The idempotency key stands written out: not every terminal has a program that makes one. */
function firstRequest(apiKey: string, publicUrl: string): string {
  const body = JSON.stringify({
    conditions: [
      {
        description: 'two rows with a name',
        deterministic_check: { checker: 'row_count', expected: 2 },
      },
    ],
    max_amount_cents: 500,
    evidence: { rows: [{ name: 'Ada' }, { name: 'Grace' }] },
  })
  return [
    `export OUTTURN_KEY=${apiKey}`,
    `curl -s ${publicUrl}/api/v1/verify \\`,
    `  -H "authorization: Bearer $OUTTURN_KEY" -H "content-type: application/json" \\`,
    `  -H "idempotency-key: ${randomUUID()}" \\`,
    `  -d '${body}'`,
  ].join('\n')
}

export function keyMadeBeforeContent(): ComponentChildren {
  return [
    html`<div class="title"><div><h1>This key was created already</h1><p>The form was sent twice. The key was shown the first time, and is not shown again. If you did not copy it, revoke it and make another one.</p></div></div>`,
    html`<p class="row"><a class="btn go" href="/console/keys">See the keys</a></p>`,
  ]
}

export function revokeKeyContent(key: ApiKey, token: string): ComponentChildren {
  const name = key.label === '' ? key.display : key.label
  const used =
    key.last_used_at === null
      ? 'It was never used.'
      : `It was last used on ${minuteText(key.last_used_at.toISOString())}.`
  return [
    html`<p class="crumbs"><a href="/console/keys">API keys</a> / <bdi>${name}</bdi></p>`,
    html`<div class="title"><div><h1>Revoke <bdi>${name}</bdi>?</h1><p>Its next request is refused. ${used} This cannot be undone.</p></div></div>`,
    html`<div class="card">
      ${postForm(
        { action: `/console/keys/${key.id}/revoke`, token },
        html`<p class="row"><button class="btn risk" type="submit">Revoke <bdi>${name}</bdi></button><a class="btn" href="/console/keys" data-close="">Keep it</a></p>`,
      )}
    </div>`,
  ]
}
