import { readFileSync } from 'node:fs'
import { issueWords } from '@outturn/contracts'
import { type Environment, environments } from '@outturn/vocabulary'
import type { z } from 'zod'
import { commonMistakes } from './common-settings.ts'
import {
  type Config,
  type ConfigDefinition,
  type ConfigShape,
  type EnvironmentConfig,
  type Variables,
  variableName,
} from './define-config.ts'
import { hostedEnvironments } from './hosted-environments.ts'
import { nearestName } from './nearest-name.ts'
import { isPerEnvironment } from './setting.ts'

/** Every problem of a configuration at once, each a sentence that names its variable and never a secret value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads and checks the whole configuration; throws {@link ConfigError}. An empty variable counts as not set. */
export function readConfig<S extends ConfigShape>(
  definition: ConfigDefinition<S>,
  variables: Variables = process.env,
): Config<S> {
  const config = readSettings(definition, Object.keys(definition.shape), variables) as Config<S>
  const problems = [...commonMistakes(config), ...definition.check(config)]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Reads some settings of a configuration, for a run that needs no others; throws {@link ConfigError}. */
export function readSettings<S extends ConfigShape, K extends keyof S & string>(
  definition: ConfigDefinition<S>,
  names: readonly K[],
  variables: Variables = process.env,
): Pick<Config<S>, K> {
  const problems = [...definition.findForbidden(variables), ...unknownNames(definition, variables)]
  const hosted = hostedEnvironments(variables['ENVIRONMENTS'])

  function valueOf(name: string, schema: z.ZodType): unknown {
    const text = textOf(name, variables, problems)
    const parsed = schema.safeParse(text, { error: issueWords })
    if (parsed.success) return parsed.data
    const reasons = parsed.error.issues.map((issue) => issue.message).join('; ')
    problems.push(text === undefined ? `${name} is required` : `${name} is not valid: ${reasons}`)
    return undefined
  }

  const config: Record<string, unknown> = {}
  for (const name of names) {
    const setting = definition.shape[name]
    if (setting === undefined) continue
    config[name] = isPerEnvironment(setting)
      ? Object.fromEntries(
          hosted.map((environment) => [
            environment,
            valueOf(variableName(name, environment), setting.schema),
          ]),
        )
      : valueOf(name, setting)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config as Pick<Config<S>, K>
}

/** The configuration with the values of one hosted environment in place of the per-environment records. */
export function configFor<S extends ConfigShape>(
  definition: ConfigDefinition<S>,
  config: Config<S>,
  environment: Environment,
): EnvironmentConfig<S> {
  return Object.fromEntries(
    Object.entries(definition.shape).map(([name, setting]) => {
      const value = config[name]
      return [name, isPerEnvironment(setting) ? (value as Record<Environment, unknown>)[environment] : value]
    }),
  ) as EnvironmentConfig<S>
}

function textOf(name: string, variables: Variables, problems: string[]): string | undefined {
  const text = variables[name] || undefined
  const file = variables[`${name}_FILE`] || undefined
  if (file === undefined) return text
  if (text !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set; keep one`)
    return text
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (error) {
    problems.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`)
    return undefined
  }
}

/** A misspelt name must stop the start: silently falling back to a default is how limits and secrets get lost. */
function unknownNames({ shape }: { shape: ConfigShape }, variables: Variables): string[] {
  return unknownVariables(variables, knownNames(shape))
}

/** What is wrong with variables that have the form of a setting of ours and are none of the known ones. */
export function unknownVariables(variables: Variables, known: ReadonlySet<string>): string[] {
  const unknown = Object.keys(variables).filter((name) => name.startsWith('OUTTURN_') && !known.has(name))
  const [link, ...links] = unknown.filter((name) => isServiceLink(name, variables[name]))
  const others = unknown.filter((name) => !isServiceLink(name, variables[name]))
  return [
    ...(link === undefined
      ? []
      : [
          `${link}${links.length === 0 ? ' is a variable' : ` and ${links.length} more are variables`} that Kubernetes sets for a Service; set enableServiceLinks: false in the pod`,
        ]),
    ...others.map((name) => unknownName(name, known)),
  ]
}

const serviceLink =
  /_SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/

/** Kubernetes gives each pod variables of every Service; those of one named `outturn-…` look like settings. */
function isServiceLink(name: string, value = ''): boolean {
  return serviceLink.test(name) || (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))
}

/** The names of all variables that are read for some settings. */
export function knownNames(shape: ConfigShape): ReadonlySet<string> {
  return new Set(
    Object.entries(shape)
      .flatMap(([name, setting]) =>
        isPerEnvironment(setting)
          ? environments.map((environment) => variableName(name, environment))
          : [name],
      )
      .flatMap((name) => [name, `${name}_FILE`]),
  )
}

/** The sentence about a name that is none of the known ones. */
export function unknownName(name: string, known: ReadonlySet<string>): string {
  const nearest = nearestName(name, known)
  return `${name} is not a setting of this process${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}
