import { type ConsoleSection, consoleShell, html, htmlPage, postForm } from '@outturn/pages'
import type { PersonRole } from '@outturn/vocabulary'
import type { ComponentChildren } from 'preact'
import type { Answer } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { searchPath } from './search/search-path.ts'
import type { SignedIn } from '../sessions/serve-person.ts'
import { changesMoney } from './money/money-roles.ts'

export const roleNames: Readonly<Record<PersonRole, string>> = {
  owner: 'Owner',
  developer: 'Developer',
  billing: 'Billing',
  viewer: 'Viewer',
}

/** The browser names the page that sends a form, so that the form of another site is told from it. */
export const withForm = { 'referrer-policy': 'same-origin' }

type Page = {
  readonly title: string
  /** Address of the link in the side bar that this page belongs to. */
  readonly current: string
  readonly status?: number
  /** What was searched for. */
  readonly search?: string
  /** Address of a script of its own. */
  readonly script?: string
}

/** A page for a person who is signed in, with the places that their role may open. */
export function consolePage(
  site: PageSite,
  person: SignedIn,
  page: Page,
  content: ComponentChildren,
): Answer {
  const signOut = postForm(
    { action: '/sign-out', token: person.formToken('/sign-out') },
    html`<button class="btn" type="submit">Sign out</button>`,
  )
  const document = consoleShell(
    {
      title: page.title,
      site,
      account: person.accountName,
      environment: 'production',
      person: person.email,
      role: roleNames[person.role],
      sections: sectionsOf(person.role),
      current: page.current,
      script: page.script,
      search: { action: searchPath, text: page.search ?? '' },
      signOut,
    },
    content,
  )
  return htmlPage(site, page.status ?? 200, document, withForm)
}

function sectionsOf(role: PersonRole): readonly ConsoleSection[] {
  const hasKeys = role === 'owner' || role === 'developer'
  const hasSpools = role !== 'billing'
  return [
    {
      links: [
        { href: '/console', text: 'Overview', icon: 'home', key: 'o' },
        ...(hasSpools ? [{ href: '/console/spools', text: 'Spools', icon: 'spool' as const, key: 's' }] : []),
        { href: '/console/receipts', text: 'Receipts', icon: 'receipt', key: 'r' },
        ...(hasSpools
          ? [
              { href: '/console/disputes', text: 'Disputes', icon: 'flag' as const },
              { href: '/console/discrepancies', text: 'Discrepancies', icon: 'unequal' as const },
              { href: '/console/sources', text: 'Sources', icon: 'plug' as const },
            ]
          : []),
      ],
    },
    ...(hasKeys
      ? [
          {
            title: 'Developers',
            links: [
              { href: '/console/requests', text: 'Request log', icon: 'log' as const },
              { href: '/console/keys', text: 'API keys', icon: 'key' as const, key: 'k' },
            ],
          },
        ]
      : []),
    {
      title: 'Money',
      links: [
        { href: '/console/usage', text: 'Usage', icon: 'columns', key: 'u' },
        ...(changesMoney(role)
          ? [
              { href: '/console/credits', text: 'Credits', icon: 'coin' as const },
              { href: '/console/statements', text: 'Statements', icon: 'page' as const },
            ]
          : []),
      ],
    },
    {
      title: 'Account',
      links: [
        { href: '/console/team', text: 'Team', icon: 'people' },
        { href: '/console/security', text: 'Security', icon: 'shield' },
        ...(role === 'owner'
          ? [
              { href: '/console/settings', text: 'Settings', icon: 'sliders' as const },
              { href: '/console/audit', text: 'Audit log', icon: 'log' as const },
            ]
          : []),
      ],
    },
  ]
}
