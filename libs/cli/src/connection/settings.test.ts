import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runOutturn } from '../program.ts'
import { configPath, writeConfig } from './config-file.ts'
import { readSettings, requiredKey } from './settings.ts'

const root = mkdtempSync(join(tmpdir(), 'outturn-settings-'))
afterAll(() => rmSync(root, { recursive: true }))

let base: Record<string, string>
beforeEach(async () => {
  const folder = mkdtempSync(join(root, 'test-'))
  base = { XDG_CONFIG_HOME: folder, OUTTURN_HOME: join(folder, 'none') }
  await writeConfig(base, {
    profile: 'work',
    profiles: {
      work: { url: 'https://work.example', key: 'spk_live_work' },
      other: { url: 'https://other.example', key: 'spk_live_other' },
    },
  })
})

/** The address and the key that would be used. */
function used(options: Parameters<typeof readSettings>[0], env: Record<string, string> = {}) {
  const { url, key } = readSettings(options, { ...base, ...env })
  return [url.value, key?.value ?? null]
}

const environment = { OUTTURN_URL: 'https://env.example', OUTTURN_KEY: 'spk_live_env' }

test.each([
  ['the current profile', {}, {}, ['https://work.example', 'spk_live_work']],
  ['OUTTURN_PROFILE', {}, { OUTTURN_PROFILE: 'other' }, ['https://other.example', 'spk_live_other']],
  ['the variables before the profile', {}, environment, ['https://env.example', 'spk_live_env']],
  [
    '--profile before the variables',
    { profile: 'other' },
    environment,
    ['https://other.example', 'spk_live_other'],
  ],
  [
    'a key alone goes with the address of the profile',
    {},
    { OUTTURN_KEY: 'spk_live_env' },
    ['https://work.example', 'spk_live_env'],
  ],
  [
    'empty variables are not set',
    {},
    { OUTTURN_URL: '', OUTTURN_KEY: '' },
    ['https://work.example', 'spk_live_work'],
  ],
])('settings come from %s', (_, options, env, expected) => {
  expect(used(options, env)).toEqual(expected)
})

test.each([
  ['--url', { url: 'https://evil.example' }, environment],
  ['--url, of a profile', { url: 'https://evil.example' }, {}],
  ['OUTTURN_URL alone', {}, { OUTTURN_URL: 'https://evil.example' }],
])('a key is not sent to another service than its own: %s', (_, options, env) => {
  expect(used(options, env)).toEqual(['https://evil.example', null])
  const settings = readSettings(options, { ...base, ...env })
  expect(() => requiredKey(settings, base)).toThrow(
    /is a key for https:.*was not sent to https:\/\/evil\.example/,
  )
})

test('a key does not cross a network in the clear unless that is allowed', () => {
  const env = { ...base, OUTTURN_URL: 'http://service.internal:8080', OUTTURN_KEY: 'spk_live_env' }
  expect(() => requiredKey(readSettings({}, env), env)).toThrow(/not encrypted/)
  expect(requiredKey(readSettings({}, env), { ...env, OUTTURN_ALLOW_HTTP: '1' })).toBe('spk_live_env')
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:1']) {
    expect(requiredKey(readSettings({}, { ...env, OUTTURN_URL: url }), env)).toBe('spk_live_env')
  }
  const lookalike = { ...env, OUTTURN_URL: 'http://127.0.0.1.evil.example' }
  expect(() => requiredKey(readSettings({}, lookalike), lookalike)).toThrow(/not encrypted/)
})

test.each(['spk_live_a\nspk_live_b', 'spk live', 'spk_live_ü', 'x\u0000y'])(
  'what is no key is refused and not repeated: %j',
  (key) => {
    const env = { ...base, OUTTURN_URL: 'https://env.example', OUTTURN_KEY: key }
    expect(() => readSettings({}, env)).toThrow(/^OUTTURN_KEY is not a key/)
    expect(() => readSettings({}, env)).not.toThrow(key)
  },
)

test('white space around a key, as a file leaves it, is not part of it', () => {
  expect(used({}, { ...environment, OUTTURN_KEY: ' spk_live_env\n' })).toEqual([
    'https://env.example',
    'spk_live_env',
  ])
})

test.each([
  ['{"profiles": ', /config\.json cannot be used: it is not JSON/],
  ['[]', /it is not a JSON object/],
  ['{"profiles": {"work": {"token": "x"}}}', /profiles\.work has no setting "token"/],
  ['{"profiles": {"work": {"url": 1}}}', /profiles\.work\.url must be a text/],
  ['{"profiles": {"../a": {}}}', /not the name of a profile/],
])('a configuration that is broken is named with what to do: %s', (text, message) => {
  writeFileSync(configPath(base), text)
  expect(() => readSettings({}, base)).toThrow(message)
})

