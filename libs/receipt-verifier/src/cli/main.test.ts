import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toBase64Url } from '@outturn/canonical'
import { createEd25519Signer } from '@outturn/canonical/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootSignedText } from '../keys/trust-set.ts'
import { altered, golden, statusAnswer } from '../receipt/golden.fixture.ts'
import { runVerify } from './verify-command.ts'

const rootSigner = createEd25519Signer(new Uint8Array(32).fill(5))
const main = fileURLToPath(new URL('main.ts', import.meta.url))
const { receipt } = golden
const answer = {
  spool_id: receipt.agreement.spool_id,
  earned_cents: 100,
  accepted: 2,
  rejected: 1,
  receipt,
  receipt_url: 'https://example.com/r/1',
  verification_run_id: receipt.verification.run_id,
}
const attestation = {
  spoolId: receipt.agreement.spool_id,
  environment: 'demo',
  result: 'partial',
  approvedAmount: '1.00',
}
const record = { receipt, receipt_url: answer.receipt_url, spool_id: answer.spool_id, attestation, links: {} }
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-verify-'))
  write('receipt.json', JSON.stringify(receipt, null, 2))
  write('answer.json', JSON.stringify(answer))
  write('more-earned.json', JSON.stringify({ ...answer, earned_cents: 150 }))
  write('more-accepted.json', JSON.stringify({ ...answer, accepted: 3 }))
  write('another-result.json', JSON.stringify({ ...answer, result: 'pass' }))
  write('another-spool.json', JSON.stringify({ ...answer, spool_id: `spl_${'9'.repeat(24)}` }))
  write('wrapped.json', JSON.stringify({ verdict: 'pass', receipt }))
  write('bare-wrapper.json', JSON.stringify({ receipt }))
  write('tampered.json', JSON.stringify(altered({ nonce: 'n_000000000000000000000002' })))
  write('malformed.json', '{}')
  write('hostile.json', JSON.stringify(altered({ '\u001b[2K\nVALID': 1 })))
  write('twice.json', '{"id":"a","id":"b"}')
  write('keys.json', JSON.stringify(golden.keys))
  const signed = signedByRoot(golden.keys)
  write('signed-keys.json', JSON.stringify(signed))
  write('forged-keys.json', JSON.stringify({ ...signed, updated_at: '2026-12-01T00:00:00.000Z' }))
  write('revoked.json', JSON.stringify(statusAnswer('revoked')))
  write('enough.json', JSON.stringify({ minimum_status: 'partial', min_earned: '1.00' }))
  write('more.json', JSON.stringify({ minimum_status: 'pass', min_earned: '1.01', require_log: false }))
  write('record.json', JSON.stringify({ ...record, status: statusAnswer('revoked') }))
  write('data.json', JSON.stringify({ data: receipt }))
  write('list.json', JSON.stringify([receipt]))
  write('tool.json', JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(answer) }] }))
  write('marked.json', `\uFEFF${JSON.stringify(receipt)}`)
  write('marked-keys.json', `\uFEFF${JSON.stringify(golden.keys)}`)
  writeFileSync(join(folder, 'utf16.json'), `\uFEFF${JSON.stringify(receipt)}`, 'utf16le')
  writeFileSync(join(folder, 'unmarked16.json'), JSON.stringify(receipt), 'utf16le')
  write('odd.json', JSON.stringify({ min_eraned: '1.01' }))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function signedByRoot(document: object): object {
  const signature = rootSigner.sign(rootSignedText({ ...document }))
  return { ...document, root_signature: { key_id: rootSigner.keyId, signature } }
}

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text)
}

/** Of the demonstration that the golden receipt is, unless another environment is named. */
const ofDemo = (args: readonly string[]) =>
  args.includes('--environment') ? args : [...args, '--environment', 'demo']

function verify(...args: string[]) {
  return run(...ofDemo(args))
}

/** The command in this process. */
function run(...args: string[]) {
  const written = { stdout: '', stderr: '' }
  const status = runVerify(
    args.map((arg) => (arg.endsWith('.json') ? join(folder, arg) : arg)),
    {
      print: (line) => {
        written.stdout += `${line}\n`
      },
      complain: (line) => {
        written.stderr += `${line}\n`
      },
    },
  )
  return { status, ...written }
}

test.each([
  [['receipt.json', '--keys', 'keys.json'], 0],
  [['tampered.json', '--keys', 'keys.json'], 1],
  [['receipt.json'], 2],
])('%j says and exits in a process of its own as here, with %i', (args, exit) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...ofDemo(args)], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status).toBe(exit)
  expect({ status, stdout, stderr }).toEqual(verify(...args))
})

