import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  createAccount,
  createKey,
  type CreatedSpool,
  createSignInLink,
  type DiscrepancyView,
  type DisputeView,
  grantCredits,
  type RequestedReview,
  setAllowance,
  type VerifiedSpool,
} from '@outturn/contracts'
import type { Browser, BrowserContext } from 'playwright-core'
import { acted, counterpartyKey, created } from '../e2e/agreement.ts'
import { delivery, type Send, verified } from '../e2e/api.ts'
import type { Operator } from '../system/operator.ts'
import type { SystemFile } from '../system/running-system.ts'
import { hostile, hostileName, hostileTexts } from './hostile-texts.ts'

/** A person in a browser of their own, signed in as the owner of an account. */
export type SignedInPerson = {
  readonly accountId: string
  readonly email: string
  readonly context: BrowserContext
}

/** Accounts whose pages are looked at. */
export type PageAccounts = {
  /** Has one of everything, and a hostile text wherever somebody else can write one. */
  readonly owner: SignedInPerson
  /** Has nothing yet. */
  readonly newcomer: SignedInPerson
  /** What the owner may see, by the name of the parameter in the path of its page. */
  readonly ids: Readonly<Record<string, string>>
}

export type PageSystem = {
  readonly file: SystemFile
  readonly send: Send
  readonly operator: Operator
  readonly browser: Browser
}

/** The address of the console: cookies and passkeys belong to a name. */
export function consoleUrl({ base_url: url }: Pick<SystemFile, 'base_url'>): string {
  return url.replace('127.0.0.1', 'localhost')
}

export async function openPageAccounts(system: PageSystem): Promise<PageAccounts> {
  const [[owner, ids], newcomer] = await Promise.all([
    openBusyAccount(system),
    openAccount(system, 'Newcomer').then((accountId) => signInOwner(system, accountId)),
  ])
  return { owner, newcomer, ids }
}

async function openBusyAccount(
  system: PageSystem,
): Promise<readonly [SignedInPerson, Readonly<Record<string, string>>]> {
  const { send, operator } = system
  const accountId = await openAccount(system, `Larkfield ${hostileName}`)
  const { apiKey, keyId } = await operator.send(createKey, { accountId, scope: 'full', label: hostileName })
  const [person, oneCall, twoParties, refused, source] = await Promise.all([
    signInOwner(system, accountId),
    verified(send, apiKey, hostileDelivery()),
    disputedSpool(send, apiKey),
    send('/api/v1/verify', {
      key: apiKey,
      body: { max_amount_cents: -1, conditions: [hostile], [hostileName]: hostile },
      headers: { 'user-agent': hostileName, 'idempotency-key': 'x'.repeat(40) },
    }),
    send<{ id: string }>('/api/v1/sources', {
      key: apiKey,
      body: {
        name: hostileName,
        kind: 'webhook',
        signing: { scheme: 'hmac_sha256' },
        mapping: {
          subject: `/${hostileName}`,
          predicate: { const: hostileName },
          value: '/v',
          spool: '/deal',
        },
      },
    }),
  ])
  const invited = await inviteInto(system, person)
  const purchase = await beginPurchase(system, person)
  const passkey = await addPasskey(system, person)
  const ids = {
    ...invited,
    receipt_id: oneCall.receipt?.id ?? '',
    id: twoParties.spool.id,
    spool_id: twoParties.spool.id,
    share_id: twoParties.spool.share_id,
    dispute_id: twoParties.disputeId,
    discrepancy_id: twoParties.discrepancyId,
    review_token: twoParties.reviewToken,
    grant_token: await grantOfAnother(system),
    // The action of a Spool that has the most fields.
    action: 'evidence',
    key_id: keyId,
    source_id: source.json.id,
    purchase_id: purchase,
    passkey_id: passkey,
    request_id: refused.headers.get('request-id') ?? '',
    return_id: '0'.repeat(32),
    month: new Date().toISOString().slice(0, 7),
  }
  return [person, ids]
}

