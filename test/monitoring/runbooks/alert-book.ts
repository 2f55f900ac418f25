import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../../system/command.ts'
import { repository } from '../../gates/run-program.ts'
import { sql } from '../breaking.ts'
import { type PrintedStep, printedSteps } from './printed-steps.ts'
import type { World } from './world.ts'

/** The runbooks of some alerts, whose printed steps are run as they stand. Each throws where the page prints no such step. */
export type AlertBook = {
  /** Runs the printed command that begins so, with values in place of what a reader fills in, and further words; returns what it printed. */
  command(start: string, values?: Readonly<Record<string, string>>, ...more: string[]): Promise<string>
  /** Asks the printed question of Postgres, with the tables of a schema. */
  statement(start: string, schema?: string): Promise<Record<string, unknown>[]>
  /** Evaluates the printed expression; returns the number of its series. */
  expression(start: string): Promise<number>
  /** Waits until a log of the system has the printed line since the cause was there. */
  logLine(start: string): Promise<void>
  /** Printed steps that were not run. */
  left(): readonly PrintedStep[]
}

const logWaitSeconds = 60
/** What needs containers or a cluster: `npm run compose` runs containers, and no cluster is at hand. */
export const needsContainers = /^(?:docker|kubectl|timedatectl) /

/** Opens the runbooks of these alerts; log lines count from now on. */
export function openAlertBook(world: World, alerts: readonly string[]): AlertBook {
  const pages = printedSteps()
  const steps = alerts.flatMap((alert) => {
    const found = pages.get(alert)
    if (found === undefined) throw new Error(`the page has no runbook of ${alert}`)
    return found
  })
  const done = new Set<PrintedStep>()
  const logs = logsOf(world)
  const take = (kind: PrintedStep['kind'], start: string) => {
    const step = steps.find((each) => each.kind === kind && each.text.startsWith(start))
    if (step === undefined) throw new Error(`the runbook of ${alerts.join(', ')} prints no ${kind} ${start}`)
    for (const each of steps) if (each.text === step.text) done.add(each)
    return step.text
  }
  return {
    async command(start, values = {}, ...more) {
      const printed = take('command', start.startsWith('npm ') ? start : `npm run admin -- ${start}`)
      const filled = Object.entries({ ...values, '"…"': '"followed a runbook"' }).reduce(
        (text, [placeholder, value]) => text.replaceAll(placeholder, value),
        [printed, ...more].join(' '),
      )
      return runPrinted(world, filled)
    },
    statement: async (start, schema) => sql(world.system, take('statement', start), schema),
    expression: async (start) => world.watch.count(take('expression', start)),
    async logLine(start) {
      const line = take('log', start)
      for (let tries = 0; tries < logWaitSeconds * 2; tries += 1) {
        if (logs.haveSince(line)) return
        await pause(500)
      }
      throw new Error(`no log has the line “${line}”`)
    },
    left: () => steps.filter((step) => !done.has(step)),
  }
}

/** What was written to the logs of the system since now. */
function logsOf({ system }: World) {
  const files = () => globSync(join(system.home, 'logs/*.log'))
  const began = new Map(files().map((file) => [basename(file), statSync(file).size]))
  return {
    haveSince: (line: string) =>
      files().some((file) =>
        readFileSync(file)
          .subarray(began.get(basename(file)) ?? 0)
          .includes(line),
      ),
  }
}

async function runPrinted({ system, backups }: World, command: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, OUTTURN_HOME: system.home, OUTTURN_BACKUPS: backups }
  const script = `cd '${repository}'; ${command.replace(/^npm run (?=\w)/, 'npm run -s ')}`
  const { code, output, errors } = await runCommand('bash', ['-c', script], env)
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}${errors}`)
  return output
}
