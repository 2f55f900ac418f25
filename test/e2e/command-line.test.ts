import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { installCommandLine } from '../system/command-line.ts'
import { connectOperator } from '../system/operator.ts'
import { delivery, readSystem, sendOnceTo } from './api.ts'

// The packed command, as a stranger has it. Its story is in docs/guide/command-line.md, which is run too; here everything around it is hostile.

const system = readSystem(inject('system'))
const folder = mkdtempSync(join(tmpdir(), 'outturn-command-line-'))
let program: string
let key: string

beforeAll(async () => {
  const operator = await connectOperator(system)
  key = (await operator.openAccount({ included: 20 })).apiKey
  await operator.close()
  program = join(await installCommandLine(folder), 'outturn')
  writeFileSync(join(folder, 'leads.csv'), 'email\na@example.com\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

type Variables = Record<string, string>

function started(args: readonly string[], env: Variables = {}) {
  return spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: join(folder, 'config'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs the command to its end. */
async function outturn(args: readonly string[], env: Variables = {}) {
  const child = started(args, env)
  const text = { output: '', errors: '' }
  child.stdout.on('data', (part: Buffer) => (text.output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (text.errors += part.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, ...text }
}

const service = () => ({ OUTTURN_URL: system.base_url, OUTTURN_KEY: key })
const judged = ['deliver', 'leads.csv', '--check', 'exactly 1 rows', '--max-amount', '1']

/** A server that is not the service, and the headers of what it was asked. */
async function strangeServer(answer: (response: ServerResponse, path: string) => void) {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ headers, url = '' }, response) => {
    asked.push(headers)
    answer(response, url)
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
const html = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Login</h1>')

test('the page of a proxy is no verdict, and the doctor says what it is', async () => {
  const { url } = await strangeServer(html)
  const env = { OUTTURN_URL: url, OUTTURN_KEY: key }
  const delivered = await outturn(judged, env)
  expect(delivered).toMatchObject({ status: 2, output: '', errors: expect.stringContaining(url) })
  expect(delivered.errors).toMatch(/is done once/)
  const checked = await outturn(['doctor'], env)
  expect(checked).toMatchObject({
    status: 1,
    output: expect.stringMatching(/FAILED +service .*not as this service does/),
  })
})

test('a key goes to its own service alone: not to another address, and not along a redirect', async () => {
  const target = await strangeServer(html)
  const redirecting = await strangeServer((response) =>
    response.writeHead(302, { location: target.url }).end(),
  )
  for (const args of [
    ['usage'],
    judged,
    ['receipt', 'status', `ocr_${'0'.repeat(24)}`],
    ['doctor'],
    ['sandbox', 'start'],
  ]) {
    const { status, output, errors } = await outturn([...args, '--url', redirecting.url], service())
    expect([args, status]).toEqual([args, args[0] === 'doctor' ? 1 : 2])
    expect(output + errors).not.toContain(key)
  }
  expect(target.asked).toEqual([])
  expect(redirecting.asked.length).toBeGreaterThan(2)
  const sent = redirecting.asked.flatMap((headers) => Object.values(headers).flat())
  expect(sent.filter((value) => value?.includes(key))).toEqual([])
})

test('a clock that differs, a key that is not valid and a service that is not there are findings with a remedy', async () => {
  const late = await strangeServer((response, path) => {
    const headers = { date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'content-type': 'application/json' }
    response.writeHead(200, headers).end(path === '/api/health' ? '{"status":"ok"}' : '{}')
  })
  const found = async (env: Variables) => {
    const { status, output } = await outturn(['doctor', '--json'], env)
    const { findings } = JSON.parse(output) as {
      findings: { name: string; state: string; remedy?: string }[]
    }
    expect(findings.filter(({ state, remedy }) => state === 'failed' && !remedy)).toEqual([])
    return [status, findings.filter(({ state }) => state === 'failed').map(({ name }) => name)]
  }
  expect(await found(service())).toEqual([0, []])
  expect(await found({ ...service(), OUTTURN_KEY: `${key}x` })).toEqual([1, ['key']])
  expect(await found({ OUTTURN_URL: late.url })).toEqual([1, ['clock', 'key document']])
  expect(await found({ OUTTURN_URL: 'http://127.0.0.1:1' })).toEqual([1, ['service']])
  expect(await found({})).toEqual([1, ['address']])
})

test('nothing is sent where the answer has no place to go', async () => {
  const { url, asked } = await strangeServer(html)
  const env = { OUTTURN_URL: url, OUTTURN_KEY: key }
  writeFileSync(join(folder, 'kept.json'), '{}')
  for (const save of ['kept.json', 'missing/receipt.json', '.']) {
    expect(
      (await outturn([...judged, '--save', save, ...(save === '.' ? ['--force'] : [])], env)).status,
    ).toBe(2)
  }
  expect(asked).toEqual([])
})

test('a refusal has its code, what to do and its request, and with --json the whole error', async () => {
  const { status, output, errors } = await outturn([...judged, '--check', 'every row has phone'], service())
  expect([status, output]).toEqual([1, ''])
  expect(errors).toMatch(
    /^ambiguity_required .*no column "phone".*At: condition 2\.\n[^]*Request: req_\w+\n$/,
  )
  const asJson = await outturn(['spool', 'show', `spl_${'0'.repeat(24)}`, '--json'], service())
  expect([asJson.status, asJson.output]).toEqual([1, ''])
  expect(JSON.parse(asJson.errors)).toMatchObject({ code: 'spool_not_found', retryable: false })
})

test('a reader that goes away ends no command, and its verdict stays the exit status', async () => {
  const child = started(['completion', 'fish'])
  child.stdout.destroy()
  expect(await once(child, 'close')).toEqual([0, null])
  const failing = started(
    ['deliver', 'leads.csv', '--check', 'exactly 2 rows', '--max-amount', '1', '--dry-run'],
    service(),
  )
  failing.stdout.destroy()
  failing.stderr.destroy()
  expect(await once(failing, 'close')).toEqual([1, null])
})

test('what cannot be taken back is not done without a word, and a corrected file takes the place of the first', async () => {
  writeFileSync(join(folder, 'corrected.csv'), 'email\nb@example.com\n')
  const missed = ['deliver', 'leads.csv', '--check', 'exactly 2 rows', '--max-amount', '1']
  const delivered = await outturn([...missed, '--json'], service())
  const { spool_id: id } = JSON.parse(delivered.output) as { spool_id: string }
  const submit = await outturn(['spool', 'evidence', id, 'corrected.csv'], service())
  expect(submit).toMatchObject({ status: 0, output: expect.stringContaining('in place of') })
  for (const action of ['close', 'abandon', 'complete']) {
    const { status, errors } = await outturn(['spool', action, id], service())
    expect([action, status, /--yes/.test(errors) || /cannot end/.test(errors)]).toEqual([action, 2, true])
  }
  const { output } = await outturn(['spool', 'show', id, '--json'], service())
  const { evidence, status } = JSON.parse(output) as {
    evidence: { source: string }[]
    status: { outcome: string }
  }
  expect(new Set(evidence.map(({ source }) => source))).toEqual(new Set(['leads.csv']))
  expect(status.outcome).not.toBe('cancelled')
})

test('Ctrl-C ends a watch with 130, after the events that there were', async () => {
  const created = await fetch(`${system.base_url}/api/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(delivery({ unit: { total_units: 3, unit_amount_cents: 250 } })),
  })
  const { spool_id: id } = (await created.json()) as { spool_id: string }
  const child = started(['spool', 'watch', id, '--json'], service())
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  expect(JSON.parse(first.toString().split('\n')[0] ?? '')).toMatchObject({ seq: 1, type: 'spool.created' })
  const messages = once(child.stderr, 'data')
  child.kill('SIGINT')
  expect(String((await messages)[0])).toBe('Stopped.\n')
  expect(await once(child, 'close')).toEqual([130, null])
})

test('what pays is installed by the line that is shown, and nothing is sent before', async () => {
  const { url, asked } = await strangeServer(html)
  writeFileSync(join(folder, 'request.json'), '{}')
  const env = { OUTTURN_URL: url, OUTTURN_WALLET_KEY: `0x${'1'.repeat(64)}` }
  const { status, errors } = await outturn(['pay', 'verification', 'request.json', '-o', 'paid.json'], env)
  expect([status, asked, existsSync(join(folder, 'paid.json'))]).toEqual([2, [], false])
  expect(errors).toMatch(/\n {2}npm install @x402\/core@\S+ .*viem@/)
})

test('help loads no part of a command, which keeps it quick', async () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (url.startsWith('file:')) process.stderr.write(url + '\\n')
      return next(url, context)
    } })`
  const { status, errors } = await outturn(['deliver', '--help'], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
  })
  expect(status).toBe(0)
  const sizes = errors
    .trim()
    .split('\n')
    .map((url) => statSync(new URL(url)).size)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(250_000)
})

test('a refused request is listed and shown with what to do and a command without the key', async () => {
  const refused = await sendOnceTo(system)<{ request_id: string }>('/api/v1/verify', {
    method: 'POST',
    key,
    body: { max_amount_cents: 0, conditions: ['Hunter2 is in row 1'] },
  })
  const { request_id: id } = refused.json
  const env = service()
  const list = await outturn(['requests', '--code', 'validation_failed', '--since', '1h'], env)
  expect(list.status).toBe(0)
  expect(list.output).toContain(id)
  const shown = await outturn(['requests', id], env)
  for (const part of [
    'What to do:',
    'validation_failed',
    '"$redacted": "text"',
    'Bearer $OUTTURN_KEY',
    `${system.base_url}/api/v1/verify`,
  ]) {
    expect(shown.output).toContain(part)
  }
  expect(shown.output).not.toContain('Hunter2')
  expect(shown.output).not.toContain(key)
  const json = await outturn(['requests', id, '--json'], env)
  expect(JSON.parse(json.output)).toMatchObject({ id, code: 'validation_failed', status: refused.status })
  expect(await outturn(['requests', 'req_000000000000000000000000'], env)).toMatchObject({ status: 1 })
  expect(await outturn(['requests', '../x'], env)).toMatchObject({ status: 2, output: '' })
})

test('an invoice is audited with the columns that its headers suggest, and written as a page that stands alone', async () => {
  writeFileSync(
    join(folder, 'invoice.csv'),
    'no;shipment;qty;price;sum\n1;S-1;1;5.00;5.00\n2;<b>=S-2;1;5.00;5.00\n',
  )
  writeFileSync(join(folder, 'record.csv'), 'id,state\nS-1,delivered\n')
  const audit = ['audit-invoice', 'invoice.csv', '--record', 'record.csv', '--currency', 'EUR']
  const { status, output } = await outturn([...audit, '--save', 'audit.html'], service())
  expect(status).toBe(1)
  expect(output).toContain(
    '1 of 2 billed lines are supported by the record. 5.00 of 10.00 EUR is not supported.',
  )
  const page = readFileSync(join(folder, 'audit.html'), 'utf8')
  expect(page).toContain('&lt;b&gt;=S-2')
  expect(page).not.toContain('<b>')
  const json = await outturn([...audit, '--map', 'record.key=state', '--json'], service())
  expect(JSON.parse(json.output)).toMatchObject({ totals: { lines_supported: 0 } })
  expect(await outturn([...audit, '--save', 'audit.html'], service())).toMatchObject({ status: 2 })
  expect(await outturn([...audit, '--save', 'audit.pdf'], service())).toMatchObject({ status: 2 })
  writeFileSync(join(folder, 'empty.csv'), '')
  writeFileSync(join(folder, 'some.pdf'), '%PDF-1.7\n')
  for (const [invoice, record, said] of [
    ['empty.csv', 'record.csv', 'empty.csv is empty.'],
    ['record.csv', 'some.pdf', 'some.pdf is a PDF. The record is a CSV file'],
    ['record.csv', 'record.csv', 'The file has the headers "id", "state".'],
    ['some.pdf', 'record.csv', 'The headers of a PDF are as its table prints them.'],
  ] as const) {
    const refused = await outturn(['audit-invoice', invoice, '--record', record], service())
    expect(refused).toMatchObject({ status: 2, errors: expect.stringContaining(said) })
  }
})

const hasTerminals = spawnSync('script', ['--version']).status === 0

/** Runs the command on a terminal of its own; each answer is typed once its question stands there. */
async function onTerminal(
  args: readonly string[],
  answers: readonly (readonly [prompt: string, line: string])[],
) {
  const command = [process.execPath, program, ...args].map((each) => `'${each}'`).join(' ')
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      XDG_CONFIG_HOME: join(folder, 'config'),
      NO_COLOR: '1',
      ...service(),
    },
  })
  const left = [...answers]
  let [screen, answeredTo] = ['', 0]
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString()
    const [next] = left
    if (next === undefined || !screen.slice(answeredTo).includes(next[0])) return
    answeredTo = screen.length
    left.shift()
    child.stdin.write(`${next[1]}\n`)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, screen, unasked: left.map(([prompt]) => prompt) }
}

test.skipIf(!hasTerminals)(
  'on a terminal a person confirms the columns or names them, and nothing of the answers is kept',
  async () => {
    writeFileSync(join(folder, 'odd.csv'), 'alpha,beta\nS-1,5.00\n')
    const audit = ['audit-invoice', 'odd.csv', '--record', 'record.csv']
    const named = [
      ['invoice.key [none]', '1'],
      ['invoice.amount [none]', 'beta'],
      ['record.key [id]', ''],
      ...['line', 'quantity', 'unit_price', 'date'].map((name) => [`invoice.${name} [none]`, ''] as const),
      ...['quantity', 'unit_price'].map((name) => [`record.${name} [none]`, ''] as const),
      ['record.status [state]', '-'],
      ['record.date [none]', ''],
    ] as const
    const first = await onTerminal(audit, named)
    expect(first).toMatchObject({ status: 0, unasked: [] })
    expect(first.screen).toContain('Auditing odd.csv against record.csv')
    expect(first.screen).toContain('1 of 1 billed line is supported by the record.')
    // Asked again, the same question comes first; and one answer confirms what the headers suggest.
    const again = await onTerminal(audit, [['invoice.key [none]', '\u0004']])
    expect(again).toMatchObject({ status: 2, unasked: [] })
    const known = ['audit-invoice', 'invoice.csv', '--record', 'record.csv', '--currency', 'EUR']
    expect(await onTerminal(known, [['Audit with these columns? [Y/n]', 'y']])).toMatchObject({ status: 1 })
    expect((await onTerminal([...known, '--yes'], [])).screen).not.toContain('[Y/n]')
  },
)
