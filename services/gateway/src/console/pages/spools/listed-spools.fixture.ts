import type { ListedSpool } from '@outturn/contracts'
import { htmlPage, pageShell } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { createPageSite } from '../../../pages/site.ts'
import { noAssets } from '../../../testing/no-assets.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)

/** The HTML of the content of a page. */
export function renderedContent(content: ComponentChildren): string {
  const { body } = htmlPage(site, 200, pageShell({ title: 'Page', site }, content))
  return body.slice(body.indexOf('<main'), body.indexOf('</main>'))
}

/** A row of the list as its buyer sees it; members given replace its own. */
export function listedSpool(changes: Partial<ListedSpool> = {}): ListedSpool {
  return {
    id: 'spl_181581f5a0db4e649bdb4703',
    shareId: 'shr_181581f5a0db4e649bdb4703',
    title: 'Leads with an email',
    side: 'buyer',
    buyer: { name: 'Larkfield Data', kind: 'org' },
    provider: { name: 'LeadBot', kind: 'agent' },
    state: 'partial',
    amountCents: 1_000,
    currency: 'USD',
    earnedCents: 750,
    nextStep: { type: 'submit_evidence', actor: 'provider', reason: 'Add email to row 3.' },
    isWaitingForMe: false,
    receiptId: 'ocr_181581f5a0db4e649bdb4703',
    createdAt: '2026-11-27T10:50:00.000Z',
    updatedAt: '2026-11-27T10:58:00.000Z',
    ...changes,
  }
}

/** Texts that a party may write, as names and titles. */
export const hostileTexts = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example","x")',
  '\u202Egnp.exe',
  'שלום עולם – Ελληνικά – हिन्दी – 漢字 – 🧵',
  'n'.repeat(120),
]
