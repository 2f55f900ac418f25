import { defineEndpoint, personAccess } from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { consolePage } from '../../console/pages/console-page.ts'
import { addressOf, searchContent } from '../../console/pages/search/search-page.ts'
import { searchPath } from '../../console/pages/search/search-path.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { type FoundItem, searchAccount } from '../../adapters/search-account.ts'
import { searchTerms } from '../../console/search/search-terms.ts'
import { asPerson } from '../../console/sessions/person-principal.ts'
import { servePerson } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import type { Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'

const searchConsole = defineEndpoint({
  operationId: 'search-console',
  path: searchPath,
  access: personAccess(personRoles),
  summary: 'Find what belongs to the account by an ID',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  deadlineMs: 2_000,
  query: z.strictObject({ q: z.string().max(1_000).default('') }),
  success: { status: 200, description: 'What was found.', content: { mediaType: 'text/html' } },
})

/** Things that have a page of their own, to which a whole id leads at once. */
const hasOwnPage: ReadonlySet<FoundItem['kind']> = new Set([
  ...(['discrepancy', 'dispute', 'receipt', 'request', 'review', 'spool'] as const),
])
const nothing = { items: [], failed: [] }

/** Finds what belongs to the account by ids, or parts of them, of any kind. */
export function searchRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(searchConsole, cookies, async (call, person) => {
    const text = call.query.q.trim()
    const terms = searchTerms(text)
    const found =
      terms.kind === 'ids'
        ? await searchAccount(person, terms.ids, asPerson(call, person))
        : { direct: nothing, related: nothing }
    if (terms.kind === 'ids' && terms.whole !== null) {
      const exact = found.direct.items.filter(({ id }) => id === terms.whole)
      const [only] = exact
      if (only !== undefined && exact.length === 1 && hasOwnPage.has(only.kind))
        return seeOther(addressOf(only))
    }
    const content = searchContent({
      ...found,
      text,
      terms,
      accountName: person.accountName,
      maySeeSpools: person.role !== 'billing',
    })
    const title = text === '' ? 'Search' : `Results for ${text.slice(0, 60)}`
    return consolePage(site, person, { title, current: searchPath, search: text }, content)
  })
}
