import { expect, test } from 'vitest'
import { hostileTexts, listedSpool, renderedContent } from './listed-spools.fixture.ts'
import { nextText } from './list-words.ts'
import { spoolCsv } from './spool-csv.ts'
import { spoolListContent, type SpoolListView } from './spool-list-page.ts'

const noFilter = { state: '', party: '', from: '', to: '' }
const textOf = (changes: Partial<SpoolListView> = {}) =>
  renderedContent(
    spoolListContent({
      found: { data: [listedSpool()], nextCursor: null },
      query: noFilter,
      isLaterPage: false,
      mayCreate: true,
      publicUrl: 'https://outturn.example',
      ...changes,
    }),
  )

test('a row names the Spool, the other party, the state, the money and who is next', () => {
  const text = textOf()
  for (const part of [
    'Leads with an email',
    'LeadBot',
    'Partly passed',
    '10.00',
    '7.50',
    'LeadBot delivers again',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).toContain('href="/console/spools/spl_181581f5a0db4e649bdb4703"')
  const waiting = listedSpool({ state: 'in_progress', isWaitingForMe: true })
  expect(textOf({ found: { data: [waiting], nextCursor: null } })).toContain('Waiting for you')
})

test.each([
  [{ type: 'await_confirmation', actor: 'buyer' }, 'proposed', 'You accept or decline'],
  [{ type: 'await_confirmation', actor: 'provider' }, 'proposed', 'LeadBot accepts or declines'],
  [{ type: 'submit_evidence', actor: 'provider' }, 'in_progress', 'LeadBot delivers again'],
  [{ type: 'settle', actor: 'buyer' }, 'passed', 'You settle'],
  [{ type: 'terminal', actor: 'none' }, 'passed', 'Done; receipt issued'],
  [{ type: 'new_spool', actor: 'buyer' }, 'draft', 'You propose'],
  [{ type: 'new_spool', actor: 'buyer' }, 'cancelled', 'Ended'],
] as const)('the next step %j of a Spool that is %s reads: %s', (step, state, text) => {
  expect(nextText(listedSpool({ state, nextStep: { ...step, reason: '' } }))).toBe(text)
})

test('every filter is shown in words with a way out that keeps the others', () => {
  const text = textOf({ query: { state: 'passed', party: 'Lead & <Bot>', from: '2026-11-01', to: '' } })
  expect(text).toContain('Spools that are passed, created since 1 Nov 2026, with')
  expect(text).toContain('“Lead &amp; &lt;Bot>”')
  expect(text).toContain('href="/console/spools?party=Lead+%26+%3CBot%3E&amp;from=2026-11-01"')
  expect(text).toContain('href="/console/spools?state=passed&amp;party=Lead+%26+%3CBot%3E"')
  expect(text).toContain('<option value="passed" selected>Passed</option>')
})

test('an empty list teaches, and says apart that a filter matches nothing, or nothing so far', () => {
  const none = { data: [], nextCursor: null }
  expect(textOf({ found: none })).toContain('A Spool is an agreement that can be verified')
  expect(textOf({ found: none })).toContain('$OUTTURN_KEY')
  expect(textOf({ found: none, mayCreate: false })).not.toContain('href="/console/spools/new"')
  const query = { ...noFilter, state: 'undecided' }
  expect(textOf({ found: none, query })).toContain('No Spool is as the filter says')
  const more = textOf({ found: { data: [], nextCursor: listedSpool().id }, query })
  expect(more).toContain('None found so far')
  expect(more).toContain('Search earlier Spools')
})

test.each(hostileTexts)('what a party wrote stays a text on the page and in the file: %s', (title) => {
  const row = listedSpool({ title, provider: { name: title, kind: 'agent' } })
  const text = textOf({ found: { data: [row], nextCursor: null } })
  expect(text).not.toMatch(/<script|<img|\u202E/)
  const line = spoolCsv([row]).split('\r\n')[1] ?? ''
  expect(line.split(',')[1]).not.toMatch(/^"?[=+@]/)
})

test('the file has a line for each Spool with plain amounts', () => {
  const [head, line] = spoolCsv([listedSpool({ amountCents: 123_405 })]).split('\r\n')
  expect(head).toContain('spool,title,side,buyer,seller,state,value_usd,earned_usd')
  expect(line).toContain('Partly passed,1234.05,7.50,LeadBot delivers again,no')
})
