import { globSync, existsSync } from 'node:fs'

/** What the job asks for. */
export interface ActionInputs {
  /** Files with receipts, sorted, each once. */
  readonly files: readonly string[]
  /** A file with the policy, or its JSON; undefined for none. */
  readonly policy: string | undefined
  readonly keysFile: string | undefined
  readonly service: string | undefined
  readonly rootKey: string | undefined
  readonly environment: string | undefined
  readonly hasStatusCheck: boolean
}

/** Something that the author of the workflow must put right; the message says what. */
export class InputError extends Error {}

/** Reads the inputs as a runner passes them: `INPUT_` and the name in capitals, absent or empty for the default. */
export function readInputs(env: Readonly<Record<string, string | undefined>>): ActionInputs {
  const input = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined
  const [keysFile, service] = [input('keys'), input('service')]
  const hasStatusCheck = isSwitchedOn('check-status', input('check-status'))
  if (keysFile === undefined && service === undefined) {
    throw new InputError(
      'Set `keys` to a file with the key document, or `service` to the address of the service.',
    )
  }
  if (hasStatusCheck && service === undefined) {
    throw new InputError('`check-status: true` asks the service, so set `service` to its address.')
  }
  if (keysFile !== undefined && service !== undefined && !hasStatusCheck) {
    throw new InputError('Set either `keys` or `service`. Both together are for `check-status: true`.')
  }
  return {
    files: findFiles(input('receipts')),
    policy: input('policy'),
    keysFile,
    service,
    rootKey: input('root-key'),
    environment: input('environment'),
    hasStatusCheck,
  }
}

function isSwitchedOn(name: string, value = 'false'): boolean {
  // As `core.getBooleanInput` reads them.
  if (/^(?:true|True|TRUE)$/.test(value)) return true
  if (/^(?:false|False|FALSE)$/.test(value)) return false
  throw new InputError(`\`${name}\` is true or false, not ${value}.`)
}

/** The files of every line. A line that matches nothing is a mistake: a check of no receipt would pass. */
function findFiles(lines: string | undefined): string[] {
  if (lines === undefined)
    throw new InputError('Set `receipts` to the files with receipts, one path or glob a line.')
  const patterns = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const files = patterns.flatMap((pattern) => {
    if (existsSync(pattern)) return [pattern]
    const found = globSync(pattern, { withFileTypes: false })
    if (found.length === 0)
      throw new InputError(`No file matches ${pattern}. Paths begin at the root of the repository.`)
    return found
  })
  return [...new Set(files)].toSorted()
}
