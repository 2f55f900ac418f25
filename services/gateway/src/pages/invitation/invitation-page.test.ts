import { htmlPage, pageShell } from '@outturn/pages'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../console/pages/spools/listed-spools.fixture.ts'
import { noAssets } from '../../testing/no-assets.ts'
import { createPageSite } from '../site.ts'
import { sharedSpool } from '../spool/shared-spool.fixture.ts'
import { endedInvitation, endedWords, guestKeyPage, invitationPage, joinContent } from './invitation-page.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const token = `spg_${'a'.repeat(32)}`
const expiresAt = new Date('2026-11-27T10:50:00.000Z')
const words = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
const bodyOf = (content: Parameters<typeof htmlPage>[2]) => htmlPage(site, 200, content).body
const page = (spool = sharedSpool()) => bodyOf(invitationPage({ spool, token, expiresAt, formId: 'f' }, site))
const joinPage = (spool = sharedSpool()) =>
  bodyOf(
    pageShell(
      { title: 'x', site },
      joinContent({ spool, token, expiresAt, formToken: 't', formId: 'f', accountName: 'Larkfield' }),
    ),
  )

test('the page of an invitation shows who invites, the price, every condition and the end, and two ways to join', () => {
  const spool = sharedSpool()
  const text = words(page())
  const [inviter, seat] = spool.parties
  expect(text).toContain(`${inviter?.display_name} invites you as the ${seat?.role}, ${seat?.display_name} .`)
  expect(text).toContain('Every row has "company", "contact" and "email".')
  for (const { description } of spool.conditions) expect(text).toContain(description)
  expect(text).toContain('27 Nov 2026, 10:50 UTC')
  expect(page()).toContain(`href="/console/invitation/${token}"`)
  expect(page()).toMatch(new RegExp(`<form[^>]*method="post" action="/invitation/${token}"`))
  // No other place gets the address: not by a link to another site, and by no picture or script of one.
  expect(page()).not.toMatch(/(?:href|src)="https?:\/\/(?!outturn\.example)/)
})

test('an account accepts exactly what its page shows, and may join without accepting', () => {
  const spool = sharedSpool()
  expect(joinPage()).toContain(`name="agreement_hash" value="${spool.agreement.agreement_hash}"`)
  expect(joinPage()).toMatch(/name="act" value="accept"[\s\S]*name="act" value="join"/)
  const accepted = sharedSpool({ status: { ...spool.status, agreement: 'accepted' } })
  expect(joinPage(accepted)).not.toContain('value="accept"')
})

test('a guest gets the key once, with the command that accepts what was read', () => {
  const apiKey = 'spk_live_abc'
  const text = words(
    bodyOf(guestKeyPage({ apiKey, spool: sharedSpool(), publicUrl: 'https://outturn.example' }, site)),
  )
  expect(text).toContain(`Key for this Spool, shown once ${apiKey}`)
  expect(text).toContain(sharedSpool().agreement.agreement_hash)
  expect(text).toContain('Nothing is accepted yet.')
})

test('an invitation that cannot be used says why, each in words of its own', () => {
  const said = Object.keys(endedWords).map((state) =>
    words(bodyOf(endedInvitation(state as keyof typeof endedWords))),
  )
  expect(new Set(said).size).toBe(Object.keys(endedWords).length)
})

test.each(hostileTexts)('what the inviting party wrote is text on every page: %j', (text) => {
  const { deliverable, parties, conditions } = sharedSpool()
  const spool = sharedSpool({
    deliverable: { ...deliverable, title: text, description: text },
    parties: parties.map((party) => ({ ...party, display_name: text.slice(0, 80) })),
    conditions: conditions.map((condition) => ({ ...condition, description: text })),
  })
  const guest = guestKeyPage({ apiKey: 'k', spool, publicUrl: 'https://outturn.example' }, site)
  for (const each of [page(spool), joinPage(spool), bodyOf(guest)]) {
    expect(each.slice(each.indexOf('<main'))).not.toMatch(/<(?:script|img)[^>]*(?:alert|onerror)/)
  }
})
