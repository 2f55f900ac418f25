import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutcomeReceipt } from '@outturn/receipt-verifier'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runOutturn } from '../program.ts'
import { golden } from '../testing/sample-bundles.ts'

const { receipt, keys } = golden
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-disclose-'))
  write('receipt.json', receipt)
  write('answer.json', {
    spool_id: receipt.agreement.spool_id,
    verification_run_id: receipt.verification.run_id,
    earned_cents: 100,
    receipt_url: 'https://example.com/r/1',
    receipt,
  })
  write('stripped.json', { ...receipt, unit_results: undefined })
  write('keys.json', keys)
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (file: string) => join(folder, file)

function write(file: string, value: unknown): void {
  writeFileSync(at(file), JSON.stringify(value))
}

function written(file: string): OutcomeReceipt {
  return JSON.parse(readFileSync(at(file), 'utf8'))
}

async function outturn(...args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const status = await runOutturn(
    args.map((arg) => (arg.endsWith('.json') ? at(arg) : arg)),
    { print: (line) => lines.push(line), complain: (line) => complaints.push(line) },
  )
  return { status, lines, complaint: complaints.join('\n') }
}

test.each(['receipt.json', 'answer.json'])(
  'of %s one unit is proven, and the rest is hidden',
  async (file) => {
    const { status, lines } = await outturn('disclose', file, '--unit', '2', '-o', 'one.json')
    expect([status, lines[0]]).toEqual([0, expect.stringContaining('proves unit 2 of')])
    const one = written('one.json')
    expect(one.unit_disclosures?.map(({ leaf }) => leaf)).toEqual([receipt.unit_results?.[1]])
    for (const { unit, salt } of receipt.unit_results ?? []) {
      expect(JSON.stringify(one).includes(salt)).toBe(unit === 2)
    }
    const verified = await outturn('verify', 'one.json', '--keys', 'keys.json', '--environment', 'demo')
    expect(verified.status).toBe(0)
    expect(verified.lines).toContain('Proven: unit 2 is fail: missing_field:email.')
  },
)

test('several units are proven by one file, and named to programs too', async () => {
  await outturn('disclose', 'receipt.json', '--unit', '3', '--unit', '1', '-o', 'two.json')
  const { lines } = await outturn(
    'verify',
    'two.json',
    '--keys',
    'keys.json',
    '--environment',
    'demo',
    '--json',
  )
  const { disclosed_units: units } = JSON.parse(lines.join('\n')) as { disclosed_units: { unit: number }[] }
  expect(units.map(({ unit }) => unit)).toEqual([1, 3])
})

test('a disclosed unit that was changed is found, and nothing is said to be proven', async () => {
  await outturn('disclose', 'receipt.json', '--unit', '2', '-o', 'one.json')
  writeFileSync(at('forged.json'), readFileSync(at('one.json'), 'utf8').replace('"fail"', '"pass"'))
  const { status, lines } = await outturn(
    'verify',
    'forged.json',
    '--keys',
    'keys.json',
    '--environment',
    'demo',
  )
  expect([status, lines.at(-1)]).toEqual([1, 'INVALID: invalid_run_digest'])
  expect(lines.join('\n')).not.toContain('Proven')
})

test.each<[string, readonly string[], string]>([
  ['a unit that the receipt does not have', ['receipt.json', '--unit', '4', '-o', 'x.json'], 'no unit 4'],
  ['something that is no number', ['receipt.json', '--unit', '1e1', '-o', 'x.json'], '--unit 1e1'],
  ['a receipt without its unit results', ['stripped.json', '--unit', '1', '-o', 'x.json'], 'unit results'],
  ['something that is no receipt', ['keys.json', '--unit', '1', '-o', 'x.json'], 'is not a receipt'],
  ['a file that is there', ['receipt.json', '--unit', '1', '-o', 'receipt.json'], 'Cannot write'],
  ['no unit', ['receipt.json', '-o', 'x.json'], '--unit'],
  ['no file to write', ['receipt.json', '--unit', '1'], '--output'],
])('%s: exit 2, and it says so', async (_, args, problem) => {
  const { status, complaint } = await outturn('disclose', ...args)
  expect([status, complaint]).toEqual([2, expect.stringContaining(problem)])
})
