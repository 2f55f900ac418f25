import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { replaceFile } from '@outturn/whole-files'
import type { Env } from '../host.ts'
import { UnusableInput } from '../output.ts'

export const settingNames = ['url', 'key'] as const
export type SettingName = (typeof settingNames)[number]

export type Profile = { readonly [Name in SettingName]?: string }

/** The configuration of the command line. */
export type Config = {
  /** Profile that is used where none is named. */
  readonly profile?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

export const defaultProfile = 'default'

/** Folder of what the command line keeps, by the XDG base directory specification. */
export function configFolder(env: Env): string {
  const base = env['XDG_CONFIG_HOME']
  return join(base && isAbsolute(base) ? base : join(env['HOME'] || homedir(), '.config'), 'outturn')
}

export function configPath(env: Env): string {
  return join(configFolder(env), 'config.json')
}

/** The configuration; an empty one where there is no file. Throws UnusableInput for a file that cannot be used. */
export function readConfig(env: Env): Config {
  const file = configPath(env)
  const text = readOwnFile(file)
  return text === null ? { profiles: {} } : configIn(file, text)
}

/** Replaces the configuration as a whole: an interrupted command leaves the earlier one. */
export async function writeConfig(env: Env, config: Config): Promise<void> {
  await writeOwnFile(configPath(env), config)
}

/** Writes a file of the command line, which only its owner may read. */
export async function writeOwnFile(file: string, content: unknown): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`)
  } catch (error) {
    throw new UnusableInput(`Cannot write ${file}: ${(error as Error).message}`)
  }
}

/** The text of a file of the command line; null where there is none. */
export function readOwnFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    const remedy =
      code === 'EACCES'
        ? `Make it readable for you: chmod 600 '${file}'.`
        : 'Move it away, or set XDG_CONFIG_HOME to another folder.'
    throw new UnusableInput(`Cannot read the configuration ${file}: ${message}\n${remedy}`)
  }
}

/** Whether others on this machine may read the configuration, which holds keys. */
export function isReadByOthers(env: Env): boolean {
  try {
    return process.platform !== 'win32' && (statSync(configPath(env)).mode & 0o077) !== 0
  } catch {
    return false
  }
}

/** The name of a profile. Throws UnusableInput for what is none. */
export function profileName(text: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(text) && text !== '__proto__') return text
  throw new UnusableInput(
    `${JSON.stringify(text)} is not the name of a profile: use letters, digits, ".", "_" and "-".`,
  )
}

function configIn(file: string, text: string): Config {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw broken(file, `it is not JSON (${(error as Error).message})`)
  }
  if (!isRecord(value)) throw broken(file, 'it is not a JSON object')
  const { profile, profiles = {}, ...others } = value
  const [other] = Object.keys(others)
  if (other !== undefined) throw broken(file, `it has no member ${JSON.stringify(other)}`)
  if (profile !== undefined && typeof profile !== 'string') throw broken(file, 'profile must be a name')
  if (!isRecord(profiles)) throw broken(file, 'profiles must be an object')
  return {
    ...(profile !== undefined && { profile: profileName(profile) }),
    profiles: Object.fromEntries(
      Object.entries(profiles).map(([name, settings]) => [
        profileName(name),
        profileIn(file, name, settings),
      ]),
    ),
  }
}

function profileIn(file: string, name: string, settings: unknown): Profile {
  if (!isRecord(settings)) throw broken(file, `profiles.${name} must be an object`)
  for (const [setting, value] of Object.entries(settings)) {
    if (!settingNames.includes(setting as SettingName)) {
      throw broken(file, `profiles.${name} has no setting ${JSON.stringify(setting)}`)
    }
    if (typeof value !== 'string') throw broken(file, `profiles.${name}.${setting} must be a text`)
  }
  return settings
}

function broken(file: string, problem: string): UnusableInput {
  return new UnusableInput(
    `The configuration ${file} cannot be used: ${problem}.\nCorrect it, or move it away and set it anew with: outturn config set url ADDRESS`,
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