test.each([
  ['data.json', 'a receipt seems to be at data:'],
  ['list.json', 'a receipt seems to be at [0]:'],
  ['tool.json', 'a receipt seems to be at content[0].text:'],
  ['wrapped.json', 'a receipt seems to be at receipt:'],
  ['utf16.json', 'it is UTF-16'],
  ['unmarked16.json', 'it is UTF-16'],
])('%s is not judged, and the message says: %s', (file, message) => {
  const { status: exit, stdout, stderr } = verify(file, '--keys', 'keys.json')
  expect([exit, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

test('the self-test answers the published corpus, and finds a case that expects otherwise', () => {
  const corpus = fileURLToPath(new URL('../../../../test/vectors/receipts/', import.meta.url))
  const whole = run('--self-test', corpus)
  expect([whole.status, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toMatch(/^(\d{4}) of \1 cases are answered as expected\.\n$/)

  const [first = '', second = ''] = readFileSync(join(corpus, 'receipts.jsonl'), 'utf8').split('\n')
  const odd = JSON.parse(second) as { name: string; expect: object }
  writeFileSync(
    join(folder, 'receipts.jsonl'),
    `${first}\n${JSON.stringify({ ...odd, expect: { valid: 'odd' } })}\n`,
  )
  copyFileSync(join(corpus, 'attestations.jsonl'), join(folder, 'attestations.jsonl'))
  const kept = readFileSync(join(folder, 'keys.json'))
  copyFileSync(join(corpus, 'keys.json'), join(folder, 'keys.json'))
  const cut = run('--self-test', folder)
  writeFileSync(join(folder, 'keys.json'), kept)
  expect([cut.status, cut.stderr]).toEqual([1, `not as expected: ${odd.name}\n`])
  expect(run('--self-test', join(folder, 'nowhere')).status).toBe(2)
})

test('a byte order mark before a receipt and before a key document is read over', () => {
  expect(verify('marked.json', '--keys', 'marked-keys.json').status).toBe(0)
})

test.each(['receipt.json', 'answer.json'])('%s: valid, exit 0, and every check on its own line', (file) => {
  const { status: exit, stdout, stderr } = verify(file, '--keys', 'keys.json')
  expect(stderr).toBe('')
  expect(exit).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines[0]).toBe(`Receipt ${receipt.id} (demo)`)
  expect(lines.filter((line) => line.includes(' yes '))).toHaveLength(13)
  expect(lines.filter((line) => line.includes(' not checked '))).toHaveLength(2)
  expect(lines.at(-1)).toMatch(/^VALID: result partial, earned 1\.00 of 1\.50 USD, 2 of 3 units accepted\./)
})

test.each([
  [['tampered.json'], 'INVALID: receipt_id_mismatch, invalid_signature'],
  [['receipt.json', '--environment', 'production'], 'INVALID: environment_mismatch'],
  [['receipt.json', '--status', 'revoked.json'], 'INVALID: revoked'],
  [['record.json'], 'INVALID: revoked'],
  [['malformed.json'], 'INVALID: malformed_receipt, unknown_schema, environment_mismatch'],
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
  [['receipt.json', '--keys', 'keys.json', '--root-key', 'AAAA']],
  [['receipt.json', '--keys', 'keys.json', '--root-key', 'A'.repeat(43)]],
  [['receipt.json', '--keys', 'keys.json', '--max-key-age', 'old']],
  ...['more-earned', 'more-accepted', 'another-result', 'another-spool', 'wrapped', 'bare-wrapper'].map(
    (name) => [[`${name}.json`, '--keys', 'keys.json']],
  ),
])('%j: unusable, exit 2, and said on standard error only', (args) => {
  const { status: exit, stdout, stderr } = verify(...args)
  expect(exit).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).not.toBe('')
  expect(stderr).not.toContain('    at ')
})

test('a demonstration is valid only where one is asked for, and is called one', () => {
  const unasked = run('receipt.json', '--keys', 'keys.json')
  expect([unasked.status, unasked.stdout.trimEnd().split('\n').at(-1)]).toEqual([
    1,
    'INVALID: environment_mismatch',
  ])
  expect(verify('receipt.json', '--keys', 'keys.json').stdout).toContain('It is a demonstration')
})

test('an old key document is called one, by an age that can be set', () => {
  const note = 'Note (key_document_stale)'
  expect(verify('receipt.json', '--keys', 'keys.json').stdout).toContain(note)
  expect(verify('receipt.json', '--keys', 'keys.json', '--max-key-age', '99999').stdout).not.toContain(note)
})

test('a key document counts by the signature of the root key that is named', () => {
  const named = ['--keys', 'signed-keys.json', '--root-key', toBase64Url(rootSigner.publicKey)]
  expect(verify('receipt.json', ...named).status).toBe(0)
  expect(verify('receipt.json', '--keys', 'keys.json', ...named.slice(2)).status).toBe(2)
  const forged = verify('receipt.json', '--keys', 'forged-keys.json', ...named.slice(2))
  expect([forged.status, forged.stdout]).toEqual([2, ''])
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

test('--version prints the version of the package', () => {
  const { status: exit, stdout } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' })
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})
