import type { CommandOutput, createSource, Refusal, SourceView } from '@outturn/contracts'
import { codeBlock, confirmation, html, minuteText, note, selectField, textField } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { deliverySample } from './delivery-sample.ts'
import { publicKeyField } from './new-source-page.ts'
import { sourceCrumbs, sourcePath } from './source-words.ts'

type SecretView = {
  readonly source: CommandOutput<typeof createSource>
  readonly isNew: boolean
  readonly payload: string
}

/** The one page that shows the secret of a source. */
export function secretContent({ source, isNew, payload }: SecretView): ComponentChildren {
  const { id, name, webhook_url: url, signing_secret: secret = '' } = source
  return [
    sourceCrumbs(source, 'Secret'),
    html`<div class="title"><div><h1>${isNew ? html`<span><bdi dir="auto">${name}</bdi> is registered</span>` : html`<span>New secret of <bdi dir="auto">${name}</bdi></span>`}</h1><p>Copy the secret now, into the system that sends. It is not shown again, and cannot be read back.</p></div></div>`,
    html`<div class="stack">
      ${note('good', isNew ? 'Source registered.' : rotatedWords(source), 'done')}
      ${codeBlock('Signing secret, shown once', secret)}
      ${codeBlock('Address for deliveries', url ?? '')}
      <section class="card stack" aria-labelledby="first-delivery">
        <header><h2 id="first-delivery">Send a first delivery</h2></header>
        <p class="small quiet">Paste this into a terminal. It signs one payload and sends it. The system itself uses a library of <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>.</p>
        ${codeBlock('Terminal', deliverySample({ url: url ?? '', secret, payload }))}
        <p class="small quiet">The answer names the fact. To see what any payload would become, without sending it: <span class="mono">outturn sources test ${id} payload.json</span></p>
      </section>
      <p><a class="btn go" href=${sourcePath(id)}>See the source</a></p>
    </div>`,
  ]
}

function rotatedWords({ signing }: Pick<SourceView, 'signing'>): string {
  const until = signing?.secrets?.find(({ expires_at: end }) => end !== null)?.expires_at ?? null
  return until === null
    ? 'The previous secret has ended.'
    : `Until ${minuteText(until)} the previous secret is taken, too.`
}

export const overlaps = {
  '0': 'End it at once',
  '3600': 'One hour',
  '86400': 'One day',
  '604800': 'Seven days',
} as const

type RotateView = {
  readonly source: SourceView
  readonly form: { readonly overlap: string; readonly public_key: string }
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The page that gives a source another key. */
export function rotateContent({ source, form, token, formId, refusal }: RotateView): ComponentChildren {
  const isHmac = source.signing?.scheme !== 'ed25519'
  const what = isHmac
    ? 'Makes a new secret, which is shown once. A sender may sign with both while both are valid. At most two are: an older third one ends now.'
    : 'Registers another public key. A sender may sign with both while both are valid. At most two are: an older third one ends now.'
  return [
    sourceCrumbs(source, 'Rotate the key'),
    refusal === null ? null : refusalNote(refusal),
    ...confirmation({
      title: html`<span>Rotate the key of <bdi dir="auto">${source.name}</bdi>?</span>`,
      text: what,
      action: `${sourcePath(source.id)}/rotate`,
      token,
      hidden: { form: formId },
      fields: [
        isHmac
          ? null
          : publicKeyField(
              form.public_key,
              refusal?.options.field === 'public_key' ? refusal.message : undefined,
            ),
        selectField({
          name: 'overlap',
          label: 'How long the previous one stays valid',
          chosen: form.overlap,
          options: overlaps,
        }),
      ],
      button: isHmac ? 'Make a new secret' : 'Register the new key',
      isRisk: false,
      keep: { href: sourcePath(source.id), text: 'Keep the present one' },
    }),
  ]
}

type RevokeView = {
  readonly source: SourceView
  readonly typed: string
  readonly token: string
  readonly formId: string
  readonly error: string | undefined
}

/** The page that asks for the name of a source before it ends. */
export function revokeContent({ source, typed, token, formId, error }: RevokeView): ComponentChildren {
  return [
    sourceCrumbs(source, 'Revoke'),
    ...confirmation({
      title: html`<span>Revoke <bdi dir="auto">${source.name}</bdi>?</span>`,
      text: `Its secrets are destroyed, and it takes no delivery and is fetched no more. A condition that asks for it can no longer be met by new facts. Its ${source.facts} facts stay. This cannot be undone.`,
      action: `${sourcePath(source.id)}/revoke`,
      token,
      hidden: { form: formId },
      fields: textField({
        ...{ name: 'name', label: 'Type the name of the source', value: typed, maxLength: 200, error },
        hint: html`<span>It is <bdi dir="auto" class="mono prose">${source.name}</bdi>.</span>`,
      }),
      button: 'Revoke the source',
      keep: { href: sourcePath(source.id), text: 'Keep it' },
    }),
  ]
}
