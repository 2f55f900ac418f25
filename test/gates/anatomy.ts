import { basename, dirname } from 'node:path'
import { findRoomCircles } from './room-circles.ts'
import type { Sources } from './sources.ts'

const rootFiles = /^(main|service|deps|config|events)\.ts$/
const rooms = ['handlers', 'flows', 'reactions', 'sweepers', 'adapters', 'domain', 'store', 'testing']
/** What one service has beside the rooms of all. */
const ownRooms: Readonly<Record<string, readonly string[]>> = {
  // Requests and agreements as drafts of the domain.
  spool: ['wire'],
  gateway: ['console', 'routes', 'wire', 'auth', 'rate-limit', 'pages', 'http', 'request-log'],
  // A second process of the service, with an anatomy of its own.
  verification: ['fetcher'],
  'verification/src/fetcher': ['guard'],
}
/** Where programs lie: a service, what operators run, what is published, and a compiler that needs a process of its own. */
const programPlaces = [
  /^services\/[^/]+\/src\/[^/]+$/,
  /^services\/verification\/src\/fetcher\/main\.ts$/,
  /^deploy\/[^/]+\/src\/main\.ts$/,
  /^libs\/(cli|mcp)\/src\/main\.ts$/,
  /^libs\/receipt-verifier\/src\/cli\/main\.ts$/,
  /^libs\/local-servers\/src\/payments\/compile-main\.ts$/,
]
const mostFiles = 15
const mostMainLines = 4
const isTest = (path: string) => /\.(test|fixture)\.tsx?$|\/testing\//.test(path)

/** Where the sources do not follow the anatomy that every service has; each problem names its file or folder. */
export function findAnatomyProblems(sources: Sources): string[] {
  const paths = [...sources.keys()]
  return [
    ...paths.flatMap((path) => [
      ...findMisplaced(path),
      ...findMainProblem(path, sources.get(path) ?? ''),
      ...findHandlerProblem(path, sources.get(path) ?? ''),
      ...findForeignCall(path, sources.get(path) ?? ''),
      ...findLostHook(path, sources.get(path) ?? ''),
      ...findMisplacedProgram(path),
    ]),
    ...findWireWordsInDomain(sources),
    ...findMissingFiles(paths),
    ...findFullRooms(paths),
    ...findRoomCircles(sources, isTest),
  ]
}

/** The service that a file belongs to, and its path below the service's `src`. */
function placeOf(path: string): { service: string; inside: string } | null {
  const [, service, inside] = /^services\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  if (service === undefined || inside === undefined) return null
  return inside.startsWith('fetcher/')
    ? { service: `${service}/src/fetcher`, inside: inside.slice('fetcher/'.length) }
    : { service, inside }
}

function findMisplaced(path: string): string[] {
  const place = placeOf(path)
  if (place === null) return []
  const [room = '', ...below] = place.inside.split('/')
  if (below.length > 0) {
    const isRoom = [...rooms, ...(ownRooms[place.service] ?? [])].includes(room)
    return isRoom ? [] : [`${path}: a service has no room ${room}/`]
  }
  const tested = place.inside.replace(/(\.int)?\.test\.ts$/, '.ts')
  return rootFiles.test(tested) ? [] : [`${path}: belongs into a room, not beside service.ts`]
}

function findMainProblem(path: string, text: string): string[] {
  const place = placeOf(path)
  if (place === null || !/^(fetcher-)?main\.ts$/.test(place.inside)) return []
  const lines = text.trim().split('\n')
  return lines.length <= mostMainLines && /^await runService\(\w+Service\)$/.test(lines.at(-1) ?? '')
    ? []
    : [`${path}: a main is one call of runService`]
}

function findHandlerProblem(path: string, text: string): string[] {
  const place = placeOf(path)
  if (place === null || isTest(path) || !place.inside.startsWith('handlers/')) return []
  const exported = text.match(/^export .*$/gm) ?? []
  return exported.length === 1 && /^export (async )?function handle[A-Z]/.test(exported[0] ?? '')
    ? []
    : [`${path}: a handler file exports one function handle… and nothing else`]
}

/** A program of operators has a package of its own in deploy/, and its main file is `src/main.ts`. */
function findMisplacedProgram(path: string): string[] {
  const isProgram = /(^|\/)(.+-)?main\.ts$/.test(path) && !isTest(path) && !path.startsWith('test/')
  return isProgram && !programPlaces.some((place) => place.test(path))
    ? [`${path}: a program is deploy/<name>/src/main.ts, or published from libs/cli or libs/mcp`]
    : []
}

/** A route of the gateway is the call of another service that it stands for. */
function findForeignCall(path: string, text: string): string[] {
  const place = placeOf(path)
  if (place === null || isTest(path) || !/\bbus\s*\.(request|requestBytes)\(/.test(text)) return []
  const isAllowed = /^(adapters|routes)\//.test(place.inside)
  return isAllowed ? [] : [`${path}: another service is called from adapters/ only`]
}

/** Test files share loaded modules: a hook that a module sets as it loads is there for the first of them alone. */
function findLostHook(path: string, text: string): string[] {
  const isLost = path.includes('/testing/') && /^(before|after)(Each|All)\(/m.test(text)
  return isLost ? [`${path}: a hook of tests is set by a function that each test file calls`] : []
}

/** Where a domain has views, only they speak the types of HTTP; its rules are told in types of their own. */
function findWireWordsInDomain(sources: Sources): string[] {
  const all = [...sources]
  const served = new Set(
    all
      .filter(([path]) => path.startsWith('libs/contracts/src/http/'))
      .flatMap(([, text]) =>
        [...text.matchAll(/^export (?:const|type|function) (\w+)/gm)].map(([, name]) => name),
      ),
  )
  const withViews = new Set(all.flatMap(([path]) => /^(.+\/domain)\/views\//.exec(path)?.[1] ?? []))
  return all.flatMap(([path, text]) => {
    const [, domain = '', room] = /^(services\/[^/]+\/src\/domain)\/([^/]+)/.exec(path) ?? []
    if (!withViews.has(domain) || room === 'views' || isTest(path)) return []
    const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@outturn\/contracts'/g)]
    return imported
      .flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
      .filter((name) => served.has(name))
      .map((name) => `${path}: ${name} is a type of HTTP, which only domain/views/ speaks`)
  })
}

function findMissingFiles(paths: readonly string[]): string[] {
  const services = new Set(paths.flatMap((path) => placeOf(path)?.service ?? []))
  return [...services].flatMap((service) => {
    const root = service.includes('/') ? `services/${service}` : `services/${service}/src`
    const needed = service.includes('/')
      ? ['service.ts', 'config.ts']
      : ['main.ts', 'service.ts', 'config.ts']
    return needed.flatMap((name) => (paths.includes(`${root}/${name}`) ? [] : [`${root}: has no ${name}`]))
  })
}

function findFullRooms(paths: readonly string[]): string[] {
  const sources = paths.filter((path) => !isTest(path))
  return [...Map.groupBy(sources, dirname)].flatMap(([room, files]) =>
    files.length > mostFiles
      ? [
          `${room}: ${files.length} files (${files.map((file) => basename(file)).join(', ')}), at most ${mostFiles}`,
        ]
      : [],
  )
}
