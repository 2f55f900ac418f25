import { html } from '@outturn/pages'
import type { VNode } from 'preact'
import type { ApiKey } from '../../../../store/key-store.ts'

/** Keys by their id, as pages name them; also those that were revoked. */
export type KeyNames = ReadonlyMap<string, string>

export function keyNamesOf(keys: readonly ApiKey[]): KeyNames {
  return new Map(
    keys.map(({ id, label, display, revoked_at: revokedAt }) => [
      id,
      `${label === '' ? display : label}${revokedAt === null ? '' : ' (revoked)'}`,
    ]),
  )
}

/** The name of a key, with a link to its page where the person may open it; null is what was charged to no key. */
/** The name of a line that sums up what is not listed by itself. */
export function restCell(what: string): VNode {
  return html`<span class="strong">All further ${what}</span>`
}

export function keyCell(keyId: string | null, names: KeyNames, opensKeys: boolean): VNode {
  if (keyId === null) {
    return html`<span><span class="strong">No key</span><span class="sub">people in the console, and runs from before keys were recorded</span></span>`
  }
  const name = names.get(keyId) ?? keyId
  return opensKeys && names.has(keyId)
    ? html`<a class="main" href=${`/console/keys/${keyId}`}><bdi>${name}</bdi></a>`
    : html`<bdi class="strong">${name}</bdi>`
}
