import { parseArgs } from 'node:util'
import { createProcessSubjects } from '@outturn/messaging'
import type { Variables } from '../config/define-config.ts'
import { ConfigError } from '../config/read-config.ts'
import { serviceVariables, variablesOfOne } from '../config/service-variables.ts'
import { createLog } from '../telemetry/log.ts'
import { startTraces } from '../telemetry/start-traces.ts'
import { collectAtRest } from './collect-at-rest.ts'
import type { ServiceDefinition, ServiceInstance, ServiceShape } from './service-definition.ts'
import {
  type PreparedProgram,
  type ProcessSettings,
  programOf,
  type ServiceProgram,
} from './service-program.ts'
import { stopWithGrace } from './stop-with-grace.ts'

/** Beyond the time for work in flight: closing connections and sending the last spans. */
const closingMs = 5000
const unusable = 2

/** A service with the variables that hold its settings. */
type Hosted = { readonly program: ServiceProgram; readonly variables: Variables }

/**
 * The whole of a service's `main`: serves until it is told to stop, or, with `--check-config`, `--check-schema`, `--migrate` or `--migrate
 * --plan`, does that and ends. `SPOOL__X` is its setting `X`, as in a process of several. The exit code is 0 when done, 1 when something failed, 2 when the
 * configuration or the arguments are unusable.
 */
export async function runService<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): Promise<void> {
  const program = programOf(definition)
  await run(program.name, async () => [{ program, variables: variablesOfOne(program, process.env) }])
}

/**
 * The same for several services in one process: they start and stop together, and an error that no one caught ends them together.
 * `SPOOL__X` is the setting `X` of the spool alone. `find` throws `ConfigError` for what it cannot find by the variables that it reads,
 * which `own` names.
 */
export async function runServices(
  find: () => Promise<readonly ServiceProgram[]>,
  own: readonly string[],
): Promise<void> {
  await run('host', async () => {
    const programs = await find()
    const variables = serviceVariables(programs, process.env, own)
    return programs.map((program) => ({ program, variables: variables[program.name] }))
  })
}

async function run(name: string, read: () => Promise<readonly Hosted[]>): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        'check-config': { type: 'boolean' },
        'check-schema': { type: 'boolean' },
        migrate: { type: 'boolean' },
        plan: { type: 'boolean' },
      },
    })
    if (values.plan && !values.migrate) throw new ConfigError(['--plan belongs to --migrate'])
    const hosted = await read()
    if (values['check-config']) {
      return print(hosted.map(({ program, variables }) => program.printConfig(variables)))
    }
    if (values['check-schema']) return await checkSchemas(hosted)
    if (values.migrate) {
      for (const { program, variables } of hosted) {
        print(await (values.plan ? program.planMigrations(variables) : program.migrate(variables)))
      }
      return
    }
    await serve(name, prepared(hosted))
  } catch (error) {
    const isUnusable = error instanceof ConfigError || isArgumentError(error)
    if (isUnusable) process.stderr.write(`${name}: ${error.message}\n`)
    else createLog(name).fatal({ err: error }, 'the run failed')
    process.exitCode = isUnusable ? unusable : 1
  }
}

/** Ends with 1 when a service would not run on its schemas as they are. */
async function checkSchemas(hosted: readonly Hosted[]): Promise<void> {
  for (const { program, variables } of hosted) {
    const { lines, isUsable } = await program.checkSchemas(variables)
    print(lines)
    if (!isUsable) process.exitCode = 1
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Every problem of every service at once. */
function prepared(hosted: readonly Hosted[]): readonly PreparedProgram[] {
  const problems: string[] = []
  const ready = hosted.flatMap(({ program, variables }) => {
    try {
      return [program.prepare(variables)]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(
        ...error.problems.map((problem) => (hosted.length === 1 ? problem : `${program.name}: ${problem}`)),
      )
      return []
    }
  })
  problems.push(...sharedPorts(ready))
  if (problems.length > 0) throw new ConfigError(problems)
  return ready
}

/** Services of one process that would take the same port for their probes. */
function sharedPorts(ready: readonly PreparedProgram[]): string[] {
  const byPort = Map.groupBy(ready, ({ settings }) => settings.OUTTURN_INTERNAL_PORT)
  return [...byPort].flatMap(([port, services]) =>
    port === 0 || services.length === 1
      ? []
      : [
          `OUTTURN_INTERNAL_PORT is ${port} for ${services.map(({ name }) => name).join(', ')}; give each its own`,
        ],
  )
}

async function serve(name: string, programs: readonly PreparedProgram[]): Promise<void> {
  const [first] = programs
  if (first === undefined) return
  const stopTraces = await startTraces(name, first.settings.OTEL_EXPORTER_OTLP_ENDPOINT)
  const starting = new AbortController()
  const processSubjects = createProcessSubjects()
  collectAtRest()
  const starts = programs.map((program) => ({
    ...program,
    started: program.start({
      signal: starting.signal,
      tellsProcess: program === first,
      processSubjects,
    }),
  }))
  stopWithGrace(
    async () => {
      starting.abort(new Error('told to stop while starting'))
      const settled = await Promise.allSettled(starts.map(({ started }) => started))
      const stopThose = (isFront: boolean) =>
        settled.flatMap((start, index) =>
          start.status === 'fulfilled' && starts[index]?.isFront === isFront ? [start.value.stop()] : [],
        )
      // What a front has taken it can still answer with the others' help. One that does not stop keeps no other from stopping.
      const failures: unknown[] = []
      for (const isFront of [true, false]) {
        for (const stopped of await Promise.allSettled(stopThose(isFront))) {
          if (stopped.status === 'rejected') failures.push(stopped.reason)
        }
      }
      await stopTraces()
      if (failures.length > 0) throw new AggregateError(failures, 'a service did not stop in order')
    },
    {
      timeoutMs: stopMs(programs),
      withParent: programs.some(({ settings }) => settings.OUTTURN_STOP_WITH_PARENT),
      log: first.log,
    },
  )
  for (const { started, log } of starts) {
    started.catch((error: unknown) => {
      if (starting.signal.aborted) return
      log.fatal({ err: error }, 'the start failed')
      process.exit(1)
    })
  }
}

/** Longest time of a stop: the delay of a front, then the work in flight, then the connections. */
function stopMs(programs: readonly PreparedProgram[]): number {
  const longest = (read: (settings: ProcessSettings) => number) =>
    Math.max(...programs.map(({ settings }) => read(settings)))
  const delayMs = longest(({ OUTTURN_STOP_DELAY_MS = 0 }) => OUTTURN_STOP_DELAY_MS)
  return delayMs + longest(({ OUTTURN_STOP_TIMEOUT_MS }) => OUTTURN_STOP_TIMEOUT_MS) + closingMs
}

function isArgumentError(error: unknown): error is Error {
  return (
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  )
}
