import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './run-program.ts'

/** Libraries from the ground up: each depends on those of the rows above it alone. */
const layers: readonly (readonly string[])[] = [
  ['canonical', 'concurrency', 'evm-token', 'money', 'pages', 'vocabulary', 'whole-files'],
  ['checkers', 'local-servers', 'receipt-verifier', 'receipt-verifier-python'],
  ['agreement', 'transparency-log'],
  ['contracts', 'evaluation'],
  ['mcp', 'openapi', 'policy', 'postgres', 'sdk', 'sdk-python', 'statements'],
  ['mail', 'messaging'],
  ['service'],
  ['cli', 'testkit'],
]

const folder = join(repository, 'libs')
const libraries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())

function dependenciesOf(library: string): string[] {
  let text: string
  try {
    text = readFileSync(join(folder, library, 'package.json'), 'utf8')
  } catch {
    return []
  }
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> }
  return Object.keys(dependencies).flatMap((name) => /^@outturn\/(.+)$/.exec(name)?.[1] ?? [])
}

test('every library has its layer', () => {
  expect(libraries.map(({ name }) => name).toSorted()).toEqual(layers.flat().toSorted())
})

test.each(layers.flatMap((row, layer) => row.map((name) => ({ name, layer }))))(
  '$name depends on lower libraries alone',
  ({ name, layer }) => {
    const below = new Set(layers.slice(0, layer).flat())
    expect(dependenciesOf(name).filter((dependency) => !below.has(dependency))).toEqual([])
  },
)
