import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '../gates/run-program.ts'

const run = promisify(execFile)

/** A container engine and what it needs, as Debian 12 packages them. They are unpacked and not installed: an installation starts daemons. */
const packages = [
  ...['docker.io', 'containerd', 'runc', 'tini', 'docker-compose', 'mmdebstrap'],
  ...['iptables', 'libip6tc2', 'libnfnetlink0', 'libnetfilter-conntrack3', 'libnftnl11'],
  ...[
    'python3-docker',
    'python3-dockerpty',
    'python3-docopt',
    'python3-dotenv',
    'python3-attr',
    'python3-pyrsistent',
  ],
  ...['python3-jsonschema', 'python3-texttable', 'python3-websocket', 'python3-requests', 'python3-urllib3'],
  ...[
    'python3-chardet',
    'python3-charset-normalizer',
    'python3-idna',
    'python3-certifi',
    'python3-yaml',
    'python3-six',
  ],
]

const folder = join(repository, '.outturn/tools/engine')
const remedy = 'Run this on Debian 12 as root, such as in CI.'

/** The environment in which the tools of the engine run; fetches them at first. */
export async function engineTools(): Promise<NodeJS.ProcessEnv> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error(`A container engine runs on Linux as root alone. ${remedy}`)
  if (!existsSync(folder)) {
    await fetchDebianPackages(folder, packages, (draft) => {
      mkdirSync(join(draft, 'bin'))
      for (const name of ['iptables', 'ip6tables'])
        symlinkSync('../usr/sbin/xtables-nft-multi', join(draft, 'bin', name))
    })
  }
  const libraries = globSync('usr/lib/*-linux-gnu', { cwd: folder })[0] ?? 'usr/lib'
  const paths = ['bin', 'usr/sbin', 'usr/bin'].map((each) => join(folder, each))
  return {
    ...process.env,
    PATH: [...paths, '/usr/sbin', '/usr/bin', '/sbin', '/bin', process.env['PATH']].join(':'),
    LD_LIBRARY_PATH: join(folder, libraries),
    XTABLES_LIBDIR: join(folder, libraries, 'xtables'),
    PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
  }
}

/**
 * Fetches packages of Debian and unpacks them into a folder, whole or not at all; nothing is installed, so no daemon starts. `complete`
 * adds what the packages lack.
 */
export async function fetchDebianPackages(
  target: string,
  names: readonly string[],
  complete: (draft: string) => void = () => {},
): Promise<void> {
  const draft = `${target}.${process.pid}`
  const archives = join(draft, 'archives')
  mkdirSync(archives, { recursive: true })
  try {
    await run('apt-get', ['download', '-q', ...names], { cwd: archives }).catch(async () => {
      await run('apt-get', ['update', '-q'])
      await run('apt-get', ['download', '-q', ...names], { cwd: archives })
    })
    for (const archive of globSync('*.deb', { cwd: archives }))
      await run('dpkg', ['-x', join(archives, archive), draft])
    rmSync(archives, { recursive: true })
    complete(draft)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(
      `The packages ${names.slice(0, 3).join(', ')} cannot be fetched: ${(error as Error).message}\n${remedy}`,
      { cause: error },
    )
  }
}
