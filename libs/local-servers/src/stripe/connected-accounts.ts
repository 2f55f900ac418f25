import { type Form, formAt, requiredText, textAt } from './form-body.ts'
import { newId, nowSeconds } from './new-id.ts'
import { invalidRequest } from './stripe-error.ts'

/** An account that is paid out to. It takes money once its holder has completed the onboarding. */
export type ConnectedAccount = {
  readonly id: string
  readonly object: 'account'
  readonly metadata: Form
  readonly created: number
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  capabilities: { transfers: 'active' | 'inactive' }
}

export type AccountLink = {
  readonly account: string
  readonly returnUrl: string
  readonly refreshUrl: string
  readonly expiresAt: number
  isUsed: boolean
}

const linkSeconds = 300

/** Accounts of sellers, and the links by which they are set up. A link is good once, for some minutes. */
export class ConnectedAccounts {
  private readonly accounts = new Map<string, ConnectedAccount>()
  private readonly links = new Map<string, AccountLink>()

  constructor(kept: readonly ConnectedAccount[] = []) {
    for (const account of kept) this.accounts.set(account.id, account)
  }

  all(): readonly ConnectedAccount[] {
    return [...this.accounts.values()]
  }

  create(form: Form): ConnectedAccount {
    const account: ConnectedAccount = {
      id: newId('acct'),
      object: 'account',
      metadata: formAt(form, 'metadata'),
      created: nowSeconds(),
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
    }
    this.accounts.set(account.id, account)
    return account
  }

  retrieve(id: string): ConnectedAccount {
    const account = this.accounts.get(id)
    if (account === undefined) throw invalidRequest(`No such account: '${id}'`, 'resource_missing', 404)
    return account
  }

  /** Makes a link to the page where the holder of an account sets it up. */
  createLink(form: Form, origin: string): object {
    if (textAt(form, 'type') !== 'account_onboarding') {
      throw invalidRequest('This server makes links of type account_onboarding only.')
    }
    const account = this.retrieve(requiredText(form, 'account')).id
    const token = newId('link')
    const link: AccountLink = {
      account,
      returnUrl: requiredText(form, 'return_url'),
      refreshUrl: requiredText(form, 'refresh_url'),
      expiresAt: nowSeconds() + linkSeconds,
      isUsed: false,
    }
    this.links.set(token, link)
    const { expiresAt: expires_at } = link
    return { object: 'account_link', created: nowSeconds(), expires_at, url: `${origin}/onboard/${token}` }
  }

  /** A link that can still be followed; null where it was used, has ended or never was. */
  usableLink(token: string): AccountLink | null {
    const link = this.links.get(token)
    return link === undefined || link.isUsed || link.expiresAt <= nowSeconds() ? null : link
  }

  /** Where an ended link sends its visitor for a new one; null for a link that never was. */
  refreshUrlOf(token: string): string | null {
    return this.links.get(token)?.refreshUrl ?? null
  }

  /** The holder of the account has entered where it is paid. */
  complete(id: string): void {
    const account = this.retrieve(id)
    account.charges_enabled = true
    account.payouts_enabled = true
    account.details_submitted = true
    account.capabilities = { transfers: 'active' }
  }

  /** The processor restricts the account: it takes no money until it is set up again. */
  restrict(id: string): void {
    const account = this.retrieve(id)
    account.charges_enabled = false
    account.payouts_enabled = false
    account.capabilities = { transfers: 'inactive' }
  }
}
