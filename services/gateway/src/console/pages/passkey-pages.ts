import { html, minuteText, note, passkeyForm, postForm, table, textField } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { Passkey } from '../../store/console/passkey-store.ts'
import { maxNameLength, maxPasskeys } from '../passkeys/passkey-rules.ts'
import type { SignedIn } from '../sessions/serve-person.ts'

export const passkeyPaths = {
  new: '/console/security/passkeys/new',
  add: '/console/security/passkeys/add',
  prove: '/console/security/passkeys/prove',
  one: (id: string) => `/console/security/passkeys/${id}`,
  remove: (id: string) => `/console/security/passkeys/${id}/remove`,
} as const

type NewPasskey = { readonly name: string; readonly error?: string }

/** The passkeys of a person, and the way to one more. */
export function passkeyCards(
  person: SignedIn,
  passkeys: readonly Passkey[],
  form: NewPasskey = { name: '' },
): ComponentChildren {
  return [
    passkeys.length === 0
      ? html`<div class="card empty"><h2>No passkey yet</h2><p class="quiet">Add a passkey: no mail, no code. Your device keeps it and unlocks it by your finger, face or PIN.</p></div>`
      : html`<div class="card">${table(
          'Your passkeys',
          ['Name', 'Added', 'Last used', 'Kept', 'Change'],
          passkeys.map((passkey) => [
            html`<bdi>${passkey.name}</bdi>`,
            minuteText(passkey.created_at.toISOString()),
            passkey.last_used_at === null ? 'never' : minuteText(passkey.last_used_at.toISOString()),
            passkey.is_backed_up ? 'on this and your other devices' : 'on one device',
            html`<a href=${passkeyPaths.one(passkey.id)}>Change<span class="vh"> ${passkey.name}</span></a>`,
          ]),
        )}</div>`,
    passkeys.length >= maxPasskeys ? null : addCard(person, form),
  ]
}

function addCard(person: SignedIn, { name, error }: NewPasskey): VNode {
  return html`<section class="card" aria-labelledby="add-passkey"><header><h2 id="add-passkey">Add a passkey</h2></header>
    ${postForm({ action: passkeyPaths.new, token: person.formToken(passkeyPaths.new) }, [
      textField({
        name: 'name',
        label: 'Name',
        hint: 'The device that keeps it, such as work laptop.',
        value: name,
        error,
        maxLength: maxNameLength,
      }),
      html`<p class="row"><button class="btn" type="submit">Add a passkey</button></p>`,
    ])}
  </section>`
}

/** The page on which a device makes the passkey. */
export function addPasskeyContent(
  person: SignedIn,
  { name, options, error }: { name: string; options: object; error?: string },
): ComponentChildren {
  return [
    html`<p class="crumbs"><a href="/console/security">Security</a> / Add a passkey</p>`,
    error === undefined ? null : note('bad', error, 'problem'),
    html`<div class="title"><div><h1>Add <bdi>${name}</bdi></h1><p>Your device asks for your finger, face or PIN, and keeps the passkey.</p></div></div>`,
    html`<div class="card stack">
      ${passkeyForm({
        action: passkeyPaths.add,
        token: person.formToken(passkeyPaths.add),
        hidden: { name },
        use: 'add',
        options,
        button: 'Make the passkey',
      })}
      <p class="small quiet">No button here? Passkeys need scripts and a browser that knows them. Everything else works without.</p>
      <p><a class="btn" href="/console/security">Cancel</a></p>
    </div>`,
  ]
}

export function passkeyContent(person: SignedIn, passkey: Passkey, error?: string): ComponentChildren {
  const { id, name } = passkey
  const used =
    passkey.last_used_at === null
      ? 'It was never used.'
      : `It was last used on ${minuteText(passkey.last_used_at.toISOString())}.`
  return [
    html`<p class="crumbs"><a href="/console/security">Security</a> / <bdi>${name}</bdi></p>`,
    html`<div class="title"><div><h1><bdi>${name}</bdi></h1><p>Added on ${minuteText(passkey.created_at.toISOString())}. ${used}</p></div></div>`,
    html`<div class="stack">
      <div class="card">${postForm(
        { action: passkeyPaths.one(id), token: person.formToken(passkeyPaths.one(id)) },
        [
          textField({ name: 'name', label: 'Name', value: name, error, maxLength: maxNameLength }),
          html`<p class="row"><button class="btn go" type="submit">Rename the passkey</button><a class="btn" href="/console/security">Cancel</a></p>`,
        ],
      )}</div>
      <section class="card" aria-labelledby="remove"><header><h2 id="remove">Remove <bdi>${name}</bdi></h2></header>
        <p class="small">It signs no one in from then on. Sessions that began with it stay. This cannot be undone; remove it from your device, too.</p>
        ${postForm(
          { action: passkeyPaths.remove(id), token: person.formToken(passkeyPaths.remove(id)) },
          html`<p class="row"><button class="btn risk" type="submit">Remove <bdi>${name}</bdi></button></p>`,
        )}
      </section>
    </div>`,
  ]
}
