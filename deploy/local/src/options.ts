import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from './places.ts'

export interface LocalOptions {
  /** Port of the public API on 127.0.0.1. */
  port: number
  /** Folder of the data, logs and secrets. */
  home: string
  /** Start over: delete what the folder holds first. */
  reset: boolean
  /** Verify a sample delivery once everything runs. */
  demo: boolean
  /** Written when everything is ready, with the content of local.json. */
  readyFile?: string
}

export const usage = `Usage: npm start -- [OPTION…]

  --port N         port of the API on 127.0.0.1 (default 8080)
  --reset          delete the data, keys and logs of earlier runs first
  --no-demo        do not verify a sample delivery
  --ready-file F   write F when everything is ready
  --home DIR       keep the data in DIR (default .outturn)
  --help           show this
`

/** A command line that cannot be used; the message says why. */
export class UsageError extends Error {}

/** Undefined when help was asked for. */
export function readOptions(args: string[]): LocalOptions | undefined {
  const { values } = parse(args)
  if (values.help) return undefined
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`--port must be a number from 1 to 65535, not ${values.port}`)
  }
  return {
    port,
    home: resolve(repository, values.home),
    reset: values.reset,
    demo: !values['no-demo'],
    ...(values['ready-file'] === undefined ? {} : { readyFile: resolve(values['ready-file']) }),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        reset: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        'ready-file': { type: 'string' },
        home: { type: 'string', default: '.outturn' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}
