import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '@outturn/model/places'
import { type Layout, layouts, localServices } from './processes/processes.ts'

export interface LocalOptions {
  /** Port of the public API on 127.0.0.1. */
  port: number
  /** Folder of the data, logs and secrets. */
  home: string
  /** Start over: delete what the folder holds first. */
  reset: boolean
  /** Verify a sample delivery once everything runs. */
  demo: boolean
  /** Run a chain and a facilitator of payments, and take payments there. */
  payments: boolean
  /** Run a chain on which wallets settle, and settle there. */
  settlement: boolean
  /** How services share processes. */
  layout: Layout
  /** Folder of the backups, into which Postgres archives its WAL; false to archive no longer, and that of the last start if left out. */
  backups?: string | false
  /** Settings of single services over the usual ones: `{ gateway: { RATE_QUOTA: '1000' } }`. */
  settings: Record<string, Record<string, string>>
  /** Written when everything is ready, with the content of local.json. */
  readyFile?: string
}

/** Also shown by start.mjs, which runs before anything is installed. */
export const usage = readFileSync(join(repository, 'deploy/local/usage.txt'), 'utf8')

/** A command line that cannot be used; the message says why. */
export class UsageError extends Error {}

/** Undefined when help was asked for. Without `--home` the data is in the folder that OUTTURN_HOME names, as for every other command. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv = process.env): LocalOptions | undefined {
  const { values } = parse(args)
  if (values.help) return undefined
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`--port must be a number from 1 to 65535, not ${values.port}`)
  }
  const layout = layouts.find((known) => known === values.layout)
  if (layout === undefined) {
    throw new UsageError(`--layout must be ${layouts.join(' or ')}, not ${values.layout}`)
  }
  return {
    port,
    layout,
    home: resolve(repository, values.home ?? env['OUTTURN_HOME'] ?? '.outturn'),
    reset: values.reset,
    demo: !values['no-demo'],
    payments: values.payments,
    settlement: values.settlement,
    settings: readSettings(values.set),
    ...backupsOf(values),
    ...(values['ready-file'] === undefined ? {} : { readyFile: resolve(values['ready-file']) }),
  }
}

function backupsOf(values: { backups?: string; 'no-backups': boolean }): Pick<LocalOptions, 'backups'> {
  if (values['no-backups'] && values.backups !== undefined)
    throw new UsageError('--backups and --no-backups exclude each other')
  if (values['no-backups']) return { backups: false }
  return values.backups === undefined ? {} : { backups: resolve(values.backups) }
}

function readSettings(assignments: string[]): Record<string, Record<string, string>> {
  const settings: Record<string, Record<string, string>> = {}
  for (const assignment of assignments) {
    const [, service, name, value] = /^([a-z-]+)\.([A-Z0-9_]+)=(.*)$/s.exec(assignment) ?? []
    if (service === undefined || name === undefined || value === undefined) {
      throw new UsageError(`--set must be like gateway.RATE_QUOTA=1000, not ${assignment}`)
    }
    if (!localServices.some((known) => known.name === service)) {
      const names = localServices.map((known) => known.name).join(', ')
      throw new UsageError(`--set names the service ${service}; there are ${names}`)
    }
    settings[service] = { ...settings[service], [name]: value }
  }
  return settings
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8080' },
        reset: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        payments: { type: 'boolean', default: false },
        settlement: { type: 'boolean', default: false },
        'ready-file': { type: 'string' },
        layout: { type: 'string', default: 'compact' },
        set: { type: 'string', multiple: true, default: [] },
        home: { type: 'string' },
        backups: { type: 'string' },
        'no-backups': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}
