import { isPerEnvironment, notesOf, variableName } from '@outturn/service'
import { environments } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { configurations } from './configurations.ts'
import { deployedServers } from './processes.ts'
import { allSecrets } from './secrets.ts'
import { sharedSettings } from './settings.ts'

/** The variables that a service reads, with what its schema says of each. */
function variablesOf(server: keyof typeof configurations) {
  const shape = Object.entries(configurations[server].shape)
  return new Map(
    shape.flatMap(([name, setting]) =>
      isPerEnvironment(setting)
        ? environments.map(
            (environment) => [variableName(name, environment), notesOf(setting.schema)] as const,
          )
        : [[name, notesOf(setting)] as const],
    ),
  )
}

test.each(deployedServers.map((server) => [server.name, server] as const))(
  '%s gets every setting that it requires, none that it does not know, and its secrets as secrets',
  (name, server) => {
    const known = variablesOf(name)
    const given = [...sharedSettings, ...server.settings]
    const names = given.map(({ variable }) => variable)
    const required = [...known].flatMap(([variable, { isRequired }]) => (isRequired ? [variable] : []))
    expect(names.filter((variable) => !known.has(variable))).toEqual([])
    expect(required.filter((variable) => !names.includes(variable))).toEqual([])
    for (const { variable, value } of given) {
      expect(value.from === 'secret', variable).toBe(known.get(variable)?.isSecret)
    }
  },
)

test('every secret has a name of its own', () => {
  const names = allSecrets.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
