import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const libraries = fileURLToPath(new URL('../../../', import.meta.url))

/** Folder of the client in Python. */
export const pythonClientFolder = join(libraries, 'sdk-python')

/** Where Python finds the client and the verifier that it needs, as sources. */
export const pythonSources = [
  join(pythonClientFolder, 'src'),
  join(libraries, 'receipt-verifier-python/src'),
].join(delimiter)

/**
 * A Python of this machine that has these modules: PYTHON, else the first `python3` on the PATH, else that of the system, where the
 * packages of Debian are. Undefined where none has them.
 */
export function findPythonWith(...modules: readonly string[]): string | undefined {
  const candidates = [process.env['PYTHON'] || 'python3', '/usr/bin/python3']
  return candidates.find((python) => {
    const found = spawnSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' })
    return found.status === 0
  })
}

/** The environment in which Python finds the sources of the client and leaves no compiled files behind. */
export function pythonEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: pythonSources, ...more }
}
