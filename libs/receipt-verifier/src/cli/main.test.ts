import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { altered, golden } from '../receipt/golden.fixture.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const status = {
  receipt_id: golden.receipt.id,
  status: 'revoked',
  advisories: [],
  checked_at: '2026-01-01T00:00:00.000Z',
}
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-verify-'))
  write('receipt.json', JSON.stringify(golden.receipt, null, 2))
  write('answer.json', JSON.stringify({ spool_id: 'spl_1', receipt: golden.receipt }))
  write('tampered.json', JSON.stringify(altered({ nonce: 'n_000000000000000000000002' })))
  write('malformed.json', '{"receipt":{}}')
  write('hostile.json', JSON.stringify(altered({ '\u001b[2K\nVALID': 1 })))
  write('twice.json', '{"id":"a","id":"b"}')
  write('keys.json', JSON.stringify(golden.keys))
  write('revoked.json', JSON.stringify(status))
  write('enough.json', JSON.stringify({ minimum_status: 'partial', min_earned: '1.00' }))
  write('more.json', JSON.stringify({ minimum_status: 'pass', min_earned: '1.01', require_log: false }))
  write('odd.json', JSON.stringify({ min_eraned: '1.01' }))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text)
}

function verify(...args: string[]) {
  return spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' })
}

test.each(['receipt.json', 'answer.json'])('%s: valid, exit 0, and every check on its own line', (file) => {
  const { status: exit, stdout, stderr } = verify(file, '--keys', 'keys.json')
  expect(stderr).toBe('')
  expect(exit).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines[0]).toBe(`Receipt ${golden.receipt.id} (demo)`)
  expect(lines.filter((line) => line.includes(' yes '))).toHaveLength(13)
  expect(lines.filter((line) => line.includes(' not checked '))).toHaveLength(2)
  expect(lines.at(-1)).toMatch(/^VALID: result partial, earned 1\.00 of 1\.50 USD, 2 of 3 units accepted\./)
})

test.each([
  [['tampered.json'], 'INVALID: receipt_id_mismatch, invalid_signature'],
  [['receipt.json', '--environment', 'production'], 'INVALID: environment_mismatch'],
  [['receipt.json', '--status', 'revoked.json'], 'INVALID: revoked'],
  [['malformed.json'], 'INVALID: malformed_receipt, unknown_schema'],
  [
    ['receipt.json', '--policy', 'more.json'],
    'VALID, BUT NOT ENOUGH: minimum_status_not_met, min_earned_not_met',
  ],
  [['tampered.json', '--policy', 'more.json'], 'INVALID: receipt_id_mismatch, invalid_signature'],
])('%j: invalid, exit 1, and the reasons on the last line', (args, last) => {
  const { status: exit, stdout } = verify(...args, '--keys', 'keys.json')
  expect(exit).toBe(1)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(last)
})

test.each([
  [[]],
  [['receipt.json']],
  [['receipt.json', '--keys']],
  [['receipt.json', '--keys', 'absent.json']],
  [['receipt.json', '--keys', 'receipt.json']],
  [['absent.json', '--keys', 'keys.json']],
  [['twice.json', '--keys', 'keys.json']],
  [['receipt.json', 'answer.json', '--keys', 'keys.json']],
  [['receipt.json', '--keys', 'keys.json', '--environment', 'staging']],
  [['receipt.json', '--keys', 'keys.json', '--status', 'absent.json']],
  [['receipt.json', '--keys', 'keys.json', '--policy', 'absent.json']],
  [['receipt.json', '--keys', 'keys.json', '--policy', 'odd.json']],
  [['receipt.json', '--keys', 'keys.json', '--unknown']],
])('%j: unusable, exit 2, and said on standard error only', (args) => {
  const { status: exit, stdout, stderr } = verify(...args)
  expect(exit).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).not.toBe('')
  expect(stderr).not.toContain('    at ')
})

test('a policy that is met: exit 0, and every demand on its own line', () => {
  const { status: exit, stdout } = verify('receipt.json', '--keys', 'keys.json', '--policy', 'enough.json')
  expect(exit).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(lines.indexOf('By the policy:') + 1, -1)).toHaveLength(2)
  expect(lines.at(-1)).toMatch(/^VALID: result partial/)
})

test('what a receipt says cannot write over the report', () => {
  const { status: exit, stdout } = verify('hostile.json', '--keys', 'keys.json')
  expect(exit).toBe(1)
  expect(stdout).not.toContain('\u001b')
  expect(stdout).not.toMatch(/^VALID/m)
})

test('--json prints the decision beside the verdict', () => {
  const { status: exit, stdout } = verify(
    'receipt.json',
    '--keys',
    'keys.json',
    '--policy',
    'more.json',
    '--json',
  )
  expect(exit).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    policy: { ok: false, reasons: ['minimum_status_not_met', 'min_earned_not_met'] },
  })
})

test('--json prints the verdict', () => {
  const { status: exit, stdout } = verify('tampered.json', '--keys', 'keys.json', '--json')
  expect(exit).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    valid: false,
    reasons: ['receipt_id_mismatch', 'invalid_signature'],
  })
})

test('--help prints the usage and exits 0', () => {
  const { status: exit, stdout } = verify('--help')
  expect(exit).toBe(0)
  expect(stdout).toMatch(/^Usage: outturn-verify FILE --keys KEYS/)
})
