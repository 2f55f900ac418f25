import { join } from 'node:path'
import { environments } from '@outturn/vocabulary'
import { type BusUser, busUserName, runtimeRole, type ServiceName, serviceNames } from '@outturn/contracts'
import { repository } from '../places.ts'

/** What the settings of a process are made from. */
export interface ProcessEnvironment {
  natsUrl: string
  publicUrl: string
  publicPort: number
  /** Folder of the signing service's key files. */
  signingKeys: string
  /** Settings from the command line, by process; they win. */
  chosen: Readonly<Record<string, Record<string, string>>>
  /** File with the password of a NATS user. */
  natsPasswordFile(userName: string): Promise<string>
  /** File with the database URL of a role. */
  databaseUrlFile(role: string): Promise<string>
  /** File with a secret that is made once. */
  secretFile(name: string): Promise<string>
}

/** A process of the local system. */
export interface LocalProcess {
  name: BusUser
  entry: string
  /** Settings that only this process has. */
  ownSettings(place: ProcessEnvironment): Promise<Record<string, string>> | Record<string, string>
}

const ownSettings: Partial<Record<BusUser, LocalProcess['ownSettings']>> = {
  gateway: async ({ publicPort, publicUrl, secretFile }) => ({
    OUTTURN_HTTP_PORT: String(publicPort),
    OUTTURN_PUBLIC_URL: publicUrl,
    OUTTURN_KEY_PEPPER_FILE: await secretFile('key-pepper'),
  }),
  spool: ({ publicUrl }) => ({ OUTTURN_PUBLIC_URL: publicUrl }),
  billing: ({ publicUrl }) => ({ OUTTURN_PUBLIC_URL: publicUrl }),
  signing: ({ publicUrl, signingKeys }) => ({
    OUTTURN_PUBLIC_URL: publicUrl,
    OUTTURN_SIGNING_KEYS_DIR: signingKeys,
  }),
}

/** Every process there is: the seven services, and the fetcher that verification sends to foreign addresses. */
export const localProcesses: readonly LocalProcess[] = [
  ...serviceNames.map((name) => process(name, `services/${name}/src/main.ts`)),
  process('fetcher', 'services/verification/src/fetcher/main.ts'),
]

function process(name: BusUser, file: string): LocalProcess {
  return { name, entry: join(repository, file), ownSettings: ownSettings[name] ?? (() => ({})) }
}

/** The environment variables of a process, hosting both environments. */
export async function settingsOf(
  { name, ownSettings: own }: LocalProcess,
  place: ProcessEnvironment,
  internalPort: number,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {
    ENVIRONMENTS: environments.join(','),
    OUTTURN_DEPLOYMENT: 'development',
    NATS_URL: place.natsUrl,
    OUTTURN_INTERNAL_PORT: String(internalPort),
    OUTTURN_STOP_TIMEOUT_MS: '2500',
    ...(await own(place)),
  }
  for (const environment of environments) {
    const prefix = environment === 'demo' ? 'DEMO_' : ''
    const natsPassword = await place.natsPasswordFile(busUserName(name, environment))
    settings[`OUTTURN_${prefix}NATS_PASSWORD_FILE`] = natsPassword
    if (!isService(name)) continue
    settings[`${prefix}DATABASE_URL_FILE`] = await place.databaseUrlFile(runtimeRole(name, environment))
  }
  return { ...settings, ...place.chosen[name] }
}

function isService(name: BusUser): name is ServiceName {
  return (serviceNames as readonly string[]).includes(name)
}