test.skipIf(process.getuid?.() === 0)('a configuration that cannot be read is named', () => {
  chmodSync(configPath(base), 0o000)
  expect(() => readSettings({}, base)).toThrow(/chmod 600/)
})

test('a configuration that is a folder is named', () => {
  rmSync(configPath(base))
  mkdirSync(configPath(base))
  expect(() => readSettings({}, base)).toThrow(/Cannot read the configuration .*config\.json/)
})

test.each([
  [{ profile: 'none' }, {}, /no profile none\. Profiles: work, other\./],
  [{}, { OUTTURN_PROFILE: '../x' }, /not the name of a profile/],
  [{ url: 'work.example' }, {}, /not the address of a service/],
  [{ url: 'https://user:secret@work.example' }, {}, /has a user or a password/],
  [{ url: 'file:///etc/passwd' }, {}, /not the address of a service/],
])('%j %j is refused', (options, env, message) => {
  expect(() => used(options, env)).toThrow(message)
})

test('the local system of the folder is used where nothing is set, when it is of this machine', () => {
  rmSync(configPath(base))
  const home = mkdtempSync(join(root, 'home-'))
  const local = (url: string) =>
    writeFileSync(join(home, 'local.json'), JSON.stringify({ base_url: url, api_key: 'spk_live_local' }))
  local('http://127.0.0.1:8080')
  expect(used({}, { OUTTURN_HOME: home })).toEqual(['http://127.0.0.1:8080', 'spk_live_local'])
  local('https://evil.example')
  expect(() => used({}, { OUTTURN_HOME: home })).toThrow(/No address of a service is set/)
})

/** Runs the command with what would be typed or piped into it. */
async function config(args: readonly string[], input = '') {
  const lines: string[] = []
  const output = {
    print: (line: string) => void lines.push(line),
    complain: (line: string) => void lines.push(line),
  }
  const readInput = () => inputOf(input)
  const status = await runOutturn(['config', ...args], output, { env: base, readInput })
  return { status, text: lines.join('\n') }
}
async function* inputOf(text: string) {
  yield Buffer.from(text)
}

test('a key is set by the input, kept for its owner alone, and shown masked', async () => {
  await config(['set', 'url', 'https://new.example/', '--profile', 'new'])
  expect(await config(['set', 'key', '--profile', 'new'], 'spk_live_0123456789\n')).toMatchObject({
    status: 0,
  })
  expect(used({ profile: 'new' })).toEqual(['https://new.example', 'spk_live_0123456789'])
  expect(statSync(configPath(base)).mode & 0o777).toBe(0o600)
  expect((await config(['get', 'key', '--profile', 'new'])).text).toBe('spk_live_…6789')
  expect((await config(['get', 'key', '--profile', 'new', '--show'])).text).toBe('spk_live_0123456789')
  const { text } = await config(['list'])
  expect(text).toMatch(/new +https:\/\/new\.example +spk_live_…6789/)
  expect(text).not.toContain('0123456789')
})

test('a key belongs to one address: it is set after it, and goes when another is set', async () => {
  const early = await config(['set', 'key', '--profile', 'new'], 'spk_live_0123456789')
  expect([early.status, early.text]).toEqual([2, expect.stringContaining('Set the address first')])
  await config(['set', 'url', 'https://work.example/api', '--profile', 'work'])
  expect(used({ profile: 'work' })).toEqual(['https://work.example/api', 'spk_live_work'])
  const moved = await config(['set', 'url', 'https://evil.example', '--profile', 'work'])
  expect(moved.text).toContain('was for https://work.example/api, and was removed')
  expect(used({ profile: 'work' })).toEqual(['https://evil.example', null])
})

test('a key as an argument is refused, and is not kept', async () => {
  const before = readFileSync(configPath(base), 'utf8')
  const { status, text } = await config(['set', 'key', 'spk_live_0123456789'])
  expect([status, text]).toEqual([2, expect.stringContaining('A key is not given as an argument')])
  expect(readFileSync(configPath(base), 'utf8')).toBe(before)
})

test('profiles are chosen and removed', async () => {
  expect((await config(['use', 'other'])).status).toBe(0)
  expect(used({})).toEqual(['https://other.example', 'spk_live_other'])
  expect((await config(['unset', '--profile', 'other'])).status).toBe(0)
  expect((await config(['use', 'other'])).status).toBe(2)
  expect((await config(['get', 'url', '--profile', 'other'])).status).toBe(1)
  expect((await config(['unset', 'key', '--profile', 'work'])).status).toBe(0)
  expect(used({ profile: 'work' })).toEqual(['https://work.example', null])
})
