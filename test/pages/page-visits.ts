import { type PageAccounts, consoleUrl } from './page-accounts.ts'
import { pageRoutes, parametersOf } from './page-routes.ts'
import type { SystemFile } from '../system/running-system.ts'

export type Visitor = 'owner' | 'newcomer' | 'stranger'

/** One page as one visitor opens it. */
export type Visit = {
  readonly name: string
  readonly url: string
  readonly visitor: Visitor
  /** Each is an answer that the page may have. */
  readonly statuses: readonly number[]
}

/** Addresses beside those of the routes: pages in another state, and what has no page. */
const openAddresses: readonly (readonly [path: string, status: number])[] = [
  ['/docs/errors', 200],
  ['/docs/guide/one-call', 200],
  ['/docs/guide/console', 200],
  ['/nothing-here', 404],
  [`/r/ocr_${'0'.repeat(24)}`, 404],
  [`/s/shr_${'0'.repeat(24)}`, 404],
  [`/join/${'a'.repeat(43)}`, 404],
]
const ownAddresses: readonly (readonly [path: string, status: number])[] = [
  ['/console/requests?since=30d&outcome=all', 200],
  ['/console/keys?done=revoked', 200],
  ['/console/spools?state=undecided&party=none&from=2026-01-01', 200],
  [`/console/spools/spl_${'0'.repeat(24)}`, 404],
  ['/console/audit?after=none', 400],
  ['/console/usage?period=90d', 200],
]
/** The parts of a Spool that show most of what its parties wrote. */
const partsOfSpool = (spool: string): readonly string[] =>
  ['evidence', 'terms', 'history'].map((tab) => `/console/spools/${spool}?tab=${tab}`)
/** Further states of pages, made of the same as the others: `npm run pages` opens them. */
const furtherAddresses = (spool: string): readonly (readonly [path: string, ...statuses: number[]])[] => [
  ['/console/spools?state=waiting', 200],
  ['/console/spools?from=yesterday', 400],
  ['/console/disputes?state=open', 200],
  ['/console/usage?period=2026-13', 400],
  [`/console/credits/purchases/cpp_${'0'.repeat(24)}`, 404],
  [`/console/keys/key_${'0'.repeat(24)}/revoke`, 404],
  ...['runs', 'money'].map((tab) => [`/console/spools/${spool}?tab=${tab}`, 200] as const),
  ...[
    'invite',
    'confirm',
    'external-result',
    'commit',
    'onboard-provider',
    'quote',
    'amend',
    'cancel',
    'abandon',
  ].map((action) => [`/console/spools/${spool}/${action}`, 200, 409] as const),
]
/** Pages that answer otherwise than with 200, by their operation. */
const otherStatus: Readonly<Record<string, number>> = {
  'show-return': 404,
  'show-sign-in-link': 410,
  'finish-organisation-sign-in': 403,
}
/** Served by rules of their own, or a page only after a form was sent. */
const without = ['read-docs-file', 'open-receipt', 'show-sign-in-sent']

/** Every page as each visitor who may open it; the whole of them also in its further states. */
export function pageVisits(
  file: SystemFile,
  { ids }: Pick<PageAccounts, 'ids'>,
  { isWhole = false }: { isWhole?: boolean } = {},
): readonly Visit[] {
  const open = (path: string, status: number): Visit => ({
    name: path,
    url: (/^\/(?:sign-in|join|invitation)\b/.test(path) ? consoleUrl(file) : file.base_url) + path,
    visitor: 'stranger',
    statuses: [status],
  })
  const own = (path: string, visitor: Visitor, ...statuses: readonly number[]): Visit => ({
    name: `${path} (${visitor})`,
    url: consoleUrl(file) + path,
    visitor,
    statuses,
  })
  const visits = pageRoutes
    .filter(({ operationId }) => !without.includes(operationId))
    .flatMap((route) => {
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => idOf(ids, name, route.path))
      const status = otherStatus[route.operationId] ?? 200
      if (!route.isForPeople) return [open(path, status)]
      return [
        own(path, 'owner', status),
        ...(parametersOf(route).length > 0 ? [] : [own(path, 'newcomer', status)]),
      ]
    })
  return [
    ...visits,
    ...openAddresses.map(([path, status]) => open(path, status)),
    ...ownAddresses.map(([path, status]) => own(path, 'owner', status)),
    ...partsOfSpool(ids['id'] ?? '').map((path) => own(path, 'owner', 200)),
    ...(isWhole ? furtherAddresses(ids['id'] ?? '').map(([path, ...all]) => own(path, 'owner', ...all)) : []),
  ]
}

function idOf(ids: Readonly<Record<string, string>>, name: string, path: string): string {
  const found = ids[name]
  if (found === undefined || found === '') {
    throw new Error(
      `${path} is not walked: name an id of the owner for :${name} in \`ids\` of test/pages/page-accounts.ts`,
    )
  }
  return found
}
