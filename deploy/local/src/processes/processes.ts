import { join } from 'node:path'
import { environments } from '@outturn/vocabulary'
import { type BusUser, busUserName, runtimeRole, type ServiceName, serviceNames } from '@outturn/contracts'
import { prefixOf } from '@outturn/service/service-prefix'
import { repository } from '../places.ts'

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
  /** Settings from the command line, by service; they win. */
  chosen: Readonly<Record<string, Record<string, string>>>
  /** File with the password of a NATS user. */
  natsPasswordFile(userName: string): Promise<string>
  /** File with the database URL of a role. */
  databaseUrlFile(role: string): Promise<string>
  /** File with a secret that is made once. */
  secretFile(name: string): Promise<string>
}

/** A service of the local system. */
export interface LocalService {
  name: BusUser
  /** Its own program, which hosts it alone. */
  entry: string
  /** Settings that only this service has. */
  ownSettings(place: ProcessEnvironment): Promise<Record<string, string>> | Record<string, string>
}

const ownSettings: Partial<Record<BusUser, LocalService['ownSettings']>> = {
  gateway: async ({ publicPort, publicUrl, docsFolder, secretFile, mails, mailServer }) => ({
    ...(docsFolder !== null && { OUTTURN_DOCS_FOLDER: docsFolder }),
    OUTTURN_HTTP_PORT: String(publicPort),
    OUTTURN_PUBLIC_URL: publicUrl,
    // Every caller of a local system has the same address.
    OUTTURN_SANDBOX_DAILY_VERIFIES_PER_ADDRESS: '0',
    OUTTURN_KEY_PEPPER_FILE: await secretFile('key-pepper'),
    OUTTURN_SIGN_UP: 'open',
    OUTTURN_MAIL_FOLDER: mails,
    ...mailServer,
  }),
  spool: ({ publicUrl }) => ({ OUTTURN_PUBLIC_URL: publicUrl }),
  billing: ({ publicUrl }) => ({ OUTTURN_PUBLIC_URL: publicUrl }),
  signing: ({ publicUrl, signingKeys }) => ({
    OUTTURN_PUBLIC_URL: publicUrl,
    OUTTURN_SIGNING_KEYS_DIR: signingKeys,
  }),
}

/** Every service there is: the seven, and the fetcher that verification sends to foreign addresses. */
export const localServices: readonly LocalService[] = [
  ...serviceNames.map((name) => service(name, `services/${name}/src/main.ts`)),
  service('fetcher', 'services/verification/src/fetcher/main.ts'),
]

function service(name: BusUser, file: string): LocalService {
  return { name, entry: join(repository, file), ownSettings: ownSettings[name] ?? (() => ({})) }
}

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

const alone: readonly BusUser[] = ['signing', 'fetcher']

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
    ENVIRONMENTS: environments.join(','),
    OUTTURN_DEPLOYMENT: 'development',
    NATS_URL: place.natsUrl,
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
  { name, ownSettings: own }: LocalService,
  place: ProcessEnvironment,
): Promise<Record<string, string>> {
  const settings = { ...(await own(place)) }
  for (const environment of environments) {
    const prefix = environment === 'demo' ? 'DEMO_' : ''
    const natsPassword = await place.natsPasswordFile(busUserName(name, environment))
    settings[`OUTTURN_${prefix}NATS_PASSWORD_FILE`] = natsPassword
    if (!isService(name)) continue
    settings[`${prefix}DATABASE_URL_FILE`] = await place.databaseUrlFile(runtimeRole(name, environment))
  }
  return settings
}

function isService(name: BusUser): name is ServiceName {
  return (serviceNames as readonly string[]).includes(name)
}
