import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { hostList, wholeNumber } from './arguments.ts'
import { operatorProgram } from './commands.ts'

const repository = join(import.meta.dirname, '../../..')
const program = operatorProgram({
  connect: () => Promise.reject(new Error('no help needs a connection')),
  print: () => {},
  write: () => {},
  record: () => {},
})
const groups = program.commands
const leaves = groups.flatMap((group) =>
  group.commands.map((leaf) => [`${group.name()} ${leaf.name()}`, leaf] as const),
)

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

test('the command line has every group', () => {
  expect(leaves.length).toBeGreaterThan(12)
})

test.each(leaves)('the help of %s ends with an example of it', (name, leaf) => {
  const [, examples = ''] = helpOf(leaf).split('Example:')
  expect(examples).toMatch(new RegExp(`npm run admin -- (--as \\w+ )?${name}`))
})

const ids = leaves.flatMap(([name, leaf]) =>
  [...leaf.registeredArguments, ...leaf.options]
    .filter((each) => /^id of the settlement|^account |as the .* (shows?|has) it$/.test(each.description))
    .map((each) => [`${name}: ${each.name()}`, each] as const),
)

test('most commands take an id', () => {
  expect(ids.length).toBeGreaterThan(12)
})

test.each(ids)('what is no id is refused before it is sent: %s', (_, { parseArg }) => {
  expect(() => parseArg?.('nothing', undefined)).toThrow(
    /Give ([a-z]{2,4}_ (or [a-z]{3}_ )?and 24|the 64) characters/,
  )
})

test('a whole number is written in digits alone', () => {
  expect([wholeNumber('0'), wholeNumber('120')]).toEqual([0, 120])
  for (const text of ['-1', '0x10', ' 5', '1e3', '1.5', '', '9007199254740993']) {
    expect(() => wholeNumber(text)).toThrow('Give a whole number')
  }
})

test('hosts are read from a list, and what is no host is refused before it is sent', () => {
  expect(hostList('App.example, shop.example:8443')).toEqual(['app.example', 'shop.example:8443'])
  expect(hostList('')).toEqual([])
  for (const text of [
    'https://app.example',
    'app.example/a',
    'a@app.example',
    'app.example:443',
    'аpp.example',
  ]) {
    expect(() => hostList(text)).toThrow(/Give hosts such as/)
  }
})

test('main.usage.txt, which is shown where nothing is installed, is the help of the command line', () => {
  const text = readFileSync(new URL('main.usage.txt', import.meta.url), 'utf8')
  expect(text).toBe(helpOf(program))
})

const written = globSync('{README.md,{docs,deploy,libs,services,test}/**/*.md}', { cwd: repository })
  .flatMap((page) => readFileSync(join(repository, page), 'utf8').split('\n'))
  .flatMap((line) => /^ {4}npm run admin -- (.*?)(?: {2,}#.*)?$/.exec(line)?.[1] ?? [])
/** What works on files of this machine alone; docs/keys.md, whose commands are run, has each. */
const offline = /^keys (?:create|create-root|sign-document|publish-signature)\b/
const documented = [...new Set(written)].filter((command) => !offline.test(command))

test('most documented commands are about something that the reader has', () => {
  expect(documented.length).toBeGreaterThan(30)
})

test.each(documented)('is a command with these options: %s', async (command) => {
  const filledIn = command
    .replaceAll(/\b([a-z]{2,4})_…/g, `$1_${'a'.repeat(24)}`)
    .replaceAll(/\b[0-9a-f]{8}…/g, 'a'.repeat(64))
    .replaceAll('0x…', `0x${'a'.repeat(64)}`)
    .replaceAll('<run-id>', `vr_${'a'.repeat(24)}`)
  const words = [...filledIn.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const reached = new Error('the command connects to send what it was given')
  const line = operatorProgram({
    connect: () => Promise.reject(reached),
    print: () => {},
    write: () => {},
    record: () => {},
  })
  const silence = (each: Command): void => {
    each.exitOverride().configureOutput({ writeErr: () => {} })
    each.commands.forEach(silence)
  }
  silence(line)
  await expect(line.parseAsync(words, { from: 'user' })).rejects.toBe(reached)
})
