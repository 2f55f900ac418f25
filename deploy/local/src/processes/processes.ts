import { join } from 'node:path'
import {
  type DeployedServer,
  deployedServers,
  type Place,
  type Secret,
  type ServerName,
  type Setting,
  sharedSettings,
  toVariable,
} from '@outturn/model'
import { repository } from '@outturn/model/places'
import { prefixOf } from '@outturn/service/service-prefix'
import { environments } from '@outturn/vocabulary'

/** What the settings of a process are made from. */
export interface ProcessEnvironment {
  natsUrl: string
  publicUrl: string
  publicPort: number
  /** Folder of the built documentation site; null without one. */
  docsFolder: string | null
  /** Folder that keeps each mail where there is no mail server. */
  mails: string
  /** Mail server of the caller, if they named one. */
  mailServer: Readonly<Record<string, string>>
  /** Folder of the signing service's key files. */
  signingKeys: string
  /** Folder of the last published state of the log. */
  logFloor: string
  /** Settings from the command line, by service; they win. */
  chosen: Readonly<Record<string, Record<string, string>>>
  /** File with a secret, which is made if it is missing. */
  secretFile(secret: Secret): Promise<string>
}

/** A service of the local system. */
export interface LocalService {
  name: ServerName
  /** Its own program, which hosts it alone. */
  entry: string
  deployed: DeployedServer
}

/** Settings that a service has on one machine alone. */
const localSettings: Partial<
  Record<ServerName, (place: ProcessEnvironment) => Readonly<Record<string, string>>>
> = {
  gateway: ({ publicPort, mails, mailServer }) => ({
    OUTTURN_HTTP_PORT: String(publicPort),
    // Every caller of a local system has the same address.
    OUTTURN_SANDBOX_DAILY_VERIFIES_PER_ADDRESS: '0',
    OUTTURN_SIGN_UP: 'open',
    OUTTURN_MAIL_FOLDER: mails,
    ...mailServer,
  }),
  spool: ({ mailServer }) => mailServer,
}

/** Every service there is: the seven, and the fetcher that verification sends to foreign addresses. */
export const localServices: readonly LocalService[] = deployedServers.map((deployed) => ({
  name: deployed.name,
  entry: join(repository, deployed.program.folder, deployed.program.main),
  deployed,
}))

/** A process of the local system: one service by its own program, or several hosted in one. */
export interface LocalProcess {
  name: string
  entry: string
  services: readonly LocalService[]
}

/** The program that hosts several services. */
const host = join(repository, 'deploy/host/src/main.ts')

export const layouts = ['compact', 'spread'] as const

/**
 * How services share processes. Compact: all in one but the signer, whose keys no other program has, and the fetcher, which speaks to
 * foreign addresses and has no credentials of a database. Spread: a process each, as a large deployment has them.
 */
export type Layout = (typeof layouts)[number]

const alone: readonly ServerName[] = ['signing', 'fetcher']

export function processesOf(layout: Layout): LocalProcess[] {
  const isAlone = ({ name }: LocalService) => layout === 'spread' || alone.includes(name)
  const together = localServices.filter((each) => !isAlone(each))
  return [
    ...(together.length === 0 ? [] : [{ name: 'core', entry: host, services: together }]),
    ...localServices
      .filter(isAlone)
      .map((each) => ({ name: each.name, entry: each.entry, services: [each] })),
  ]
}

/** Every program that a process may run. */
export const programEntries = [host, ...localServices.map(({ entry }) => entry)]

/** The environment variables of a process, whose services host both environments and answer their probes on these ports. */
export async function settingsOf(
  { services }: LocalProcess,
  place: ProcessEnvironment,
  internalPorts: Readonly<Record<string, number>>,
): Promise<Record<string, string>> {
  const shared = {
    ...(await variablesOf(sharedSettings, place)),
    OUTTURN_STOP_TIMEOUT_MS: '2500',
    // Each sample wakes a process that on somebody's own machine rests most of the time.
    OUTTURN_EVENT_LOOP_PRECISION_MS: '1000',
  }
  const [only, ...others] = services
  const own = async (each: LocalService) => ({
    OUTTURN_INTERNAL_PORT: String(internalPorts[each.name]),
    ...(await serviceSettings(each, place)),
  })
  if (only !== undefined && others.length === 0)
    return { ...shared, ...(await own(only)), ...chosenFor(only, place) }
  const prefixed = services.map(async (each) =>
    Object.entries(await own(each)).map(([name, value]) => [`${prefixOf(each.name)}${name}`, value] as const),
  )
  return {
    ...shared,
    OUTTURN_SERVICES: services.map(({ name }) => name).join(','),
    ...Object.fromEntries((await Promise.all(prefixed)).flat()),
    ...Object.assign({}, ...services.map((each) => chosenFor(each, place))),
  }
}

/** Settings that the caller chose, named for their service, which refuses those that it does not know. */
function chosenFor({ name }: LocalService, place: ProcessEnvironment): Record<string, string> {
  const chosen = Object.entries(place.chosen[name] ?? {})
  return Object.fromEntries(chosen.map(([setting, value]) => [`${prefixOf(name)}${setting}`, value]))
}

async function serviceSettings(
  { name, deployed }: LocalService,
  place: ProcessEnvironment,
): Promise<Record<string, string>> {
  return { ...(await variablesOf(deployed.settings, place)), ...localSettings[name]?.(place) }
}

async function variablesOf(
  settings: readonly Setting[],
  environment: ProcessEnvironment,
): Promise<Record<string, string>> {
  const places = placesOf(environment)
  const variables = settings.map(async (setting) => {
    const { value } = setting
    const file = value.from === 'secret' ? await environment.secretFile(value.secret) : ''
    return toVariable(
      setting,
      (place) => places[place],
      () => file,
    )
  })
  return Object.fromEntries((await Promise.all(variables)).filter((variable) => variable !== null))
}

function placesOf(environment: ProcessEnvironment): Readonly<Record<Place, string | null>> {
  return {
    'bus-address': environment.natsUrl,
    'public-address': environment.publicUrl,
    'listen-address': '127.0.0.1',
    purpose: 'development',
    environments: environments.join(','),
    'stream-replicas': null,
    'signing-keys': environment.signingKeys,
    'log-floor': environment.logFloor,
    documentation: environment.docsFolder,
    // Nothing stands between a caller and the one gateway.
    'stop-delay': null,
  }
}
