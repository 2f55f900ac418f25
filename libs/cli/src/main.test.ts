import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { runOutturn } from './program.ts'
import { withMember } from './testing/changed-bundle.ts'
import { golden, replayed, signedAnew } from './testing/sample-bundles.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const digest = Object.keys(golden.contents)[0] as string
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-cli-'))
  write('bundle.json', golden)
  write('keys.json', golden.keys)
  write('no-keys.json', { ...golden.keys, receipts: { production: [], demo: [] } })
  write('changed.json', signedAnew(withMember(golden, `contents.${digest}.rows.1.email`, 'b@example.com')))
  write('digests.json', signedAnew(withMember(golden, `contents.${digest}`, undefined)))
  write('cut.json', withMember(golden, 'events', undefined))
  write('events.json', golden.events)
  write('one-event.json', golden.events?.slice(0, 1))
  write('receipt.json', golden.receipt)
  write('unusable.json', withMember(golden, 'evaluated_at', 'now'))
  writeFileSync(join(folder, 'twice.json'), '{"schema":"a","schema":"b"}')
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, value: unknown): void {
  writeFileSync(join(folder, file), JSON.stringify(value))
}

/** The command in a process of its own. */
function spawned(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, lines: stdout.trimEnd().split('\n'), stderr }
}

/** The same command in this process. */
async function outturn(...args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const paths = args.map((arg) => (arg.endsWith('.json') ? join(folder, arg) : arg))
  const status = await runOutturn(paths, {
    print: (text) => lines.push(...text.split('\n')),
    complain: (text) => complaints.push(text),
  })
  return { status, lines, stderr: complaints.join('\n') }
}

test('another process comes to the same report and run digest', () => {
  const { status, lines } = spawned('replay', 'bundle.json', '--json')
  expect(status).toBe(0)
  const { keys, ...report } = JSON.parse(lines.join('\n'))
  expect(keys).toBe('of_bundle')
  expect(report).toEqual(replayed(golden))
})

test('every step has its line, and the last line says the result', async () => {
  const { status, lines, stderr } = await outturn('replay', 'bundle.json', '--keys', 'keys.json')
  expect([status, stderr]).toEqual([0, ''])
  expect(lines[0]).toBe(`Receipt ${golden.receipt.id} (demo), run ${golden.receipt.verification.run_id}`)
  expect(lines.filter((line) => line.includes('? ') && line.includes(' yes '))).toHaveLength(16)
  expect(lines.at(-1)).toMatch(/^AGREES: /)
  expect(lines.join('\n')).not.toContain('--keys')
})

test('keys that came with the bundle are pointed out', async () => {
  expect((await outturn('replay', 'bundle.json')).lines.join('\n')).toContain('with --keys')
})

test.each([
  [['bundle.json', '--keys', 'keys.json'], 0, /^WHOLE: 2 events, .* names number 2 as its last\.$/],
  [['events.json', '--receipt', 'receipt.json'], 0, /^WHOLE: 2 events/],
  [['events.json'], 0, /Name a receipt with --receipt/],
  [
    ['one-event.json', '--receipt', 'receipt.json'],
    1,
    /^BROKEN: the receipt stands on 2 events, and 1 are here\.$/,
  ],
  [['cut.json', '--keys', 'keys.json'], 2, /has no events/],
])('history verify %j: exit %i', async (args, due, said) => {
  const { status, lines, stderr } = await outturn('history', 'verify', ...args)
  expect([status, lines.at(-1) ?? stderr]).toEqual([due, expect.stringMatching(said)])
})

test.each([
  [['changed.json'], /^DIFFERS: evidence_contents, condition_results, /],
  [['bundle.json', '--keys', 'no-keys.json'], /^DIFFERS: receipt$/],
  [
    ['digests.json'],
    /^NOT FULLY REPLAYED: evidence_contents, condition_results, .*Everything else agrees\.$/,
  ],
])('replay %j: exit 1, and the steps on the last line', async (args, last) => {
  const { status, lines } = await outturn('replay', ...args)
  expect(status).toBe(1)
  expect(lines.at(-1)).toMatch(last)
})

test.each([
  [['replay', 'unusable.json'], 'evaluated_at must be a time'],
  [['replay', 'twice.json'], 'not strict JSON at schema'],
  [['replay', 'none.json'], 'Cannot read '],
  [['replay', 'keys.json'], 'not a usable key document'],
  [['replay', 'bundle.json', '--keys', 'bundle.json'], 'not a usable key document'],
  [['replay'], "missing required argument 'bundle'"],
  [['replay', 'bundle.json', '--fast'], "unknown option '--fast'"],
  [['rewind'], "unknown command 'rewind'"],
  [['verify', 'bundle.json'], 'Name the key document with --keys.'],
])('%j: exit 2, and what is wrong', async (args, problem) => {
  const { status, lines, stderr } = await outturn(...args)
  expect([status, lines]).toEqual([2, []])
  expect(stderr).toContain(problem)
})

