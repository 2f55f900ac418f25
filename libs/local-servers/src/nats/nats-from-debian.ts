import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** Newest first: what a suite offers moves, so the caller checks the version. */
const suites = ['sid', 'forky', 'trixie']

/**
 * Unpacks nats-server from a newer Debian suite of the mirror that this machine already uses. The package lists, cache
 * and configuration are private to `folder`, so nothing of the system's changes and root is not needed; Debian's key
 * signs what is fetched.
 */
export async function natsFromDebian(folder: string): Promise<string> {
  const codename = await debianCodename()
  if (!existsSync(keyring)) throw new Error(`${keyring} is missing: install debian-archive-keyring`)
  const mirror = await debianMirror(codename)
  const reasons: string[] = []
  for (const suite of suites) {
    const work = join(folder, suite)
    const unpacked = await unpackFrom({ mirror, suite, work }).catch((error: Error) => error)
    if (!(unpacked instanceof Error)) return unpacked
    reasons.push(`${suite}: ${lastLine(unpacked)}`)
  }
  throw new Error(reasons.join('; '))
}

async function debianCodename(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const field = (name: string) => release.match(new RegExp(`^${name}="?([^"\n]*)"?$`, 'm'))?.[1]
  const codename = field('VERSION_CODENAME')
  if (field('ID') !== 'debian' || codename === undefined) throw new Error('this machine does not run Debian')
  return codename
}

async function debianMirror(codename: string): Promise<string> {
  // RELEASE is the suite as the machine's sources name it, known even before the first `apt-get update`.
  const format = '$(RELEASE)|$(COMPONENT)|$(REPO_URI)'
  const selection = ['--no-release-info', '--format', format, 'Created-By: Packages']
  const { stdout } = await run('apt-get', ['indextargets', ...selection])
  const target = stdout
    .split('\n')
    .map((line) => line.split('|'))
    .find(
      ([suite = '', component]) => [codename, 'stable', 'oldstable'].includes(suite) && component === 'main',
    )
  if (target?.[2] === undefined) throw new Error(`no source of ${codename} main is configured for apt`)
  return target[2]
}

async function unpackFrom(from: { mirror: string; suite: string; work: string }): Promise<string> {
  const { mirror, suite, work } = from
  await mkdir(join(work, 'lists/partial'), { recursive: true })
  await mkdir(join(work, 'cache/archives/partial'), { recursive: true })
  await writeFile(join(work, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`)
  await writeFile(join(work, 'apt.conf'), aptConfiguration(work))
  const env = { ...process.env, APT_CONFIG: join(work, 'first.conf'), LC_ALL: 'C' }
  await writeFile(join(work, 'first.conf'), `Dir::Etc::main "${join(work, 'apt.conf')}";\n`)
  await run('apt-get', ['update'], { env, cwd: work })
  await run('apt-get', ['download', 'nats-server'], { env, cwd: work })
  const archive = (await readdir(work)).find((name) => name.endsWith('.deb'))
  if (archive === undefined) throw new Error('it has no nats-server for this machine')
  await run('dpkg-deb', ['-x', join(work, archive), join(work, 'root')])
  const path = ['usr/bin', 'usr/sbin']
    .map((folder) => join(work, 'root', folder, 'nats-server'))
    .find((candidate) => existsSync(candidate))
  if (path === undefined) throw new Error('the package holds no nats-server program')
  return path
}

/**
 * Read after the machine's own configuration, whose proxies and credentials stay in force, but whose hooks, which touch
 * the system's caches, do not.
 */
function aptConfiguration(work: string): string {
  const own = '/etc/apt/apt.conf'
  return [
    ...(existsSync(own) ? [`#include "${own}";`] : []),
    '#clear APT::Update;',
    '#clear DPkg::Post-Invoke;',
    `Dir::Etc::sourcelist "${join(work, 'sources.list')}";`,
    'Dir::Etc::sourceparts "/dev/null";',
    'Dir::Etc::preferences "/dev/null";',
    'Dir::Etc::preferencesparts "/dev/null";',
    `Dir::State::lists "${join(work, 'lists')}";`,
    `Dir::Cache "${join(work, 'cache')}";`,
    'Acquire::Languages "none";',
    'Acquire::Retries "2";',
    // The private folder may be out of reach for the account that apt otherwise changes to.
    'APT::Sandbox::User "";',
    '',
  ].join('\n')
}

function lastLine(error: Error & { stderr?: string }): string {
  return (error.stderr?.trim() || error.message).split('\n').at(-1) ?? error.message
}