async function openAccount({ operator }: PageSystem, name: string): Promise<string> {
  const { accountId } = await operator.send(createAccount, { name, kind: 'org', quota: 1_000_000 })
  await operator.send(setAllowance, { accountId, verificationRuns: 100, freeTextCompiles: 100 })
  const grant = { accountId, amountCents: 2_500, source: 'operator', expiresAt: null } as const
  await operator.send(grantCredits, { ...grant, reference: null, note: hostileName })
  return accountId
}

/** Signs the first person of an account in, by the link of an operator. */
export async function signInOwner(system: PageSystem, accountId: string): Promise<SignedInPerson> {
  const email = `${accountId}@example.com`
  const { url } = await system.operator.send(createSignInLink, { accountId, email })
  const context = await system.browser.newContext({ userAgent: `Agent ${hostileName}` })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${consoleUrl(system.file)}/console`)
  return { accountId, email, context }
}

function hostileDelivery() {
  const rows = hostileTexts.map((text) => ({ name: text, website: `javascript:alert(1)//${text}` }))
  const identity = { source_key: 'name', visibility: 'label' } as const
  return delivery({
    conditions: [
      {
        description: hostile,
        deterministic_check: { checker: 'completeness', required_fields: ['name'] },
      },
      {
        description: 'x'.repeat(200),
        required: false,
        deterministic_check: { checker: 'url_format', field: 'website' },
      },
    ],
    unit: { total_units: rows.length, unit_amount_cents: 250, identity },
    evidence: { rows, source: hostile, provenance: { method: 'uploaded_json', collector: hostileName } },
  })
}

/** A Spool of two parties who both wrote what is hostile; it was verified in part, and the seller disputes its receipt. */
async function disputedSpool(
  send: Send,
  buyer: string,
): Promise<{
  readonly spool: CreatedSpool
  readonly disputeId: string
  readonly discrepancyId: string
  readonly reviewToken: string
}> {
  const spool = await created(send, buyer, {
    parties: [
      { role: 'buyer', kind: 'org', display_name: `Buyer ${hostileName}` },
      { role: 'seller', kind: 'human', display_name: `Seller ${hostileName}`, contact: hostile },
    ],
    deliverable: {
      type: hostileName,
      title: `${hostileName} ${'title'.repeat(40)}`,
      description: hostile,
      attributes: { [hostileName]: hostile },
    },
    terms: [{ text: hostile, provenance: { source: 'chat', origin: hostile } }],
    gated_action: 'other',
    gated_action_note: hostileName,
  })
  const { api_key: seller } = await counterpartyKey(send, buyer, spool.id)
  await acted(send, seller, `${spool.id}/accept`)
  const rows = [{ name: hostile, website: 'https://aurora.example' }, { name: hostileTexts[1] }]
  const metadata = { rows }
  const evidence = { condition_id: spool.conditions[0]?.id, type: 'dataset', source: hostile, metadata }
  await acted(send, seller, `${spool.id}/evidence`, evidence)
  const { receipt } = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  const opened = await send<DisputeView>(`/api/v1/receipts/${receipt?.id}/disputes`, {
    key: seller,
    body: { reason: 'quality', requested: 're_verify', detail: hostile },
  })
  if (opened.status !== 201) throw new Error(`no dispute: ${opened.status} ${opened.text}`)
  const differs = await send<DiscrepancyView>(`/api/v1/spools/${spool.id}/discrepancies`, {
    key: seller,
    body: {
      kind: 'other',
      severity: 'block',
      description: hostile,
      expected: hostileName,
      observed: hostileName,
    },
  })
  if (differs.status !== 201) throw new Error(`no discrepancy: ${differs.status} ${differs.text}`)
  const discrepancyId = differs.json.id
  const proposal = { outcome: 'accepted_variance', note: hostile }
  await send(`/api/v1/discrepancies/${discrepancyId}/resolve`, { key: seller, body: proposal })
  const requested = await send<RequestedReview>(`/api/v1/receipts/${receipt?.id}/reviews`, {
    key: buyer,
    body: { reviewer: { name: hostileName }, question: hostile },
  })
  if (requested.status !== 201) throw new Error(`no review: ${requested.status} ${requested.text}`)
  const { decision_url: url } = requested.json
  return { spool, disputeId: opened.json.id, discrepancyId, reviewToken: url.slice(url.lastIndexOf('/') + 1) }
}

