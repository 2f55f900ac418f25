import type { Client } from '@outturn/sdk'
import { operations } from '@outturn/sdk/operations'
import type { ConnectionOptions } from '../command.ts'
import { openClient, openPublicClient } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { nearestName } from '../nearest-name.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printItems } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { tableLines } from '../terminal/table.ts'

export type ApiOptions = ConnectionOptions & {
  readonly body?: string
  readonly idempotencyKey?: string
  readonly output?: string
  readonly force?: boolean
}

type Method = (typeof operations)[string] & { readonly name: string }

/** The methods of the client; of an operation with several, the one that sends nothing by itself. */
const methods: readonly Method[] = Object.entries(operations)
  .map(([name, operation]) => ({ name, ...operation }))
  .filter((method, index, all) => all.findIndex((each) => each.operation === method.operation) === index)

/** Calls an operation and prints its answer; without an operation it lists all of them. */
export async function runApi(
  operation: string | undefined,
  values: readonly string[],
  options: ApiOptions,
  host: Host,
): Promise<ExitStatus> {
  if (operation === undefined) return listOperations(options, host)
  const method = methodOf(operation)
  const given = parametersOf(method, values)
  if (options.output !== undefined) assertSavable(options.output, options)
  const { client } = method.isKeyless === true ? openPublicClient(options, host) : openClient(options, host)
  const answer = await call(client, method, given, options, host)
  await showAnswer(answer, options, host)
  return exitStatus.agrees
}

function listOperations(options: ApiOptions, host: Host): ExitStatus {
  printItems(host, options, methods, () => [
    ...tableLines(
      ['OPERATION', 'METHOD', 'PARAMETERS', 'BODY'],
      methods.map(({ operation, method, arguments: needed, query = [], hasBody }) => [
        operation,
        method,
        [...needed, ...query.filter((name) => !needed.includes(name)).map((name) => `[${name}]`)].join(' ') ||
          '-',
        hasBody === true ? 'JSON' : '-',
      ]),
    ),
    'Call one: outturn api OPERATION NAME=VALUE --body FILE',
  ])
  return exitStatus.agrees
}

function methodOf(operation: string): Method {
  const method = methods.find((each) => each.operation === operation)
  if (method !== undefined) return method
  const near = nearestName(
    operation,
    methods.map((each) => each.operation),
  )
  const next = near === undefined ? 'List them: outturn api' : `Did you mean ${near}?`
  throw new UnusableInput(`There is no operation ${JSON.stringify(operation)}. ${next}`)
}

type Parameters = Readonly<Record<string, string>>

function parametersOf(
  { operation, arguments: needed, query = [] }: Method,
  values: readonly string[],
): Parameters {
  const known = [...new Set([...needed, ...query])]
  const given: Record<string, string> = {}
  for (const value of values) {
    const [, name = '', text = ''] = /^([^=]+)=([\s\S]*)$/.exec(value) ?? []
    if (!known.includes(name)) {
      const words =
        known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}, each as NAME=VALUE.`
      throw new UnusableInput(`${operation} has no parameter ${JSON.stringify(value)}. ${words}`)
    }
    given[name] = text
  }
  const missing = needed.filter((name) => !given[name])
  if (missing.length === 0) return given
  throw new UnusableInput(
    `${operation} needs ${missing.join(' and ')}: outturn api ${operation} ${missing.map((name) => `${name}=…`).join(' ')}`,
  )
}

/** By the method of the client, so that retries, pages and keys are those of every other command. */
function call(
  client: Client,
  method: Method,
  given: Parameters,
  options: ApiOptions,
  host: Host,
): Promise<unknown> {
  const { name, arguments: needed, hasBody = false } = method
  const steps = name.split('.')
  const last = steps.pop() ?? name
  const group = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], client)
  const send = (group as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[last]
  if (send === undefined) throw new Error(`the client has no method ${name}`)
  if (options.body !== undefined && !hasBody) {
    throw new UnusableInput(`${method.operation} takes no body. Leave --body out.`)
  }
  const body = options.body === undefined ? undefined : readJsonFile(options.body)
  const rest = Object.entries(given).filter(([key]) => !needed.includes(key))
  const query = Object.fromEntries(rest.map(([key, value]) => [camel(key), value]))
  const { idempotencyKey } = options
  return send(...needed.map((key) => given[key]), ...(hasBody ? [body] : []), {
    ...query,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    signal: host.signal,
  })
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

async function showAnswer(
  answer: unknown,
  { output: file, force, json }: ApiOptions,
  host: Host,
): Promise<void> {
  if (answer instanceof Uint8Array) {
    if (file === undefined) throw new UnusableInput('The answer is a file. Name one for it: -o FILE')
    await saveFile(file, answer, { force })
  } else {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, json ? 0 : 2)
    if (file === undefined) return host.output.print(text)
    await saveFile(file, `${text}\n`, { force })
  }
  note(host, `Written to ${file}.`)
}
