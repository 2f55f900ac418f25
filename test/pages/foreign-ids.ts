import type { BrowserContext } from 'playwright-core'
import { type PageRoute, pageRoutes, parametersOf } from './page-routes.ts'

/** A page as it is answered with an id of another account, and with one that no account has. */
export type ForeignId = { readonly path: string; readonly given: PageAnswer; readonly unknown: PageAnswer }

/** What a reader can tell apart; what is different for each request is left out. */
export type PageAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Not an id of a thing of an account: an invitation is for its holder, of whichever account. */
const notOfAnAccount = ['month', 'grant_token']
/** Pages that search for any id, by the query that asks. */
const searches = ['/console/search?q=']
const ofEachRequest = ['date', 'request-id', 'content-length', 'set-cookie']

/** Opens every page of an account with the ids of another one. */
export async function openForeignIds(
  context: BrowserContext,
  base: string,
  ids: Readonly<Record<string, string>>,
): Promise<readonly ForeignId[]> {
  const ofAccounts = pageRoutes.filter(
    (route) => route.isForPeople && parametersOf(route).some((name) => !notOfAnAccount.includes(name)),
  )
  const paths = ofAccounts.map((route) => [filled(route, ids), filled(route, unknownIds(ids))] as const)
  const known = new Set(pageRoutes.map(({ path }) => path))
  const searched = searches
    .filter((path) => known.has(path.split('?')[0] ?? ''))
    .flatMap((path) =>
      Object.values(ids)
        .filter((id) => /^[a-z]+_[0-9a-f]{24}$/.test(id))
        .map((id) => [path + id, path + unknownOf(id)] as const),
    )
  const answers: ForeignId[] = []
  for (const [path, other] of [...paths, ...searched]) {
    answers.push({
      path,
      given: await answerOf(context, base + path),
      unknown: await answerOf(context, base + other),
    })
  }
  return answers
}

function filled(route: PageRoute, ids: Readonly<Record<string, string>>): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'none')
}

function unknownIds(ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, unknownOf(id)]))
}

/** An id of the same form that no thing has. */
function unknownOf(id: string): string {
  return /^[0-9a-f]{8}-/.test(id)
    ? '00000000-0000-4000-8000-000000000000'
    : id.replace(/[0-9a-f]{24,}$/, (digits) => '0'.repeat(digits.length))
}

async function answerOf(context: BrowserContext, url: string): Promise<PageAnswer> {
  const answer = await context.request.get(url, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  const headers = Object.entries(answer.headers()).filter(([name]) => !ofEachRequest.includes(name))
  const own = new URL(url)
  const asked = own.pathname + own.search
  const text = (await answer.text())
    .replaceAll(asked, 'ADDRESS')
    .replaceAll(asked.replace(/^.*[/=]/, ''), 'ID')
    .replaceAll(/req_[0-9a-f]{24}/g, 'REQUEST')
    .replaceAll(/value="[\w-]{43}"/g, 'value="TOKEN"')
    .replaceAll(/datetime="[^"]*"|\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/g, 'TIME')
  return { status: answer.status(), headers: Object.fromEntries(headers), text }
}