/** An invitation of another account, which the owner may look at. */
async function grantOfAnother(system: PageSystem): Promise<string> {
  const { send, operator } = system
  const accountId = await openAccount(system, hostileName)
  const { apiKey: key } = await operator.send(createKey, { accountId, scope: 'full', label: 'invites' })
  const spool = await created(send, key, {
    parties: [
      { role: 'buyer', kind: 'org', display_name: `Buyer ${hostileName}` },
      { role: 'seller', kind: 'human', display_name: `Seller ${hostileName}` },
    ],
    deliverable: { type: hostileName, title: hostileName, description: hostile, attributes: {} },
    terms: [{ text: hostile, provenance: { source: 'chat', origin: hostile } }],
  })
  const { json } = await send<{ grant_token: string }>(`/api/v1/spools/${spool.id}/invite`, {
    ...{ method: 'POST', key },
  })
  return json.grant_token
}

/** Invites two people: one accepts, the invitation of the other stays open. */
async function inviteInto(
  system: PageSystem,
  { accountId, context }: SignedInPerson,
): Promise<{ readonly person_id: string; readonly token: string }> {
  const base = consoleUrl(system.file)
  const page = context.pages()[0] ?? (await context.newPage())
  const links: string[] = []
  for (const name of [`joined-${accountId}`, `o'brien+open-${accountId}`]) {
    await page.goto(`${base}/console/team`)
    await page.getByLabel('Email', { exact: true }).fill(`${name}@example.com`)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    links.push(await untilMailed(system.file, `${name}@example.com`, /(\/join\/[\w-]{43})/))
  }
  const joined = await system.browser.newContext()
  const theirs = await joined.newPage()
  await theirs.goto(base + links[0])
  await theirs.getByRole('main').getByRole('button').first().click()
  const code = await untilMailed(system.file, `joined-${accountId}@example.com`, /^ {4}(\d{4} \d{4})$/m)
  await theirs.getByLabel('Code').fill(code)
  await theirs.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await theirs.waitForURL(`${base}/console`)
  await joined.close()
  await page.goto(`${base}/console/team`)
  const change = page.getByRole('link', { name: `joined-${accountId}` })
  const path = (await change.getAttribute('href')) ?? ''
  return {
    person_id: /[0-9a-f-]{36}/.exec(path)?.[0] ?? '',
    token: links[1]?.slice('/join/'.length) ?? '',
  }
}

/** Begins to buy credits by card; the purchase waits for its person to pay. */
async function beginPurchase(system: PageSystem, { context }: SignedInPerson): Promise<string> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${consoleUrl(system.file)}/console/credits`)
  await page.getByRole('button', { name: 'Buy by card' }).click()
  await page.waitForURL(/\/console\/credits\/purchases\//)
  return /cpp_[0-9a-f]{24}/.exec(page.url())?.[0] ?? ''
}

/** Adds a passkey, which a device of the browser keeps. */
async function addPasskey(system: PageSystem, { context }: SignedInPerson): Promise<string> {
  const page = context.pages()[0] ?? (await context.newPage())
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable', { enableUI: false })
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto(`${consoleUrl(system.file)}/console/security`)
  await page.getByLabel('Name').fill(hostileName)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
  const change = page.getByRole('link', { name: `Change ${hostileName}` })
  return ((await change.getAttribute('href')) ?? '').replace(/^.*\//, '')
}

/** What the newest mails to an address say; a system without a mail server keeps them in a folder. */
async function untilMailed(file: SystemFile, address: string, pattern: RegExp): Promise<string> {
  const folder = join(dirname(file.database_url_file), '../mail')
  const giveUpAt = performance.now() + 60_000
  while (performance.now() < giveUpAt) {
    const found = readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\n', '').replaceAll('=3D', '='))
      .filter((text) => text.includes(`To: ${address}`))
      .flatMap((text) => pattern.exec(text)?.[1] ?? [])
    if (found.length > 0) return found.at(-1) ?? ''
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`no mail to ${address} has ${pattern}`)
}
