import type { Environment } from '@outturn/vocabulary'
import type { z } from 'zod'
import type { PerEnvironment } from './setting.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** Settings by the name of their environment variable. */
export type ConfigShape = Readonly<Record<string, z.ZodType | PerEnvironment>>

type HostedValues<T> = Readonly<Partial<Record<Environment, T>>>

/** Every value of a process; a per-environment setting has one value for each hosted environment. */
export type Config<S extends ConfigShape> = {
  readonly [K in keyof S]: S[K] extends PerEnvironment<infer T>
    ? HostedValues<z.infer<T>>
    : S[K] extends z.ZodType
      ? z.infer<S[K]>
      : never
}

/** The values as one environment sees them, so that code below never asks which environment it is in. */
export type EnvironmentConfig<S extends ConfigShape> = {
  readonly [K in keyof S]: S[K] extends PerEnvironment<infer T>
    ? z.infer<T>
    : S[K] extends z.ZodType
      ? z.infer<S[K]>
      : never
}

export type ConfigDefinition<S extends ConfigShape = ConfigShape> = {
  readonly shape: S
  /** Problems of values that are right alone and wrong together; empty when all is well. */
  readonly check: (config: Config<S>) => readonly string[]
  /** Problems of variables that must not be set for this process at all; empty when there are none. */
  readonly findForbidden: (variables: Variables) => readonly string[]
}

/**
 * Declares the configuration of one process as schemas over environment variables. Each name is also accepted with the
 * suffix `_FILE`, whose content is the value.
 */
export function defineConfig<S extends ConfigShape>(
  shape: S,
  { check = () => [], findForbidden = () => [] }: Partial<Omit<ConfigDefinition<S>, 'shape'>> = {},
): ConfigDefinition<S> {
  return { shape, check, findForbidden }
}

/** Name of the variable that carries a setting in one environment: `X`, or `DEMO_X` and `OUTTURN_DEMO_X`. */
export function variableName(setting: string, environment: Environment): string {
  if (environment === 'production') return setting
  return setting.startsWith('OUTTURN_')
    ? `OUTTURN_DEMO_${setting.slice('OUTTURN_'.length)}`
    : `DEMO_${setting}`
}
