import { type BusUser, busUserName, runtimeRole, type ServiceName, serviceNames } from '@outturn/contracts'
import { variableName } from '@outturn/service/define-config'
import { type Environment, environments } from '@outturn/vocabulary'
import type { Configurations } from './configurations.ts'
import { busPassword, databaseUrl, keyPepper, reviewKey, type Secret, sourceKey } from './secrets.ts'

/** What depends on where a deployment runs; each layout of a deployment has its own. */
export type Place =
  /** Environments that are hosted, comma-separated. */
  | 'environments'
  /** Addresses of the NATS servers. */
  | 'bus-address'
  /** Address that callers reach the deployment by. */
  | 'public-address'
  /** Address that a process takes connections on. */
  | 'listen-address'
  /** `production`, `development` or `test`. */
  | 'purpose'
  /** Folder of the signing keys. */
  | 'signing-keys'
  /** Folder of the last published state of the log, which no backup of Postgres has. */
  | 'log-floor'
  /** Folder of the built documentation site. */
  | 'documentation'
  /** How long a gateway that stops goes on to serve, ms: what the load balancer before it needs to take it out. */
  | 'stop-delay'
  /** NATS servers that keep a copy of each stream. */
  | 'stream-replicas'

/** Where the value of a setting comes from. */
export type SettingValue =
  | { readonly from: 'model'; readonly value: string }
  | { readonly from: 'place'; readonly place: Place }
  | { readonly from: 'secret'; readonly secret: Secret }

/** A setting of a process, by the name of its environment variable; a secret is passed as the file that `_FILE` names. */
export interface Setting {
  readonly variable: string
  readonly value: SettingValue
  /** The environment that it is for; a deployment that does not host it leaves it out. */
  readonly environment?: Environment
}

/** A service or the fetcher: what has a configuration. */
export type ServerName = keyof Configurations

/** Settings by their names: one that the service does not declare does not compile. */
type SettingsOf<N extends ServerName> = {
  readonly [S in keyof Configurations[N]['shape'] & string]?: SettingValue
}

const at = (place: Place): SettingValue => ({ from: 'place', place })
const secretOf = (secret: Secret): SettingValue => ({ from: 'secret', secret })
const publicAddress = { OUTTURN_PUBLIC_URL: at('public-address') }

/** Settings that every service and the fetcher have. */
export const sharedSettings: readonly Setting[] = listed({
  ENVIRONMENTS: at('environments'),
  NATS_URL: at('bus-address'),
  OUTTURN_DEPLOYMENT: at('purpose'),
  OUTTURN_INTERNAL_HOST: at('listen-address'),
} satisfies SettingsOf<ServerName>)

/** Settings of one service, beside the shared ones and its credentials. */
const ownSettings: { readonly [N in ServerName]: SettingsOf<N> } = {
  gateway: {
    OUTTURN_HTTP_HOST: at('listen-address'),
    ...publicAddress,
    OUTTURN_KEY_PEPPER: secretOf(keyPepper),
    OUTTURN_DOCS_FOLDER: at('documentation'),
    OUTTURN_STOP_DELAY_MS: at('stop-delay'),
  },
  spool: { ...publicAddress, OUTTURN_REVIEW_KEY: secretOf(reviewKey) },
  verification: { ...publicAddress, OUTTURN_SOURCE_KEY: secretOf(sourceKey) },
  signing: {
    ...publicAddress,
    OUTTURN_SIGNING_KEYS_DIR: at('signing-keys'),
    OUTTURN_LOG_FLOOR_DIR: at('log-floor'),
  },
  billing: publicAddress,
  settlement: {},
  'document-audit': {},
  fetcher: {},
}

/** The settings that a deployment gives a service beside the shared ones, for both environments. */
export function settingsOf(server: ServerName): readonly Setting[] {
  return [...credentialsOf(server), ...listed(ownSettings[server])]
}

/** Each service signs in to the bus and to its own schemas; the fetcher has no database. */
function credentialsOf(server: ServerName): Setting[] {
  return environments.flatMap((environment) => [
    {
      variable: variableName('OUTTURN_NATS_PASSWORD', environment),
      value: secretOf(busPassword(busUserName(server, environment))),
      environment,
    },
    ...(isService(server)
      ? [
          {
            variable: variableName('DATABASE_URL', environment),
            value: secretOf(databaseUrl(runtimeRole(server, environment))),
            environment,
          },
        ]
      : []),
  ])
}

function isService(name: BusUser): name is ServiceName {
  return (serviceNames as readonly string[]).includes(name)
}

function listed(settings: Readonly<Record<string, SettingValue | undefined>>): Setting[] {
  return Object.entries(settings).flatMap(([variable, value]) =>
    value === undefined ? [] : [{ variable, value }],
  )
}

/** A setting as an environment variable; nothing where the place is not there. A secret becomes the path of its file. */
export function toVariable(
  { variable, value }: Setting,
  placeOf: (place: Place) => string | null,
  fileOf: (secret: Secret) => string,
): readonly [name: string, value: string] | null {
  if (value.from === 'model') return [variable, value.value]
  if (value.from === 'secret') return [`${variable}_FILE`, fileOf(value.secret)]
  const place = placeOf(value.place)
  return place === null ? null : [variable, place]
}
