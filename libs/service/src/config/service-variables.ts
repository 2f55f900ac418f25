import { type BusUser, busUsers } from '@outturn/contracts'
import type { ConfigShape, Variables } from './define-config.ts'
import { ConfigError, knownNames, unknownName, unknownVariables } from './read-config.ts'
import { prefixOf } from './service-prefix.ts'

/** A service that a process hosts among others, with the settings that it knows. */
interface Hosted {
  readonly name: BusUser
  readonly shape: ConfigShape
}

/**
 * The variables of each service in a process that hosts several. `SPOOL__X` is the setting `X` of the spool alone and comes before `X`,
 * which is the setting of every hosted service that knows it. Throws {@link ConfigError} for a name that no hosted service knows and for a
 * setting of a service that is not hosted here: silently falling back to a default is how limits and secrets get lost. `own` are names that
 * the process itself reads.
 */
export function serviceVariables<N extends BusUser>(
  hosted: readonly (Hosted & { name: N })[],
  variables: Variables,
  own: readonly string[] = [],
): Record<N, Variables> {
  const shared = Object.entries(variables).filter(([name]) => ownerOf(name) === undefined)
  const known = new Set([...own, ...hosted.flatMap(({ shape }) => [...knownNames(shape)])])
  const problems = [
    ...unknownVariables(Object.fromEntries(shared), known),
    ...Object.keys(variables).flatMap((name) => {
      const owner = ownerOf(name)
      const isHosted = owner === undefined || hosted.some((each) => each.name === owner)
      return isHosted ? [] : [`${name} is a setting of ${owner}, which this process does not host`]
    }),
    ...hosted.flatMap((each) => strangersOf(each, variables)),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.fromEntries(
    hosted.map((each) => [each.name, variablesOf(each, variables, shared)]),
  ) as Record<N, Variables>
}

/**
 * The variables of the only service of a process, where `SPOOL__X` is its setting `X` too. Throws {@link ConfigError} for such a name that
 * it does not know; the others are left to its configuration to refuse.
 */
export function variablesOfOne(service: Hosted, variables: Variables): Variables {
  const problems = strangersOf(service, variables)
  if (problems.length > 0) throw new ConfigError(problems)
  const shared = Object.entries(variables).filter(([name]) => ownerOf(name) === undefined)
  const unknown = shared.filter(
    ([name]) => name.startsWith('OUTTURN_') && !knownNames(service.shape).has(name),
  )
  return { ...variablesOf(service, variables, shared), ...Object.fromEntries(unknown) }
}

/** What is set for a service alone, is no name of ours that its configuration refuses, and is none of its settings. */
function strangersOf({ name: service, shape }: Hosted, variables: Variables): string[] {
  const known = knownNames(shape)
  return ownOf(service, variables).flatMap(([name]) =>
    known.has(name) || name.startsWith('OUTTURN_') ? [] : [unknownName(name, known)],
  )
}

function variablesOf(
  { name, shape }: Hosted,
  variables: Variables,
  shared: readonly (readonly [string, string | undefined])[],
) {
  const known = knownNames(shape)
  const own = ownOf(name, variables)
  // A value of its own and one from a file are the same setting: the service's own form of it counts alone.
  const replaced = new Set(
    own.flatMap(([key]) => [key, key.endsWith('_FILE') ? key.slice(0, -'_FILE'.length) : `${key}_FILE`]),
  )
  const taken = shared.filter(
    ([key]) => (known.has(key) || !key.startsWith('OUTTURN_')) && !replaced.has(key),
  )
  return Object.fromEntries([...taken, ...own])
}

/** What is set for one service alone, by the names of its settings. */
function ownOf(service: BusUser, variables: Variables) {
  const prefix = prefixOf(service)
  return Object.entries(variables).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
  )
}

function ownerOf(name: string): BusUser | undefined {
  return busUsers.find((service) => name.startsWith(prefixOf(service)))
}
