import type { KeyCap } from '@outturn/contracts'
import {
  card,
  type Entry,
  html,
  keyValues,
  minuteText,
  note,
  postForm,
  textField,
  usdText,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { ApiKey } from '../../../../store/key-store.ts'
import { capUse, leftOf } from './key-cap.ts'
import { nextFirst } from '../period/month.ts'

export type KeyPage = {
  readonly key: ApiKey
  /** `unread` where billing did not answer in time; null for a key without a cap. */
  readonly cap: KeyCap | null | 'unread'
  /** Absent for a role that sees the cap and may not change it. */
  readonly form?: { readonly token: string; readonly value?: string; readonly error?: string }
  readonly mayRevoke: boolean
  readonly opensLog: boolean
  readonly done: string | null
  readonly now: Date
}

export function keyContent(page: KeyPage): ComponentChildren {
  const { key, done, mayRevoke, opensLog } = page
  const isInForce = key.revoked_at === null && (key.expires_at === null || key.expires_at > page.now)
  return [
    html`<p class="crumbs">${mayRevoke ? html`<a href="/console/keys">API keys</a>` : html`<a href="/console/usage">Usage</a>`} / <bdi>${nameOf(key)}</bdi></p>`,
    done === null ? null : note('good', done, 'done'),
    html`<div class="title">
      <div><h1><bdi>${nameOf(key)}</bdi></h1></div>
      <div class="row">${opensLog ? html`<a class="btn" href=${`/console/requests?key=${key.id}`}>Refused requests</a>` : null}${mayRevoke && isInForce ? html`<a class="btn risk" href=${`/console/keys/${key.id}/revoke`} data-dialog="">Revoke…</a>` : null}</div>
    </div>`,
    html`<div class="cols two">
      ${card({ id: 'key', title: 'Key' }, keyValues('key-facts', facts(key)))}
      ${capCard(page)}
    </div>`,
  ]
}

function facts(key: ApiKey): readonly Entry[] {
  const time = (at: Date | null, none: string) => (at === null ? none : minuteText(at.toISOString()))
  return [
    ['Id', html`<span class="mono">${key.id}</span>`],
    ['Begins with', html`<span class="mono">${key.display}</span>`],
    ['Scope', key.scope],
    ['Made', minuteText(key.created_at.toISOString())],
    ['Last used', time(key.last_used_at, 'never')],
    key.revoked_at === null
      ? ['Expires', time(key.expires_at, 'never')]
      : ['Revoked', time(key.revoked_at, '')],
  ]
}

function capCard({ key, cap, form, now }: KeyPage): VNode {
  const until = nextFirst(now)
  return card(
    { id: 'cap', title: 'Monthly cap' },
    html`<div class="stack">${[
      cap === 'unread'
        ? note('warn', html`The cap could not be read. <a href=${`/console/keys/${key.id}`}>Try again</a>`)
        : cap === null
          ? html`<p>No cap: this key can spend all credits of the account.</p>`
          : html`<div>${keyValues('cap-facts', [
              ['Cap', `${usd(cap.capMicros)} USD`],
              ['Used this month', `${usd(cap.usedMicros)} USD`],
              ['Left until ' + until, `${usdText(leftOf(cap))} USD`],
            ])}<p>${capUse(cap)}</p></div>`,
      form === undefined
        ? html`<p class="small quiet">An owner or a billing person changes it.</p>`
        : postForm({ action: capPath(key.id), token: form.token }, [
            textField({
              name: 'amount',
              label: 'Monthly spending cap, in US dollars',
              hint: `Runs and compilations of this key that would go beyond it are refused until ${until}. What the monthly allowance covers does not count. Empty is no cap.`,
              value:
                form.value ??
                (cap === null || cap === 'unread' ? '' : usd(cap.capMicros).replaceAll(',', '')),
              inputMode: 'decimal',
              isOptional: true,
              maxLength: 20,
              error: form.error,
            }),
            html`<p class="row"><button class="btn go" type="submit">Change the cap</button></p>`,
          ]),
    ]}</div>`,
  )
}

export function capPath(keyId: string): string {
  return `/console/keys/${keyId}/cap`
}

export function nameOf({ label, display }: Pick<ApiKey, 'label' | 'display'>): string {
  return label === '' ? display : label
}

function usd(micros: string): string {
  return usdText(BigInt(micros))
}
