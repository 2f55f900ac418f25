import type { Element, PageDocument } from './dom.ts'

type Credential = { toJSON(): object }
type Options = object
type Asked = { readonly publicKey: Options; readonly signal?: unknown; readonly mediation?: 'conditional' }
type PasskeyApi = {
  parseCreationOptionsFromJSON(options: object): Options
  parseRequestOptionsFromJSON(options: object): Options
  isConditionalMediationAvailable?(): Promise<boolean>
}
type Form = Element & { readonly action: string; submit(): void }
type Field = Element & { name: string; value: string }

declare const PublicKeyCredential: PasskeyApi | undefined
declare const navigator: {
  readonly credentials: { create(asked: Asked): Promise<Credential>; get(asked: Asked): Promise<Credential> }
}
declare function fetch(
  address: string,
  request: { method: 'POST'; body: unknown },
): Promise<{ readonly ok: boolean; json(): Promise<object> }>
declare const AbortController: new () => { readonly signal: unknown; abort(): void }

/**
 * Lets the forms with `data-passkey` use the passkeys of the device: `sign-in`, `add`, or `prove`. What the device says goes into the field
 * `response`; the server decides what it is worth.
 */
export function usePasskeys(document: PageDocument): void {
  const forms = [...document.querySelectorAll('form[data-passkey]')] as Form[]
  // A browser of an earlier kind, or a page of plain http: the form stays as it is without a script.
  const api = typeof PublicKeyCredential === 'undefined' ? undefined : PublicKeyCredential
  if (typeof api?.parseRequestOptionsFromJSON !== 'function') return
  for (const form of forms) {
    form.className = 'stack'
    if (form.dataset['passkey'] === 'sign-in') signIn(api, form)
    else
      onSubmit(form, () => (form.dataset['passkey'] === 'add' ? add(api, form) : prove(api, document, form)))
  }
}

/** The names of passkeys stand among the suggestions of the address field; the button asks for one at once. */
function signIn(api: PasskeyApi, form: Form): void {
  let waiting = new AbortController()
  const ask = async (more: Omit<Asked, 'publicKey'>) => {
    const publicKey = api.parseRequestOptionsFromJSON(await optionsOf(form))
    send(form, await navigator.credentials.get({ publicKey, ...more }))
  }
  const suggest = async () => {
    if ((await api.isConditionalMediationAvailable?.()) !== true) return
    // A person who chooses no passkey types an address; that is no failure.
    await ask({ mediation: 'conditional', signal: waiting.signal }).catch(() => {})
  }
  onSubmit(form, async () => {
    waiting.abort()
    waiting = new AbortController()
    await ask({})
  })
  void suggest().catch(() => {})
}

async function add(api: PasskeyApi, form: Form): Promise<void> {
  const publicKey = api.parseCreationOptionsFromJSON(await optionsOf(form))
  send(form, await navigator.credentials.create({ publicKey }))
}

/** Proves who the person is, and then sends the form that waits for it. */
async function prove(api: PasskeyApi, document: PageDocument, form: Form): Promise<void> {
  const publicKey = api.parseRequestOptionsFromJSON(await optionsOf(form))
  fill(form, await navigator.credentials.get({ publicKey }))
  const answer = await fetch(form.action, { method: 'POST', body: bodyOf(form) })
  if (!answer.ok) throw new Error('refused')
  ;(document.querySelector(form.dataset['next'] ?? '') as Form | null)?.submit()
}

/** What is to be signed: in the page, or fetched when it is needed. */
async function optionsOf(form: Form): Promise<object> {
  const { options, optionsFrom } = form.dataset
  if (options !== undefined) return JSON.parse(options) as object
  const answer = await fetch(optionsFrom ?? '', { method: 'POST', body: new URLSearchParams() })
  if (!answer.ok) throw new Error('no options')
  return answer.json()
}

function send(form: Form, credential: Credential): void {
  fill(form, credential)
  form.submit()
}

function fill(form: Form, credential: Credential): void {
  const field = form.querySelector('[name="response"]') as Field | null
  if (field !== null) field.value = JSON.stringify(credential.toJSON())
}

function bodyOf(form: Form): URLSearchParams {
  const fields = [...form.querySelectorAll('input')] as Field[]
  return new URLSearchParams(fields.map(({ name, value }) => [name, value]))
}

function onSubmit(form: Form, act: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    say(form, '')
    act().catch((error: unknown) => say(form, wordsOf(error)))
  })
}

function say(form: Form, words: string): void {
  const place = form.querySelector('[data-passkey-problem]')
  if (place !== null) place.textContent = words
}

const words: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your sign-in already.',
  NotAllowedError: 'No passkey was used. Try again, or go on without one.',
  SecurityError: 'Passkeys do not work at this address of the page.',
}

function wordsOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return words[name] ?? 'The passkey could not be used. Open the page again, or go on without one.'
}