test('every command that reports prints its report as one JSON value', async () => {
  const report = async (...args: string[]) => {
    const { status, lines } = await outturn(...args, '--json')
    expect(lines).toHaveLength(1)
    return [status, JSON.parse(lines[0] ?? '')] as const
  }
  expect(await report('history', 'verify', 'events.json', '--receipt', 'receipt.json')).toEqual([
    0,
    { whole: true, problem: null, events: 2, last: 2 },
  ])
  expect(await report('history', 'verify', 'one-event.json', '--receipt', 'receipt.json')).toMatchObject([
    1,
    { whole: false, events: 1 },
  ])
  expect(await report('disclose', 'receipt.json', '--unit', '1', '-o', 'unit.json')).toMatchObject([
    0,
    { receipt_id: golden.receipt.id, units: [1] },
  ])
})

test('verify is the command of the verifier', async () => {
  const { status, lines } = await outturn(
    'verify',
    'bundle.json',
    '--keys',
    'keys.json',
    '--environment',
    'demo',
  )
  expect(status).toBe(0)
  expect(lines.at(-1)).toMatch(/^VALID: result partial, /)
  expect(
    (await outturn('verify', 'bundle.json', '--keys', 'no-keys.json', '--environment', 'demo')).status,
  ).toBe(1)
})

test('a process that found a difference, or nothing to judge, says so by its exit status', () => {
  expect(spawned('replay', 'changed.json').status).toBe(1)
  const { status, lines, stderr } = spawned('replay', 'unusable.json')
  expect([status, lines]).toEqual([2, ['']])
  expect(stderr).toContain('evaluated_at')
})

test('--help says what there is', async () => {
  const { status, lines } = await outturn('--help')
  expect(status).toBe(0)
  expect(lines.join('\n')).toMatch(/deliver .*spool .*verify .*replay /s)
})

test('--version is that of the package', async () => {
  expect(await outturn('--version')).toEqual({ status: 0, lines: [manifest.version], stderr: '' })
})

test('a command that is misspelled is told what was meant', async () => {
  const { status, stderr } = await outturn('delivr', 'leads.csv')
  expect([status, stderr]).toEqual([2, expect.stringContaining('Did you mean deliver?')])
})

test('verify speaks of itself by the name that it was called by', async () => {
  const { lines } = await outturn('verify', '--help')
  expect(lines[0]).toBe('Usage: outturn verify FILE --keys KEYS [options]')
  expect((await outturn('verify')).stderr).toContain('Usage: outturn verify FILE')
})

/** Every command that does something, by its words. */
async function leaves(): Promise<string[]> {
  const { lines } = await outturn('completion', 'fish')
  const paths = lines
    .filter((line) => line.includes('-l help '))
    .map((line) => /__outturn_at ([^']*)'/.exec(line)?.[1] ?? '')
  return paths.filter((path) => path !== '' && !paths.some((other) => other.startsWith(`${path} `)))
}

test('the help of every command has an example of it', async () => {
  const paths = await leaves()
  expect(paths.length).toBeGreaterThan(30)
  const without = await Promise.all(
    paths.map(async (path) => {
      const { lines } = await outturn(...path.split(' '), '--help')
      const [, after = ''] = lines.join('\n').split('Examples:')
      return after.includes(`outturn ${path}`) ? null : path
    }),
  )
  expect(without.filter((path) => path !== null)).toEqual([])
})

test('what payments are made with is not loaded by the other commands', () => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, ...rest) {
      process.stderr.write(url)
      return rest.at(-1)(url, rest[0])
    } })`
  const { stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      main,
      'history',
      'verify',
      'bundle.json',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).toContain('commander')
  expect(stderr).not.toMatch(/x402|mppx|viem|pay-command/)
})

test('main.usage.txt, which is shown where nothing is installed, is the help of the command line', async () => {
  const lines: string[] = []
  expect(await runOutturn(['--help'], { print: (line) => void lines.push(line), complain: () => {} })).toBe(0)
  expect(readFileSync(new URL('main.usage.txt', import.meta.url), 'utf8')).toBe(`${lines.join('\n')}\n`)
})

test.each([
  ['deliver', '--recipe'],
  ['spool create', '--title'],
  ['usage', '--days'],
  ['sandbox compile', '--fields'],
])('the help of %s shows its own options first, under their heading', async (command, option) => {
  const { lines } = await outturn(...command.split(' '), '--help')
  const order = ['Options:', option, '-h, --help', 'Connection:', '--profile', 'Output:', '--json'].map(
    (start) => lines.findIndex((line) => line.trimStart().startsWith(start)),
  )
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('the help of a command that there is not is refused, with the nearest name', async () => {
  const { status, stderr } = await outturn('help', 'delivr')
  expect([status, stderr]).toEqual([2, expect.stringMatching(/unknown command 'delivr'[^]*deliver/)])
  expect((await outturn('help', 'deliver')).lines[0]).toMatch(/^Usage: outturn deliver/)
})
