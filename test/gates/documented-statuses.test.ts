import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, errorCodes, reasons } from '@outturn/contracts'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const documents = globSync(['README.md', 'docs/**/*.md', 'services/*/README.md'], { cwd: repository })

/** A status, or two with a comma, and the name behind it: 409 `invalid_state`, 400, 422 `validation_failed`. */
const statement = /(?<![-\w])([245]\d\d)(?:(?:,| or) ([45]\d\d))? `([a-z][a-z0-9_]+)`/g

function statusesOf(code: ErrorCode): readonly number[] {
  return code === 'validation_failed' ? [400, 422] : [errorCodes[code].status]
}

function isStated(name: string, status: number): boolean {
  if (Object.hasOwn(errorCodes, name)) return statusesOf(name as ErrorCode).includes(status)
  // A reason stands behind the status of whichever code it belongs to.
  return Object.hasOwn(reasons, name)
}

test.each(documents)('every status beside a code in %s is that of the catalogue', (document) => {
  const text = readFileSync(join(repository, document), 'utf8').replaceAll('\n', ' ')
  const wrong = [...text.matchAll(statement)].filter(([, first, second, name = '']) =>
    [first, second].some((status) => status !== undefined && !isStated(name, Number(status))),
  )
  expect(wrong.map(([said]) => said)).toEqual([])
})

test('the table of limits names the code of each status', () => {
  const text = readFileSync(join(repository, 'docs/guide/limits.md'), 'utf8')
  const beyond = text
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split('|').at(-2) ?? ''] : []))
  expect(beyond.length).toBeGreaterThan(15)
  const unnamed = beyond.filter((cell) => /\d{3}/.test(cell.replaceAll(statement, '')))
  expect(unnamed).toEqual([])
})
