import { type Host, note } from '../host.ts'
import {
  type Config,
  configPath,
  defaultProfile,
  profileName,
  readConfig,
  type SettingName,
  settingNames,
  writeConfig,
} from '../connection/config-file.ts'
import { keyText, maskedKey } from '../connection/key-text.ts'
import { isSameService } from '../connection/settings.ts'
import { localSystem } from '../connection/local-system.ts'
import { serviceAddress } from '../connection/service-address.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { tableLines } from '../terminal/table.ts'

export interface ConfigOptions {
  readonly profile?: string
  readonly json?: boolean
  /** Shows keys as they are. */
  readonly show?: boolean
}

/** Prints one setting of a profile; exit status 1 where it is not set. */
export function runGetSetting(name: string, options: ConfigOptions, host: Host): ExitStatus {
  const setting = settingOf(name)
  const config = readConfig(host.env)
  const profile = chosen(config, options, host)
  const value = config.profiles[profile]?.[setting]
  if (value === undefined) {
    host.output.complain(`Profile ${profile} has no ${setting}. Set it: outturn config set ${setting}`)
    return exitStatus.differs
  }
  const said = setting === 'key' && !options.show ? maskedKey(value) : value
  host.output.print(options.json ? JSON.stringify(said) : said)
  return exitStatus.agrees
}

/** Sets one setting of a profile. A key is read from the terminal or the standard input, and is never an argument. */
export async function runSetSetting(
  name: string,
  given: string | undefined,
  options: ConfigOptions,
  host: Host,
): Promise<ExitStatus> {
  const setting = settingOf(name)
  const config = readConfig(host.env)
  const profile = chosen(config, options, host)
  const kept = config.profiles[profile] ?? {}
  if (setting === 'key' && kept.url === undefined) {
    throw new UnusableInput(
      `Profile ${profile} has no address, and a key is sent only to the service that it was set for.\nSet the address first: outturn config set url https://outturn.example`,
    )
  }
  const value = setting === 'url' ? addressOf(given) : await keyFrom(given, host)
  const { key, ...withoutKey } = kept
  const isMoved = setting === 'url' && key !== undefined && !isSameService(kept.url ?? '', value)
  if (isMoved) {
    host.output.complain(
      `The key of profile ${profile} was for ${kept.url}, and was removed. Set the one of ${value}: outturn config set key`,
    )
  }
  const others = Object.entries(config.profiles).filter(([other]) => other !== profile)
  await writeConfig(host.env, {
    ...config,
    profiles: {
      ...Object.fromEntries(others),
      [profile]: { ...(isMoved ? withoutKey : kept), [setting]: value },
    },
  })
  note(host, `Set ${setting} of profile ${profile} to ${setting === 'key' ? maskedKey(value) : value}.`)
  return exitStatus.agrees
}

/** Removes one setting of a profile, or with `--profile` alone the whole profile. */
export async function runUnsetSetting(
  name: string | undefined,
  options: ConfigOptions,
  host: Host,
): Promise<ExitStatus> {
  const config = readConfig(host.env)
  if (name === undefined && options.profile === undefined) {
    throw new UnusableInput('Name the setting to remove (url or key), or a whole profile with --profile.')
  }
  const profile = chosen(config, options, host)
  const kept = config.profiles[profile]
  if (kept === undefined) throw new UnusableInput(`There is no profile ${profile}.`)
  const others = Object.fromEntries(Object.entries(config.profiles).filter(([other]) => other !== profile))
  const setting = name === undefined ? undefined : settingOf(name)
  const left = Object.entries(kept).filter(([each]) => setting !== undefined && each !== setting)
  const profiles = left.length === 0 ? others : { ...others, [profile]: Object.fromEntries(left) }
  const { profile: current, ...rest } = config
  const isLeft = current !== undefined && (current !== profile || left.length > 0)
  await writeConfig(host.env, { ...rest, ...(isLeft && { profile: current }), profiles })
  note(
    host,
    setting === undefined ? `Removed profile ${profile}.` : `Removed ${setting} of profile ${profile}.`,
  )
  return exitStatus.agrees
}

/** Makes a profile the one that is used where none is named. */
export async function runUseProfile(name: string, host: Host): Promise<ExitStatus> {
  const config = readConfig(host.env)
  const profile = profileName(name)
  if (config.profiles[profile] === undefined) {
    const names = Object.keys(config.profiles)
    throw new UnusableInput(
      `There is no profile ${profile}. ${names.length === 0 ? 'There are none yet' : `Profiles: ${names.join(', ')}`}.`,
    )
  }
  await writeConfig(host.env, { ...config, profile })
  note(host, `Profile ${profile} is used from now on.`)
  return exitStatus.agrees
}

/** Lists the profiles, and which places go before them now. Keys are masked. */
export function runListConfig(options: ConfigOptions, host: Host): ExitStatus {
  const { env } = host
  const config = readConfig(env)
  const current = chosen(config, {}, host)
  const rows = Object.entries(config.profiles).map(([name, { url = null, key }]) => ({
    profile: name,
    current: name === current,
    url,
    key: key === undefined ? null : options.show ? key : maskedKey(key),
  }))
  printAnswer(host, { json: options.json ?? false }, { path: configPath(env), profiles: rows }, () =>
    tableLines(
      ['', 'PROFILE', 'URL', 'KEY'],
      rows.map(({ profile, current: isCurrent, url, key }) => [
        isCurrent ? '*' : '',
        profile,
        url ?? '-',
        key ?? '-',
      ]),
    ),
  )
  const variables = ['OUTTURN_URL', 'OUTTURN_KEY', 'OUTTURN_PROFILE'].filter((name) => env[name])
  if (variables.length > 0) note(host, `Set in the environment, which goes first: ${variables.join(', ')}.`)
  const local = localSystem(env)
  if (local !== undefined && rows.length === 0)
    note(host, `The local system of ${local.file} is used where nothing is set.`)
  return exitStatus.agrees
}

export function runConfigPath({ json }: ConfigOptions, { env, output }: Host): ExitStatus {
  output.print(json ? JSON.stringify(configPath(env)) : configPath(env))
  return exitStatus.agrees
}

function chosen(config: Config, { profile }: ConfigOptions, { env }: Host): string {
  return profileName(profile ?? (env['OUTTURN_PROFILE'] || config.profile || defaultProfile))
}

function settingOf(name: string): SettingName {
  const setting = settingNames.find((each) => each === name)
  if (setting !== undefined) return setting
  throw new UnusableInput(`There is no setting ${name}: it is one of ${settingNames.join(', ')}.`)
}

function addressOf(given: string | undefined): string {
  if (given !== undefined) return serviceAddress(given)
  throw new UnusableInput('Give the address: outturn config set url https://outturn.example')
}

async function keyFrom(given: string | undefined, { askSecret, readInput }: Host): Promise<string> {
  if (given !== undefined && given !== '-') {
    throw new UnusableInput(
      'A key is not given as an argument: other users of this machine could read it, and the history of the shell keeps it.\nRun `outturn config set key` and type it, or pipe it: outturn config set key < key.txt',
    )
  }
  if (given === undefined && askSecret !== null) {
    const typed = await askSecret('Key: ')
    if (typed === null) throw new UnusableInput('No key was typed, and nothing was changed.')
    return keyText(typed, 'The key')
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of readInput()) {
    size += chunk.length
    if (size > 4_096) throw new UnusableInput('The standard input is not a key: it is too long.')
    parts.push(chunk)
  }
  return keyText(Buffer.concat(parts).toString('utf8'), 'The standard input')
}
