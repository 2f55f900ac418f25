import type { ConnectionOptions } from '../command.ts'
import type { Env } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { serviceAddress } from './service-address.ts'
import { type Config, defaultProfile, type Profile, profileName, readConfig } from './config-file.ts'
import { keyText } from './key-text.ts'
import { localSystem } from './local-system.ts'
import { isLoopbackAddress } from './loopback.ts'

/** A value and the place that it was set at. */
export type Setting = { readonly value: string; readonly from: string }

/** The service that is called, and the key that is sent to it. */
export type Settings = {
  readonly url: Setting
  /** Null where no key is set for this service. */
  readonly key: Setting | null
  /** Why a key that is set is not sent: it is of another service. */
  readonly withheld: string | null
  readonly profile: string
}

/** One place where an address or a key may be set. The key of a place is for the address of that place. */
type Place = { readonly name: string; readonly url?: string | undefined; readonly key?: string | undefined }

/**
 * The settings of a command, each from the first place that has it: the options, a profile named by --profile, the variables, the
 * profile of the configuration, the local system of the folder. Throws UnusableInput where no place has an address.
 */
export function readSettings(options: ConnectionOptions, env: Env): Settings {
  const config = readConfig(env)
  const profile = profileName(options.profile ?? (env['OUTTURN_PROFILE'] || config.profile || defaultProfile))
  const places = placesOf(options, env, { config, profile })
  const found = places.find(({ url }) => url !== undefined)
  if (found?.url === undefined) throw noAddress(options, config, profile)
  const url = { value: serviceAddress(found.url), from: found.name }
  return { url, profile, ...keyFor(url.value, places) }
}

function placesOf(
  options: ConnectionOptions,
  env: Env,
  { config, profile }: { config: Config; profile: string },
): Place[] {
  const variables: Place = {
    name: 'the environment',
    url: env['OUTTURN_URL'] || undefined,
    key: env['OUTTURN_KEY'] || undefined,
  }
  const kept: Profile | undefined = config.profiles[profile]
  const isNamed = options.profile !== undefined || Boolean(env['OUTTURN_PROFILE'])
  if (kept === undefined && isNamed) throw noProfile(profile, config)
  const ofProfile: Place = { name: `profile ${profile}`, ...kept }
  const local = localSystem(env)
  return [
    { name: '--url', url: options.url },
    ...(options.profile === undefined ? [variables, ofProfile] : [ofProfile]),
    ...(local === undefined || options.profile !== undefined ? [] : [{ ...local, name: local.file }]),
  ]
}

/** The first key that was set for this service, or for no service in particular. */
function keyFor(url: string, places: readonly Place[]): Pick<Settings, 'key' | 'withheld'> {
  let withheld: string | null = null
  for (const place of places) {
    if (place.key === undefined) continue
    if (place.url === undefined || isSameService(place.url, url)) {
      return { key: { value: keyText(place.key, keyName(place)), from: place.name }, withheld: null }
    }
    withheld ??= `${keyName(place)} is a key for ${place.url}, and was not sent to ${url}.`
  }
  return { key: null, withheld }
}

function keyName({ name }: Place): string {
  return name === 'the environment' ? 'OUTTURN_KEY' : `The key of ${name}`
}

/** Whether two addresses are of one service: a key of one may be sent to the other. */
export function isSameService(left: string, right: string): boolean {
  return URL.canParse(left) && new URL(left).origin === new URL(right).origin
}

/** The key of a command that needs one. Throws UnusableInput where none is set, or where it would cross a network in the clear. */
export function requiredKey({ url, key, withheld }: Settings, env: Env): string {
  if (key === null) {
    const reason = withheld ?? `No key is set for ${url.value}.`
    throw new UnusableInput(
      `${reason}\nSet OUTTURN_KEY, or keep a key in a profile: outturn config set key. To try without an account, add --sandbox.`,
    )
  }
  assertPrivate(url.value, env)
  return key.value
}

/** Variable by which a key may be sent without encryption. */
export const plainHttpVariable = 'OUTTURN_ALLOW_HTTP'

function assertPrivate(url: string, env: Env): void {
  if (url.startsWith('https:') || isLoopbackAddress(url) || env[plainHttpVariable] === '1') return
  throw new UnusableInput(
    `The key was not sent: ${url} is not encrypted, and everyone on the way could read the key.\nUse https. For a network that only you can read, set ${plainHttpVariable}=1.`,
  )
}

function noAddress({ profile: named }: ConnectionOptions, config: Config, profile: string): UnusableInput {
  const reason =
    named !== undefined || config.profiles[profile] !== undefined
      ? `Profile ${profile} has no address of a service.`
      : 'No address of a service is set.'
  return new UnusableInput(
    `${reason}\nSet OUTTURN_URL, or keep it in a profile: outturn config set url https://outturn.example`,
  )
}

function noProfile(profile: string, { profiles }: Config): UnusableInput {
  const names = Object.keys(profiles)
  const known = names.length === 0 ? 'There are no profiles yet.' : `Profiles: ${names.join(', ')}.`
  return new UnusableInput(
    `There is no profile ${profile}. ${known}\nMake it: outturn config set url https://outturn.example --profile ${profile}`,
  )
}
