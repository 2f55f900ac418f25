import { confirmation, html, keyValues, note, postForm, textField } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { AccountSettings } from '../../store/console/settings-store.ts'
import type { SignedIn } from '../sessions/serve-person.ts'

export const settingsPath = '/console/settings'
export const closePath = '/console/settings/close'
export const maxAccountName = 120

type Settings = {
  readonly settings: AccountSettings
  readonly mail: 'server' | 'folder' | 'none'
  readonly done: string | null
  readonly error?: string
  /** The part about the sign-in by an organisation. */
  readonly organisation?: VNode | null
}

export function settingsContent(
  person: SignedIn,
  { settings, mail, done, error, organisation }: Settings,
): ComponentChildren {
  return [
    done === null ? null : note('good', done, 'done'),
    html`<div class="title"><div><h1>Settings</h1><p>What the owners of <bdi>${person.accountName}</bdi> decide for all of its people.</p></div></div>`,
    html`<div class="stack">
      <section class="card" aria-labelledby="account"><header><h2 id="account">Account</h2></header>
        ${postForm({ action: settingsPath, token: person.formToken(settingsPath) }, [
          textField({
            name: 'name',
            label: 'Name',
            hint: 'Other parties see it on Spools and in invitations. Receipts that exist keep what they say.',
            value: settings.name,
            error,
            maxLength: maxAccountName,
          }),
          html`<fieldset class="field"><legend>Money</legend>
            <label class="pick"><input type="checkbox" name="developers_move_money" value="yes" checked=${settings.developersMoveMoney} />
              <span><b>Developers may commit and release settlements</b><span class="small quiet">Otherwise owners alone may do what moves money on a Spool. Keys of scope full always may.</span></span></label>
          </fieldset>`,
          html`<p class="row"><button class="btn go" type="submit">Save the settings</button></p>`,
        ])}
      </section>
      ${organisation ?? null}
      <section class="card" aria-labelledby="kept"><header><h2 id="kept">What is kept, and how long</h2></header>
        ${keyValues('retention', [
          ['Spools, evidence, receipts, ledger', 'as long as this service: other parties rely on them'],
          ['Audit log', '400 days'],
          ['Refused requests', '30 days, with redacted bodies; successful ones 7 days, without'],
          ['Sessions', '30 days, with the network and the browser'],
          [
            'Sign-in requests and mails',
            '24 hours, a mail that failed a week; a mail holds no text, it is made when it is sent',
          ],
        ])}
      </section>
      <section class="card" aria-labelledby="mail"><header><h2 id="mail">Mail</h2></header><p class="small">${mailWords[mail]}</p></section>
      <section class="card" aria-labelledby="close"><header><h2 id="close">Close the account</h2></header>
        <p class="small">Its keys and its people are refused from then on. Nothing that a receipt needs is deleted.</p>
        <p class="row"><a class="btn risk" href=${closePath}>Close the account …</a></p>
      </section>
    </div>`,
  ]
}

const mailWords = {
  server:
    'This deployment hands mails to its mail server. A mail that the server does not take is tried 8 times in 24 hours, and then shown on the overview.',
  folder:
    'This is a local system without a mail server: mails are printed in its terminal and kept as files.',
  none: 'This deployment has no mail server, so it sends no mail. Its operator issues sign-in links.',
} as const

type Closing = {
  readonly keys: number
  readonly people: number
  /** Null where it could not be read in time. */
  readonly creditsUsd: string | null
  readonly error?: string
}

export function closeContent(
  person: SignedIn,
  { keys, people, creditsUsd, error }: Closing,
): ComponentChildren {
  const credits =
    creditsUsd === null ? 'Credits that are left' : `The ${creditsUsd} USD of credits that are left`
  return [
    html`<p class="crumbs"><a href=${settingsPath}>Settings</a> / Close the account</p>`,
    confirmation({
      title: html`Close <bdi>${person.accountName}</bdi>?`,
      text: `${keysWords(keys)}, and ${counted(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} signed out. Spools stay as they are for the other party, and a settlement that was committed goes on to its end. Receipts stay valid. ${credits} cannot be used any more, and are not paid out. Only the operator of this service can open the account again.`,
      action: closePath,
      token: person.formToken(closePath),
      fields: textField({
        name: 'name',
        label: `Type the name of the account to close it`,
        hint: person.accountName,
        error,
        maxLength: maxAccountName,
      }),
      button: html`Close <bdi>${person.accountName}</bdi>`,
      keep: { href: settingsPath, text: 'Keep the account' },
    }),
  ]
}

function keysWords(keys: number): string {
  if (keys === 0) return 'No key is in force'
  return `${counted(keys, 'key')} in force ${keys === 1 ? 'is' : 'are'} refused from then on`
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
