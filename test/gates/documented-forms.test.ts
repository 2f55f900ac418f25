import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOutturn } from '@outturn/cli'
import { publicEndpoints } from '@outturn/contracts'
import { operations } from '@outturn/sdk/operations'
import { expect, test } from 'vitest'

// The tables "In other forms" of the guide name commands, methods and tools that there are, and one of them names every operation of casework.

const repository = join(import.meta.dirname, '../..')
const endpoints = publicEndpoints('outturn')
const header =
  /^\| operation +\| `outturn` +\| TypeScript and Python +\| tool +\|\n\|[- |]+\|\n((?:\|.*\|\n)+)/gm
const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

type Row = { page: string; operation: string; commands: string[]; methods: string[]; tools: string[] }

const rows: readonly Row[] = globSync('docs/guide/*.md', { cwd: repository }).flatMap((page) =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(header)].flatMap(([, body = '']) =>
    body
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [operation = '', command = '', methods = '', tools = ''] = line.split('|').slice(1)
        return {
          page,
          operation: names(operation).join(),
          commands: names(command),
          methods: names(methods),
          tools: names(tools),
        }
      }),
  ),
)

/** What others do: a system of record delivers, and a reviewer decides on a page. */
const notOfParties = ['receive-delivery', 'decide-review', 'mail-review-code']

test('every operation of casework stands in a table once', () => {
  const tags = ['Sources', 'Facts and claims', 'Discrepancies', 'Disputes', 'Reviews']
  const casework = endpoints
    .filter(({ tag, operationId }) => tags.includes(tag) && !notOfParties.includes(operationId))
    .map(({ operationId }) => operationId)
  const listed = rows.map(({ operation }) => operation)
  expect(casework.filter((id) => !listed.includes(id))).toEqual([])
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([])
})

test('every method is that of its operation, in TypeScript and, where it is written differently, in Python', () => {
  const pythonSource = globSync('libs/sdk-python/src/**/*.py', { cwd: repository })
    .map((file) => readFileSync(join(repository, file), 'utf8'))
    .join('\n')
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const wrong = rows.filter(({ operation, methods: [method = '', python, ...others] }) => {
    const inPython = snake(method)
    return (
      operations[method]?.operation !== operation ||
      others.length > 0 ||
      (python ?? method) !== inPython ||
      !pythonSource.includes(`(calls.${inPython.replaceAll('.', '_')})`)
    )
  })
  expect(wrong).toEqual([])
})

test('every tool and every command is there', async () => {
  // libs/mcp/src/tools/tool-list.test.ts holds that the tool of each operation has this name.
  const toolOf = (operation: string) => operation.replaceAll('-', '_')
  expect(rows.filter(({ operation, tools }) => tools.join() !== toolOf(operation))).toEqual([])
  const absent: string[] = []
  for (const command of new Set(rows.flatMap((row) => row.commands))) {
    let help = ''
    const print = (text: string) => void (help += text)
    await runOutturn([...command.split(' '), '--help'], { print, complain: print }, { env: {} })
    if (!help.startsWith(`Usage: outturn ${command}`)) absent.push(command)
  }
  expect(absent).toEqual([])
})
