import { readFileSync } from 'node:fs'
import { causeCodes, gateCauses } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { errorCodes } from './codes.ts'
import { reasons } from './reasons.ts'

const file = new URL('../../../../docs/guide/errors.md', import.meta.url)
const guide = readFileSync(file, 'utf8')

/** A table as the formatter writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const tables = {
  codes: table(
    ['code', 'status', 'retryable', 'what to do next'],
    Object.entries(errorCodes).map(([code, { status, retryable, remediation }]) => [
      `\`${code}\``,
      code === 'validation_failed' ? '400 or 422' : String(status),
      retryable ? 'yes' : 'no',
      remediation,
    ]),
  ),
  reasons: table(
    ['reason', 'meaning'],
    Object.entries(reasons).map(([name, meaning]) => [`\`${name}\``, meaning]),
  ),
}

test('the guide has the whole catalogue of codes and reasons (vitest -u writes it)', async () => {
  const written = Object.entries(tables).reduce(
    (text, [name, lines]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`),
        (_, start: string, end: string) => `${start}\n${lines}\n${end}`,
      ),
    guide,
  )
  for (const lines of Object.values(tables)) expect(written).toContain(lines)
  await expect(written).toMatchFileSnapshot(file.pathname)
})

test('the guide has a line for each cause that a condition or unit can fail for', () => {
  expect([...causeCodes, ...gateCauses].filter((code) => !guide.includes(`| \`${code}\``))).toEqual([])
})

test('no text of the catalogue speaks of the insides of the service, and each is a sentence', () => {
  const texts = [
    ...Object.values(errorCodes).map(({ remediation }) => remediation),
    ...Object.values(reasons),
  ]
  expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  expect(
    texts.filter((text) => /\b(?:bus|NATS|Postgres|schema|regex|handler|undefined)\b/.test(text)),
  ).toEqual([])
})
